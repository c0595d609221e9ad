package dev.weir.report.html;

import dev.weir.record.CellRecord;
import dev.weir.report.CellSet;
import dev.weir.report.Digits;
import dev.weir.report.Labels;
import dev.weir.report.Table;
import dev.weir.report.html.picture.GridPicture;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Documents/s over two factors, a picture for each mix of the others. */
final class HeatMapPlot {
  /**
   * @param held cells that its pictures hold
   * @param values fields of a whole picture
   */
  private record Pair(String across, String down, int held, int values) {}

  private final CellSet cells;

  HeatMapPlot(CellSet cells) {
    this.cells = cells;
  }

  /** Empty if fewer than two factors vary. */
  List<PlotView> views() {
    List<CellRecord> measured =
        cells.all().stream().filter(cell -> cell.documentsPerSecond() != null).toList();
    Optional<Pair> best = best(measured);
    if (best.isEmpty()) {
      return List.of();
    }
    String across = best.get().across();
    String down = best.get().down();
    Map<String, List<CellRecord>> groups = groups(measured, across, down);
    double most = measured.stream().mapToDouble(HeatMapPlot::rate).max().orElse(1);
    List<PlotView.Panel> panels = new ArrayList<>();
    groups.forEach(
        (name, group) -> {
          if (isGrid(group, across, down)) {
            panels.add(new PlotView.Panel(name, draw(group, across, down, most)));
          }
        });
    String title = "Heat map: " + Labels.axis(down) + " by " + Labels.axis(across);
    String lead = "Documents/s; the darker by day, or the lighter by night, the more.";
    return panels.isEmpty()
        ? List.of()
        : List.of(PlotView.of("heat-map", title, lead, List.of(), panels, table(measured)));
  }

  /** The two factors whose pictures hold most cells; of those equal, the ones with most values. */
  private static Optional<Pair> best(List<CellRecord> measured) {
    List<String> varied = Labels.varied(measured);
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < varied.size(); i++) {
      for (int j = i + 1; j < varied.size(); j++) {
        String one = varied.get(i);
        String other = varied.get(j);
        boolean wide = values(measured, one).size() > values(measured, other).size();
        String more = wide ? one : other;
        String fewer = wide ? other : one;
        // Long names stand in rows, where there is room.
        boolean fits = GridPicture.fits(values(measured, more));
        String across = fits ? more : fewer;
        String down = fits ? fewer : more;
        int held =
            groups(measured, across, down).values().stream()
                .filter(group -> isGrid(group, across, down))
                .mapToInt(List::size)
                .sum();
        int values = values(measured, one).size() * values(measured, other).size();
        pairs.add(new Pair(across, down, held, values));
      }
    }
    return pairs.stream()
        .filter(pair -> pair.held() > 0)
        .max(Comparator.comparingInt(Pair::held).thenComparingInt(Pair::values));
  }

  private static Map<String, List<CellRecord>> groups(
      List<CellRecord> measured, String across, String down) {
    List<String> others =
        Labels.varied(measured).stream()
            .filter(factor -> !factor.equals(across) && !factor.equals(down))
            .toList();
    Map<String, List<CellRecord>> groups = new LinkedHashMap<>();
    for (CellRecord cell : measured) {
      String group = others.isEmpty() ? "" : Labels.of(cell, others);
      groups.computeIfAbsent(group, key -> new ArrayList<>()).add(cell);
    }
    return groups;
  }

  /** Whether most of its fields have a cell: factors that change together are no grid. */
  private static boolean isGrid(List<CellRecord> group, String across, String down) {
    int columns = values(group, across).size();
    int rows = values(group, down).size();
    return columns > 1 && rows > 1 && group.size() * 3 >= columns * rows * 2;
  }

  private static double rate(CellRecord cell) {
    return Objects.requireNonNull(cell.documentsPerSecond()).mean();
  }

  /** Numbers by size, names in the order of the record. */
  private static List<String> values(List<CellRecord> some, String factor) {
    List<String> values =
        some.stream().map(cell -> cell.factors().getOrDefault(factor, "")).distinct().toList();
    boolean numbers = values.stream().allMatch(value -> Labels.number(value) != null);
    return numbers
        ? values.stream().sorted(Comparator.comparing(Double::valueOf)).toList()
        : values;
  }

  private String draw(List<CellRecord> group, String across, String down, double most) {
    List<String> xs = values(group, across);
    List<String> ys = values(group, down);
    List<List<GridPicture.@Nullable Field>> rows = new ArrayList<>();
    for (String y : ys) {
      List<GridPicture.@Nullable Field> row = new ArrayList<>();
      for (String x : xs) {
        row.add(
            group.stream()
                .filter(cell -> x.equals(cell.factors().getOrDefault(across, "")))
                .filter(cell -> y.equals(cell.factors().getOrDefault(down, "")))
                .findFirst()
                .map(cell -> field(cell, most))
                .orElse(null));
      }
      rows.add(row);
    }
    List<String> names = ys.stream().map(y -> Labels.value(down, y)).toList();
    return GridPicture.of(Labels.axis(across), xs, names)
        .draw("Documents per second by " + across + " and " + down, rows);
  }

  private GridPicture.Field field(CellRecord cell, double most) {
    double rate = rate(cell);
    String text = rate >= 1e4 ? Digits.of(rate / 1e3) + "k" : Digits.of(rate);
    return new GridPicture.Field(cells.number(cell), rate / most, text, cells.words(cell));
  }

  private Table<CellRecord> table(List<CellRecord> measured) {
    return cells
        .table("heat-map-data", "A row per cell", measured, cell -> cell)
        .figure("documents/s", "", HeatMapPlot::rate);
  }
}
