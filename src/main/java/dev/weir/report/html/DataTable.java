package dev.weir.report.html;

import java.util.ArrayList;
import java.util.List;

/**
 * A table of the page; scripts offer it as CSV and JSON.
 *
 * @param id unique in the page, and the name of a downloaded file
 * @param caption what a row is
 * @param columns heads
 * @param rows as many fields each as there are columns
 */
record DataTable(String id, String caption, List<Column> columns, List<Row> rows) {
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

  static Builder named(String id, String caption) {
    return new Builder(id, caption);
  }

  /** Collects heads, then rows. */
  static final class Builder {
    private static final int LONG_WORD = 30;

    private final String id;
    private final String caption;
    private final List<Column> columns = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();

    private Builder(String id, String caption) {
      this.id = id;
      this.caption = caption;
    }

    Builder texts(List<String> titles) {
      titles.forEach(title -> columns.add(new Column(title, "t")));
      return this;
    }

    Builder texts(String... titles) {
      return texts(List.of(titles));
    }

    Builder figures(String... titles) {
      List.of(titles).forEach(title -> columns.add(new Column(title, "n")));
      return this;
    }

    Builder row(String cells, String mark, List<String> texts) {
      List<Field> fields = new ArrayList<>();
      for (int i = 0; i < columns.size(); i++) {
        String text = texts.get(i);
        fields.add(new Field(text, columns.get(i).kind() + (hasLongWord(text) ? " w" : "")));
      }
      rows.add(new Row(cells, mark, fields));
      return this;
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

    Builder row(int cell, List<String> texts) {
      return row(String.valueOf(cell), "", texts);
    }

    DataTable build() {
      return new DataTable(id, caption, List.copyOf(columns), List.copyOf(rows));
    }
  }
}
