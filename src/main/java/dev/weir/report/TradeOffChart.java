package dev.weir.report;

import dev.weir.capacity.CapacityPlan;
import dev.weir.capacity.TradeOff;
import java.awt.Color;
import java.awt.Font;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;

/**
 * Flush interval against load and loss, in SVG: how busy a replica set is on the left axis, the
 * seconds of progress that a crash loses on the right one.
 */
public final class TradeOffChart {
  private static final int WIDTH = 900;
  private static final int HEIGHT = 420;

  /** Colours that stay apart for colour-blind readers: Okabe and Ito, 2008. */
  private static final Color LOAD = new Color(0x0072B2);

  private static final Color LOSS = new Color(0xD55E00);

  private TradeOffChart() {}

  /** The chart, or an empty string if no period could be predicted. */
  public static String svg(CapacityPlan plan) {
    List<TradeOff> rows =
        plan.tradeOff().stream().filter(row -> row.utilisation() != null).toList();
    if (rows.isEmpty()) {
      return "";
    }
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(plan.design().name() + ": flush interval against load and loss")
            .xAxisTitle("seconds between two flushes of a document")
            .yAxisTitle("utilisation of a replica set, %")
            .build();
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setPlotBorderVisible(false);
    chart.getStyler().setXAxisLogarithmic(true);
    chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
    chart.getStyler().setLegendBorderColor(Color.WHITE);
    Font font = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
    chart.getStyler().setLegendFont(font);
    chart.getStyler().setAxisTickLabelsFont(font);
    chart.getStyler().setAxisTitleFont(font);
    chart.setYAxisGroupTitle(1, "seconds of progress lost, mean");
    chart.getStyler().setYAxisGroupPosition(1, Styler.YAxisPosition.Right);
    List<Double> seconds = rows.stream().map(TradeOff::seconds).toList();
    add(chart, "load", seconds, rows.stream().map(r -> percent(r.utilisation())).toList(), 0, LOAD);
    add(chart, "loss", seconds, rows.stream().map(TradeOff::meanSecondsLost).toList(), 1, LOSS);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      VectorGraphicsEncoder.saveVectorGraphic(chart, out, VectorGraphicsFormat.SVG);
    } catch (IOException e) {
      throw new UncheckedIOException("writing into memory failed", e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private static void add(
      XYChart chart, String name, List<Double> x, List<Double> y, int axis, Color colour) {
    XYSeries series = chart.addSeries(name, x, y);
    series.setYAxisGroup(axis);
    series.setLineColor(colour);
    series.setMarkerColor(colour);
  }

  private static Double percent(@Nullable Double share) {
    return share == null ? 0 : share * 100;
  }
}
