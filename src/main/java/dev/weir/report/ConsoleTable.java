package dev.weir.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import com.github.freva.asciitable.OverflowBehaviour;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A {@link Table} for a terminal, with box-drawing characters. */
public final class ConsoleTable {
  private ConsoleTable() {}

  public static String of(Table<?> table) {
    return of(table, Integer.MAX_VALUE);
  }

  /**
   * A table that leaves out what can be spared while its lines are too long.
   *
   * @param widest characters of a line, if that can be had
   */
  public static <R> String of(Table<R> table, int widest) {
    List<Table.Column<R>> columns = new ArrayList<>(table.columns());
    columns.removeIf(Table.Column::pageOnly);
    List<Table.Column<R>> spared =
        columns.stream()
            .filter(column -> column.spared() > 0)
            .sorted(Comparator.comparingInt(Table.Column::spared))
            .toList();
    String text = drawn(table.rows(), columns);
    for (Table.Column<R> column : spared) {
      if (text.indexOf('\n') > widest) {
        columns.remove(column);
        text = drawn(table.rows(), columns);
      }
    }
    return text;
  }

  /** The table and its footnotes, a block of lines each. */
  public static List<String> lines(Table<?> table) {
    List<String> lines = new ArrayList<>(List.of(of(table)));
    table.footnotes().forEach(line -> lines.add(PlainText.line(line)));
    return lines;
  }

  private static <R> String drawn(List<R> rows, List<Table.Column<R>> columns) {
    List<ColumnData<R>> shown = new ArrayList<>();
    for (Table.Column<R> column : columns) {
      var head =
          new com.github.freva.asciitable.Column()
              .header(column.head())
              .headerAlign(HorizontalAlign.LEFT)
              .dataAlign(column.isFigure() ? HorizontalAlign.RIGHT : HorizontalAlign.LEFT);
      if (column.widest() > 0) {
        head.maxWidth(column.widest(), OverflowBehaviour.NEWLINE);
      }
      shown.add(head.with(row -> PlainText.line(column.text(row))));
    }
    return AsciiTable.builder().border(AsciiTable.FANCY_ASCII).data(rows, shown).asString();
  }
}
