package dev.weir.report.html;

import dev.weir.record.CellRecord;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How busy each resource was in each cell. */
final class UtilisationPlot {
  private static final int ROWS = 16;
  private static final int MOST_ROWS = 96;

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
    List<CellRecord> shown = cells.all().subList(0, Math.min(MOST_ROWS, cells.all().size()));
    List<PlotView.Panel> panels = new ArrayList<>();
    int each = PlotView.even(shown.size(), ROWS);
    for (int from = 0; from < shown.size(); from += each) {
      panels.add(panel(shown.subList(from, Math.min(from + each, shown.size())), resources));
    }
    String lead =
        "Share of each resource's time, or of its size for cache, dirty pages and pool, in per"
            + " cent.";
    if (shown.size() < cells.all().size()) {
      lead += " The first " + shown.size() + " cells are drawn, all are in the table.";
    }
    return List.of(
        PlotView.of(
                "utilisation", "Utilisation by resource", lead, List.of(), panels, table(resources))
            .spread());
  }

  private PlotView.Panel panel(List<CellRecord> some, List<String> resources) {
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
    return new PlotView.Panel("", picture.draw("Utilisation of each resource in each cell", rows));
  }

  private GridPicture.Field field(CellRecord cell, String resource, double share) {
    String text = Digits.percent(share).replace(" %", "");
    return new GridPicture.Field(
        cells.number(cell),
        share,
        text,
        cells.name(cell) + ": " + resource + " " + Digits.percent(share));
  }

  private DataTable table(List<String> resources) {
    DataTable.Builder table =
        DataTable.named("utilisation-data", "A row per cell, shares from 0 to 1")
            .texts(cells.heads())
            .figures(resources.toArray(String[]::new));
    for (CellRecord cell : cells.all()) {
      List<String> texts = new ArrayList<>(cells.values(cell));
      Map<String, Double> own = shares.getOrDefault(cell.id(), Map.of());
      resources.forEach(resource -> texts.add(Digits.plain(own.get(resource))));
      table.row(cells.number(cell), texts);
    }
    return table.build();
  }
}
