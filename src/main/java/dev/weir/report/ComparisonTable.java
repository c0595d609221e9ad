package dev.weir.report;

import dev.weir.analysis.compare.CellComparison;
import dev.weir.record.Interval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs held against each other, a row for each cell. */
public final class ComparisonTable {
  private ComparisonTable() {}

  /** Factors are columns if they vary; below stands how many cells have each verdict. */
  public static Table<CellComparison> of(List<CellComparison> cells) {
    Table<CellComparison> table = Table.of("comparison", "A row per cell", cells);
    if (cells.stream().map(CellComparison::run).distinct().count() > 1) {
      table.text("run", CellComparison::run);
    }
    List<String> varied = varied(cells);
    varied.forEach(factor -> table.text(factor, cell -> cell.factors().get(factor)));
    if (varied.isEmpty()) {
      table.text("cell", CellComparison::cell);
    }
    table
        .figure("base documents/s", "", CellComparison::base)
        .figure("documents/s", "", CellComparison::other);
    if (cells.stream().anyMatch(cell -> cell.meanRatio() != null)) {
      table
          .column(Table.Format.RATIO, "typical call", "", CellComparison::ratio)
          .column(Table.Format.RATIO, "mean", "", CellComparison::meanRatio);
    } else {
      table.column(Table.Format.RATIO, "ratio", "", CellComparison::ratio);
    }
    return table
        .words("level", cell -> level(cell.ratio()))
        .text(
            "verdict",
            cell -> cell.verdict().title() + (cell.reason().isEmpty() ? "" : ": " + cell.reason()))
        .footnotes(List.of(totals(cells)));
  }

  private static @Nullable Object level(@Nullable Interval ratio) {
    return ratio == null ? null : Digits.level(ratio.confidence());
  }

  private static String totals(List<CellComparison> cells) {
    List<String> parts = new ArrayList<>();
    for (CellComparison.Verdict verdict : CellComparison.Verdict.values()) {
      long n = cells.stream().filter(cell -> cell.verdict() == verdict).count();
      if (n > 0) {
        parts.add(n + " " + verdict.title());
      }
    }
    return String.join(", ", parts);
  }

  private static List<String> varied(List<CellComparison> cells) {
    Map<String, Set<String>> values = new LinkedHashMap<>();
    for (CellComparison cell : cells) {
      cell.factors()
          .forEach(
              (name, value) -> values.computeIfAbsent(name, n -> new LinkedHashSet<>()).add(value));
    }
    values.values().removeIf(seen -> seen.size() < 2);
    return List.copyOf(values.keySet());
  }
}
