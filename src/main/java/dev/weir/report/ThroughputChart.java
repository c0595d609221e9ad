package dev.weir.report;

import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import java.awt.Color;
import java.awt.Font;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.style.Styler;

/**
 * Throughput of a run as bars with their intervals, in SVG: one group per operations in flight, one
 * bar per combination of the other varied factors.
 */
public final class ThroughputChart {
  private static final int WIDTH = 900;
  private static final int HEIGHT = 420;
  private static final String GROUP = "inFlight";

  /** Colours that stay apart for colour-blind readers: Okabe and Ito, 2008. */
  private static final Color[] COLOURS = {
    new Color(0x0072B2),
    new Color(0xE69F00),
    new Color(0x009E73),
    new Color(0xCC79A7),
    new Color(0x56B4E9),
    new Color(0xD55E00),
    new Color(0xF0E442),
    new Color(0x000000),
  };

  /** More bars than this are not read but counted: no chart is made. */
  private static final int MOST_SERIES = 12;

  private ThroughputChart() {}

  /** The chart, or an empty string if there is nothing to draw or too much for one picture. */
  public static String svg(String title, List<CellRecord> cells) {
    Map<String, Map<String, Interval>> series = new LinkedHashMap<>();
    List<String> groups = new ArrayList<>();
    for (CellRecord cell : cells) {
      Interval interval = cell.documentsPerSecond();
      if (interval == null || !interval.isKnown()) {
        continue;
      }
      String group = cell.factors().getOrDefault(GROUP, "1");
      if (!groups.contains(group)) {
        groups.add(group);
      }
      series.computeIfAbsent(label(cell, cells), k -> new LinkedHashMap<>()).put(group, interval);
    }
    if (series.isEmpty() || series.size() > MOST_SERIES) {
      return "";
    }
    return draw(title, groups, series);
  }

  private static String label(CellRecord cell, List<CellRecord> cells) {
    List<String> parts = new ArrayList<>();
    for (String factor : CellTable.varied(cells)) {
      boolean repeatsOperation = factor.equals("batch") && "1".equals(cell.factors().get("batch"));
      if (!factor.equals(GROUP) && !repeatsOperation) {
        parts.add(cell.factors().getOrDefault(factor, ""));
      }
    }
    return parts.isEmpty() ? "documents/s" : String.join(" ", parts);
  }

  private static String draw(
      String title, List<String> groups, Map<String, Map<String, Interval>> series) {
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle("operations in flight")
            .yAxisTitle("documents/s")
            .build();
    Font font = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
    chart.getStyler().setSeriesColors(COLOURS);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setPlotBorderVisible(false);
    chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
    chart.getStyler().setLegendBorderColor(Color.WHITE);
    chart.getStyler().setYAxisDecimalPattern("#,##0");
    chart.getStyler().setYAxisMin(0.0);
    chart.getStyler().setAvailableSpaceFill(0.8);
    chart.getStyler().setLegendFont(font);
    chart.getStyler().setAxisTickLabelsFont(font);
    chart.getStyler().setAxisTitleFont(font);
    series.forEach(
        (name, byGroup) -> {
          List<Double> means = new ArrayList<>();
          List<Double> errors = new ArrayList<>();
          for (String group : groups) {
            Interval interval = byGroup.get(group);
            // XChart takes no gap beside error bars; a bar of no height leaves one.
            means.add(interval == null ? 0.0 : interval.mean());
            errors.add(interval == null ? 0.0 : (interval.high() - interval.low()) / 2);
          }
          chart.addSeries(name, groups, means, errors);
        });
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      VectorGraphicsEncoder.saveVectorGraphic(chart, out, VectorGraphicsFormat.SVG);
    } catch (IOException e) {
      throw new UncheckedIOException("writing into memory failed", e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }
}
