package dev.weir.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import dev.weir.analysis.CellComparison;
import dev.weir.record.Interval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs held against each other, a row for each cell. */
public final class ComparisonTable {
  private static final String NOTHING = "–";

  private record Head(String title, Function<CellComparison, String> value, boolean figure) {}

  private ComparisonTable() {}

  /** A table with box-drawing characters. */
  public static String text(List<CellComparison> cells) {
    List<ColumnData<CellComparison>> columns = new ArrayList<>();
    for (Head head : heads(cells)) {
      columns.add(
          new Column()
              .header(head.title)
              .headerAlign(HorizontalAlign.LEFT)
              .dataAlign(head.figure ? HorizontalAlign.RIGHT : HorizontalAlign.LEFT)
              .with(cell -> PlainText.line(head.value.apply(cell))));
    }
    return AsciiTable.builder().border(AsciiTable.FANCY_ASCII).data(cells, columns).asString();
  }

  /** A Markdown table, for a comment on a change. */
  public static String markdown(List<CellComparison> cells) {
    List<Head> heads = heads(cells);
    StringBuilder text = new StringBuilder();
    row(text, heads.stream().map(Head::title).toList());
    row(text, heads.stream().map(h -> h.figure ? "---:" : "---").toList());
    for (CellComparison cell : cells) {
      row(text, heads.stream().map(h -> PlainText.markdown(h.value.apply(cell))).toList());
    }
    return text.toString();
  }

  /** How many of each verdict, in a line. */
  public static String totals(List<CellComparison> cells) {
    Map<CellComparison.Verdict, Integer> totals = new LinkedHashMap<>();
    for (CellComparison.Verdict verdict : CellComparison.Verdict.values()) {
      int n = (int) cells.stream().filter(cell -> cell.verdict() == verdict).count();
      if (n > 0) {
        totals.put(verdict, n);
      }
    }
    List<String> parts = new ArrayList<>();
    totals.forEach((verdict, n) -> parts.add(n + " " + verdict.title()));
    return String.join(", ", parts);
  }

  private static void row(StringBuilder text, List<String> values) {
    text.append("| ").append(String.join(" | ", values)).append(" |\n");
  }

  private static List<Head> heads(List<CellComparison> cells) {
    List<Head> heads = new ArrayList<>();
    if (cells.stream().map(CellComparison::run).distinct().count() > 1) {
      heads.add(new Head("run", CellComparison::run, false));
    }
    List<String> varied = varied(cells);
    varied.forEach(
        factor ->
            heads.add(
                new Head(factor, cell -> cell.factors().getOrDefault(factor, NOTHING), false)));
    if (varied.isEmpty()) {
      heads.add(new Head("cell", CellComparison::cell, false));
    }
    heads.add(new Head("base documents/s", cell -> rate(cell.base()), true));
    heads.add(new Head("documents/s", cell -> rate(cell.other()), true));
    heads.add(new Head("ratio", cell -> ratio(cell.ratio()), true));
    heads.add(new Head("level", cell -> level(cell.ratio()), true));
    heads.add(new Head("verdict", ComparisonTable::verdict, false));
    return heads;
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

  private static String rate(double rate) {
    return Double.isNaN(rate) ? NOTHING : String.format(Locale.ROOT, "%,.0f", rate);
  }

  private static String ratio(@Nullable Interval ratio) {
    return ratio == null
        ? NOTHING
        : String.format(Locale.ROOT, "%.3f [%.3f, %.3f]", ratio.mean(), ratio.low(), ratio.high());
  }

  private static String level(@Nullable Interval ratio) {
    return ratio == null
        ? NOTHING
        : String.format(Locale.ROOT, "%.2f %%", ratio.confidence() * 100);
  }

  private static String verdict(CellComparison cell) {
    return cell.reason().isEmpty()
        ? cell.verdict().title()
        : cell.verdict().title() + ": " + cell.reason();
  }
}
