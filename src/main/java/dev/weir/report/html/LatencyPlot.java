package dev.weir.report.html;

import dev.weir.record.CellRecord;
import dev.weir.report.CellSet;
import dev.weir.report.CellTable;
import dev.weir.report.Digits;
import dev.weir.report.Table;
import dev.weir.report.html.picture.Axis;
import dev.weir.report.html.picture.XyPicture;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Percentile curves: service times and, where an open loop gave them, response times. */
final class LatencyPlot {
  private static final double[] TICKS = {50, 90, 99, 99.9, 99.99, 99.999};

  private final CellSet cells;
  private final Map<String, List<LatencyCurve>> curves;

  /**
   * @param curves by cell id
   */
  LatencyPlot(CellSet cells, Map<String, List<LatencyCurve>> curves) {
    this.cells = cells;
    this.curves = curves;
  }

  List<PlotView> views() {
    List<CellRecord> drawn =
        cells.all().stream()
            .filter(c -> !curves.getOrDefault(c.id(), List.of()).isEmpty())
            .toList();
    if (drawn.isEmpty()) {
      return List.of();
    }
    Facets facets = Facets.of(drawn, List.of());
    boolean response =
        curves.values().stream().flatMap(List::stream).anyMatch(LatencyCurve::isResponse);
    List<LatencyCurve.Point> points =
        curves.values().stream().flatMap(List::stream).flatMap(c -> c.points().stream()).toList();
    double least = points.stream().mapToDouble(LatencyCurve.Point::millis).min().orElse(1);
    double most = points.stream().mapToDouble(LatencyCurve.Point::millis).max().orElse(1);
    double last = points.stream().mapToDouble(LatencyCurve.Point::percentile).max().orElse(99);
    XyPicture picture =
        XyPicture.ofTicks(ticks(last), position(last), least, most, "percentile", "ms");
    Map<String, List<XyPicture.Series>> panels = new LinkedHashMap<>();
    for (CellRecord cell : drawn) {
      for (LatencyCurve curve : curves.getOrDefault(cell.id(), List.of())) {
        panels
            .computeIfAbsent(panel(facets.panelOf(cell), curve), key -> new ArrayList<>())
            .add(series(cell, curve, facets, response));
      }
    }
    List<PlotView.Panel> pictures = new ArrayList<>();
    panels.forEach(
        (name, series) ->
            pictures.add(
                new PlotView.Panel(name, picture.draw("Latency percentiles " + name, series))));
    String lead =
        response
            ? "Solid: response times, from the intended send to the acknowledgement. Thin and"
                + " dotted: service times, from the actual send."
            : "Service times of one call in a closed loop, from send to acknowledgement: no"
                + " response times.";
    return List.of(
        PlotView.of(
            "latency",
            "Latency percentiles",
            lead + " A percentile is drawn if at least five calls lie beyond it.",
            facets.legend(),
            pictures,
            table(drawn)));
  }

  private static String panel(String cells, LatencyCurve curve) {
    String operation = curve.operation().replace('-', ' ');
    return cells.isEmpty() || operation.isEmpty() ? cells + operation : cells + ", " + operation;
  }

  /** Equal room for each further nine: 90, 99, 99.9. */
  private static double position(double percentile) {
    return -Math.log10(1 - percentile / 100);
  }

  private static List<Axis.Tick> ticks(double last) {
    List<Axis.Tick> ticks = new ArrayList<>();
    for (double percentile : TICKS) {
      if (percentile <= last) {
        ticks.add(new Axis.Tick(position(percentile), Digits.plain(percentile)));
      }
    }
    return ticks;
  }

  /**
   * @param response whether response times are drawn as well; then they come first
   */
  private XyPicture.Series series(
      CellRecord cell, LatencyCurve curve, Facets facets, boolean response) {
    List<XyPicture.Point> points = new ArrayList<>();
    for (LatencyCurve.Point point : curve.points()) {
      points.add(
          new XyPicture.Point(
              cells.number(cell),
              position(point.percentile()),
              point.millis(),
              Double.NaN,
              Double.NaN,
              List.of(),
              List.of(),
              cells.name(cell)
                  + (curve.operation().isEmpty() ? "" : ", " + curve.operation())
                  + ": p"
                  + Digits.plain(point.percentile())
                  + " of "
                  + curve.kind()
                  + " times "
                  + Digits.of(point.millis())
                  + " ms"));
    }
    return new XyPicture.Series(
        facets.seriesOf(cell), facets.style(cell), response && !curve.isResponse(), points);
  }

  private Table<?> table(List<CellRecord> drawn) {
    List<Row> rows =
        drawn.stream()
            .flatMap(cell -> curves(cell).stream().map(curve -> new Row(cell, curve)))
            .toList();
    Table<Row> table =
        cells.table("latency-data", "A row per cell, times in milliseconds", rows, Row::cell);
    if (rows.stream().anyMatch(row -> !row.curve.operation().isEmpty())) {
      table.text("operation", row -> row.curve.operation());
    }
    table.text("time", row -> row.curve.kind());
    table.text("calls", row -> row.curve.count());
    for (double p : new double[] {50, 95, 99, 99.9}) {
      table.text(CellTable.INTERVAL + "p" + Digits.plain(p), row -> row.curve.interval(p));
    }
    rows.stream()
        .flatMap(row -> row.curve.points().stream())
        .map(LatencyCurve.Point::percentile)
        .distinct()
        .sorted()
        .forEach(p -> table.figure("p" + Digits.plain(p), "", row -> row.curve.millis(p)));
    return table;
  }

  private record Row(CellRecord cell, LatencyCurve curve) {}

  private List<LatencyCurve> curves(CellRecord cell) {
    return curves.getOrDefault(cell.id(), List.of());
  }
}
