package dev.weir.report.html;

import dev.weir.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * A {@link Table} of the page; scripts offer it as CSV and JSON.
 *
 * @param id unique in the page, and the name of a downloaded file
 * @param caption what a row is
 * @param columns heads
 * @param rows as many fields each as there are columns
 */
record DataTable(String id, String caption, List<Column> columns, List<Row> rows) {
  private static final int LONG_WORD = 30;

  /** Longer texts would be broken at every word where the table is wide. */
  private static final int PHRASE = 16;

  /**
   * @param kind {@code n} for figures, {@code t} for text
   */
  record Column(String title, String kind) {}

  /**
   * @param cells numbers of the cells it is about, for the filter; empty if of none
   * @param mark a style: {@code bad} for what enters no figure, else empty
   */
  record Row(String cells, String mark, List<Field> fields) {
    boolean marked() {
      return !mark.isEmpty();
    }

    boolean filtered() {
      return !cells.isEmpty();
    }
  }

  /**
   * @param kind of its column, and {@code w} if it has a word too long for a line
   */
  record Field(String text, String kind) {
    /** Figures are most of a page, so they do without. */
    boolean styled() {
      return !kind.equals("n");
    }
  }

  int rowCount() {
    return rows.size();
  }

  /** A table to be read. */
  static <R> DataTable of(Table<R> table) {
    return of(table, Table.Column::text);
  }

  /** The figures of a plot: as a spreadsheet reads them. */
  static <R> DataTable exact(Table<R> table) {
    return of(table, Table.Column::exact);
  }

  private static <R> DataTable of(Table<R> table, BiFunction<Table.Column<R>, R, String> text) {
    List<Column> columns =
        table.columns().stream()
            .map(column -> new Column(column.head(), column.isFigure() ? "n" : "t"))
            .toList();
    List<Row> rows = new ArrayList<>();
    for (R row : table.rows()) {
      List<Field> fields = new ArrayList<>();
      for (Table.Column<R> column : table.columns()) {
        String field = text.apply(column, row);
        String kind = column.isFigure() ? "n" : "t";
        String wide = hasLongWord(field) ? " w" : field.length() > PHRASE ? " s" : "";
        fields.add(new Field(field, kind + wide));
      }
      rows.add(new Row(table.cells(row), table.isBad(row) ? "bad" : "", fields));
    }
    return new DataTable(table.id(), table.caption(), columns, rows);
  }

  /** Text that must be broken anywhere, lest the table grows beyond all bounds. */
  private static boolean hasLongWord(String text) {
    int length = 0;
    for (int i = 0; i < text.length(); i++) {
      length = Character.isWhitespace(text.charAt(i)) ? 0 : length + 1;
      if (length > LONG_WORD) {
        return true;
      }
    }
    return false;
  }
}
