package dev.weir.report;

import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.TrialRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** The cells of a run, numbered in the order of the record. */
public final class CellSet {
  private final List<CellRecord> cells;
  private final List<String> varied;
  private final Map<String, Integer> numbers = new HashMap<>();

  public CellSet(List<CellRecord> cells) {
    this.cells = List.copyOf(cells);
    this.varied = Labels.varied(cells);
    for (int i = 0; i < cells.size(); i++) {
      numbers.put(cells.get(i).id(), i);
    }
  }

  public List<CellRecord> all() {
    return cells;
  }

  /** The factors in which they differ. */
  public List<String> varied() {
    return varied;
  }

  public int number(CellRecord cell) {
    return numbers.getOrDefault(cell.id(), 0);
  }

  /** A cell's name among these: the values of the varied factors, else its id. */
  public String name(CellRecord cell) {
    return varied.isEmpty() ? Labels.brief(cell.id(), 60) : Labels.of(cell, varied);
  }

  /**
   * A table whose rows are about one of these cells each; its first columns name the cell.
   *
   * @param cell that a row is about
   */
  public <R> Table<R> table(String id, String caption, List<R> rows, Function<R, CellRecord> cell) {
    Table<R> table = Table.of(id, caption, rows);
    table.about(row -> String.valueOf(number(cell.apply(row))));
    if (varied.isEmpty()) {
      table.text("cell", row -> cell.apply(row).id());
    }
    varied.forEach(
        factor -> table.text(factor, row -> cell.apply(row).factors().getOrDefault(factor, "")));
    return table;
  }

  /** Cells that agree in every factor but these. */
  public List<List<CellRecord>> alikeBut(String... factors) {
    Map<Map<String, String>, List<CellRecord>> groups = new LinkedHashMap<>();
    for (CellRecord cell : cells) {
      Map<String, String> others = new TreeMap<>(cell.factors());
      List.of(factors).forEach(others::remove);
      groups.computeIfAbsent(others, key -> new ArrayList<>()).add(cell);
    }
    return List.copyOf(groups.values());
  }

  public static List<Double> rates(CellRecord cell, boolean valid) {
    return cell.trials().stream()
        .filter(trial -> trial.valid() == valid)
        .map(TrialRecord::documentsPerSecond)
        .filter(Double::isFinite)
        .toList();
  }

  /** {@code sync · single: 5,573 [4,108, 7,038] documents/s, 3 rounds}. */
  public String words(CellRecord cell) {
    Interval interval = cell.documentsPerSecond();
    String figure =
        interval == null
            ? "no valid trial"
            : Digits.interval(interval) + " documents/s, " + rounds(interval.n());
    return name(cell) + ": " + figure;
  }

  public static String runs(int n) {
    return n == 1 ? "1 run" : n + " runs";
  }

  public static String rounds(int n) {
    return n == 1 ? "1 round" : n + " rounds";
  }
}
