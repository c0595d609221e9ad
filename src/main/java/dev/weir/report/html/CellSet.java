package dev.weir.report.html;

import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.TrialRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The cells of a run, numbered in the order of the record. */
final class CellSet {
  private final List<CellRecord> cells;
  private final List<String> varied;
  private final Map<String, Integer> numbers = new HashMap<>();

  CellSet(List<CellRecord> cells) {
    this.cells = List.copyOf(cells);
    this.varied = Labels.varied(cells);
    for (int i = 0; i < cells.size(); i++) {
      numbers.put(cells.get(i).id(), i);
    }
  }

  List<CellRecord> all() {
    return cells;
  }

  /** The factors in which they differ. */
  List<String> varied() {
    return varied;
  }

  int number(CellRecord cell) {
    return numbers.getOrDefault(cell.id(), 0);
  }

  /** A cell's name among these: the values of the varied factors, else its id. */
  String name(CellRecord cell) {
    return varied.isEmpty() ? Labels.brief(cell.id(), 60) : Labels.of(cell, varied);
  }

  /** The values of the varied factors, for a table. */
  List<String> values(CellRecord cell) {
    return varied.isEmpty()
        ? List.of(cell.id())
        : varied.stream().map(factor -> cell.factors().getOrDefault(factor, "")).toList();
  }

  /** The heads that go with {@link #values}. */
  List<String> heads() {
    return varied.isEmpty() ? List.of("cell") : varied;
  }

  /** Cells that agree in every factor but these. */
  List<List<CellRecord>> alikeBut(String... factors) {
    Map<Map<String, String>, List<CellRecord>> groups = new LinkedHashMap<>();
    for (CellRecord cell : cells) {
      Map<String, String> others = new TreeMap<>(cell.factors());
      List.of(factors).forEach(others::remove);
      groups.computeIfAbsent(others, key -> new ArrayList<>()).add(cell);
    }
    return List.copyOf(groups.values());
  }

  static List<Double> rates(CellRecord cell, boolean valid) {
    return cell.trials().stream()
        .filter(trial -> trial.valid() == valid)
        .map(TrialRecord::documentsPerSecond)
        .filter(Double::isFinite)
        .toList();
  }

  /** {@code sync · single: 5,573 [4,108, 7,038] documents/s, 3 rounds}. */
  String words(CellRecord cell) {
    Interval interval = cell.documentsPerSecond();
    String figure =
        interval == null
            ? "no valid trial"
            : Digits.interval(interval) + " documents/s, " + rounds(interval.n());
    return name(cell) + ": " + figure;
  }

  static String rounds(int n) {
    return n == 1 ? "1 round" : n + " rounds";
  }
}
