package dev.weir.report.html;

import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.report.CellSet;
import dev.weir.report.Labels;
import dev.weir.report.Table;
import dev.weir.report.html.picture.RowPicture;
import dev.weir.report.html.picture.XyPicture;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** Documents/s of every cell, and by each factor that varies. */
final class ThroughputPlots {
  private static final String UNIT = "documents/s";

  private final CellSet cells;

  ThroughputPlots(CellSet cells) {
    this.cells = cells;
  }

  /** The plot of all cells first, then one for each factor that has at least two values. */
  List<PlotView> views() {
    List<PlotView> views = new ArrayList<>();
    views.add(everyCell());
    for (String factor : cells.varied()) {
      if (!factor.equals("driver") && !factor.equals("operation")) {
        PlotView view = by(factor);
        if (view != null) {
          views.add(view);
        }
      }
    }
    return views;
  }

  PlotView everyCell() {
    Facets facets = Facets.of(cells.all(), List.of());
    List<RowPicture.Row> rows =
        PlotView.first(cells.all()).stream().map(cell -> row(cell, facets)).toList();
    double most = rows.stream().flatMapToDouble(RowPicture.Row::figures).max().orElse(1);
    List<PlotView.Panel> panels =
        PlotView.panels(
            rows,
            PlotView.ROWS,
            some ->
                RowPicture.ofFigures(
                    "Documents per second of " + some.size() + " cells, with intervals",
                    UNIT,
                    some,
                    most));
    String lead =
        "Mean over rounds with its interval; small dots are single rounds, a cross is an invalid"
            + " trial."
            + PlotView.more(cells.all(), "cells");
    return PlotView.of(
        "throughput",
        "Throughput of every cell",
        lead,
        List.of(),
        panels,
        table("throughput-data", cells.all()));
  }

  private RowPicture.Row row(CellRecord cell, Facets facets) {
    return new RowPicture.Row(
        List.of(cells.number(cell)),
        cells.name(cell),
        cell.documentsPerSecond(),
        CellSet.rates(cell, true),
        CellSet.rates(cell, false),
        facets.series().isEmpty() ? 0 : facets.style(cell),
        cells.words(cell));
  }

  /** Null if no two cells differ in this factor alone. */
  private @Nullable PlotView by(String factor) {
    List<List<CellRecord>> lines =
        cells.alikeBut(factor).stream().filter(line -> measured(line).size() > 1).toList();
    if (lines.isEmpty()) {
      return null;
    }
    List<CellRecord> drawn = lines.stream().flatMap(List::stream).toList();
    Facets facets = Facets.of(drawn, List.of(factor));
    Set<String> values = new LinkedHashSet<>();
    drawn.forEach(cell -> values.add(cell.factors().getOrDefault(factor, "")));
    XyPicture picture =
        XyPicture.ofValues(List.copyOf(values), most(drawn), Labels.axis(factor), UNIT);
    Map<String, List<XyPicture.Series>> panels = new LinkedHashMap<>();
    for (List<CellRecord> line : lines) {
      CellRecord first = line.get(0);
      List<XyPicture.Point> points = points(measured(line), factor, List.copyOf(values));
      panels
          .computeIfAbsent(facets.panelOf(first), key -> new ArrayList<>())
          .add(new XyPicture.Series(facets.seriesOf(first), facets.style(first), false, points));
    }
    List<PlotView.Panel> pictures = new ArrayList<>();
    panels.forEach(
        (name, series) ->
            pictures.add(
                new PlotView.Panel(
                    name,
                    picture.draw(
                        "Documents per second by " + Labels.axis(factor) + " " + name, series))));
    String id = "by-" + factor.replaceAll("[^A-Za-z0-9]", "");
    return PlotView.of(
        id,
        "Throughput by " + Labels.axis(factor),
        "Cells that differ in nothing else are joined; bars are intervals of the mean over rounds.",
        facets.legend(),
        pictures,
        table(id + "-data", drawn));
  }

  private static List<CellRecord> measured(List<CellRecord> line) {
    return line.stream().filter(cell -> cell.documentsPerSecond() != null).toList();
  }

  private static double most(List<CellRecord> drawn) {
    return drawn.stream()
        .flatMapToDouble(
            cell -> {
              Interval interval = cell.documentsPerSecond();
              DoubleStream rounds =
                  CellSet.rates(cell, true).stream().mapToDouble(Double::doubleValue);
              return interval == null
                  ? rounds
                  : DoubleStream.concat(
                      rounds,
                      DoubleStream.of(
                          interval.isKnown()
                              ? Math.min(interval.high(), 2 * interval.mean())
                              : interval.mean()));
            })
        .max()
        .orElse(1);
  }

  private List<XyPicture.Point> points(List<CellRecord> line, String factor, List<String> values) {
    boolean numbers = values.stream().noneMatch(value -> Labels.number(value) == null);
    List<XyPicture.Point> points = new ArrayList<>();
    for (CellRecord cell : line) {
      String value = cell.factors().getOrDefault(factor, "");
      Double number = numbers ? Labels.number(value) : null;
      Interval interval = Objects.requireNonNull(cell.documentsPerSecond());
      points.add(
          new XyPicture.Point(
              cells.number(cell),
              number == null ? values.indexOf(value) : number,
              interval.mean(),
              interval.low(),
              interval.high(),
              CellSet.rates(cell, true),
              CellSet.rates(cell, false),
              cells.words(cell)));
    }
    points.sort(Comparator.comparingDouble(XyPicture.Point::x));
    return points;
  }

  private Table<CellRecord> table(String id, List<CellRecord> some) {
    return cells
        .table(id, "A row per cell", some, cell -> cell)
        .bounds(UNIT, CellRecord::documentsPerSecond)
        .count("invalid trials", cell -> cell.trials().stream().filter(t -> !t.valid()).count());
  }
}
