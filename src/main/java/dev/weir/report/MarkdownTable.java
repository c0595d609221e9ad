package dev.weir.report;

import java.util.List;

/** A {@link Table} as Markdown; nothing of a record becomes markup. */
public final class MarkdownTable {
  private MarkdownTable() {}

  /** The table alone. */
  public static <R> String of(Table<R> table) {
    List<Table.Column<R>> columns =
        table.columns().stream().filter(column -> !column.pageOnly()).toList();
    StringBuilder text = new StringBuilder();
    line(text, columns.stream().map(column -> PlainText.markdown(column.head())).toList());
    line(text, columns.stream().map(column -> column.isFigure() ? "---:" : "---").toList());
    for (R row : table.rows()) {
      line(text, columns.stream().map(column -> PlainText.markdown(column.text(row))).toList());
    }
    return text.toString();
  }

  /** The table and its footnotes as a list. */
  public static String whole(Table<?> table) {
    return of(table) + (table.footnotes().isEmpty() ? "" : "\n" + list(table.footnotes()));
  }

  /** A line of a list for each text. */
  public static String list(List<String> items) {
    StringBuilder text = new StringBuilder();
    items.forEach(item -> text.append("- ").append(PlainText.markdown(item)).append('\n'));
    return text.toString();
  }

  private static void line(StringBuilder text, List<String> values) {
    text.append("| ").append(String.join(" | ", values)).append(" |\n");
  }
}
