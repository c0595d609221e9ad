package dev.weir.report.html;

import dev.weir.record.CellRecord;
import dev.weir.report.CellSet;
import dev.weir.report.Digits;
import dev.weir.report.Table;
import dev.weir.report.html.picture.GridPicture;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How busy each resource was in each cell. */
final class UtilisationPlot {
  private final CellSet cells;
  private final Map<String, Map<String, Double>> shares;

  /**
   * @param shares by cell id and resource
   */
  UtilisationPlot(CellSet cells, Map<String, Map<String, Double>> shares) {
    this.cells = cells;
    this.shares = shares;
  }

  List<PlotView> views() {
    Set<String> names = new LinkedHashSet<>();
    shares.values().forEach(some -> names.addAll(some.keySet()));
    if (names.isEmpty()) {
      return List.of();
    }
    List<String> resources = List.copyOf(names);
    List<PlotView.Panel> panels =
        PlotView.panels(
            PlotView.first(cells.all()), PlotView.ROWS, some -> picture(some, resources));
    String lead =
        "Share of each resource's time, or of its size for cache, dirty pages and pool, in per"
            + " cent."
            + PlotView.more(cells.all(), "cells");
    return List.of(
        PlotView.of(
                "utilisation", "Utilisation by resource", lead, List.of(), panels, table(resources))
            .spread());
  }

  private String picture(List<CellRecord> some, List<String> resources) {
    List<List<GridPicture.@Nullable Field>> rows = new ArrayList<>();
    for (CellRecord cell : some) {
      List<GridPicture.@Nullable Field> row = new ArrayList<>();
      for (String resource : resources) {
        Double share = shares.getOrDefault(cell.id(), Map.of()).get(resource);
        row.add(share == null ? null : field(cell, resource, share));
      }
      rows.add(row);
    }
    GridPicture picture = GridPicture.wide("", resources, some.stream().map(cells::name).toList());
    return picture.draw("Utilisation of each resource in each cell", rows);
  }

  private GridPicture.Field field(CellRecord cell, String resource, double share) {
    String text = Digits.percent(share).replace(" %", "");
    return new GridPicture.Field(
        cells.number(cell),
        share,
        text,
        cells.name(cell) + ": " + resource + " " + Digits.percent(share));
  }

  private Table<CellRecord> table(List<String> resources) {
    String caption = "A row per cell, shares from 0 to 1";
    Table<CellRecord> table = cells.table("utilisation-data", caption, cells.all(), cell -> cell);
    for (String resource : resources) {
      table.figure(resource, "", cell -> shares.getOrDefault(cell.id(), Map.of()).get(resource));
    }
    return table;
  }
}
