package dev.weir.report.html;

import dev.weir.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A plot as the page shows it: its pictures, and below them the figures they were drawn from.
 *
 * @param id unique in the page
 * @param title what it shows
 * @param lead how to read it, in a sentence
 * @param legend its series, empty if there is only one
 * @param panels pictures
 * @param folded more pictures, shown on demand
 * @param wide whether a picture needs the page's whole width
 * @param table every figure of the plot
 */
record PlotView(
    String id,
    String title,
    String lead,
    List<Entry> legend,
    List<Panel> panels,
    List<Panel> folded,
    boolean wide,
    DataTable table) {
  /** Pictures that are shown at once. */
  static final int SHOWN = 6;

  /** Rows of one picture. */
  static final int ROWS = 16;

  /** Rows of all pictures. */
  private static final int MOST_ROWS = 96;

  /**
   * @param sign a small picture
   */
  record Entry(String sign, String name) {}

  /**
   * @param title what distinguishes it from the plot's other pictures; empty if it is the only one
   * @param svg the picture
   */
  record Panel(String title, String svg) {
    boolean named() {
      return !title.isEmpty();
    }
  }

  /** The rows that are drawn; tables hold all. */
  static <T> List<T> first(List<T> rows) {
    return rows.subList(0, Math.min(MOST_ROWS, rows.size()));
  }

  /** What to add to a lead if not all rows are drawn, which {@link #first} decides. */
  static String more(List<?> rows, String what) {
    return rows.size() <= MOST_ROWS
        ? ""
        : " The first " + MOST_ROWS + " " + what + " are drawn, all are in the table.";
  }

  /** Pictures of rows, so that none holds more than {@code most} and all alike. */
  static <T> List<Panel> panels(List<T> rows, int most, Function<List<T>, String> picture) {
    int pictures = Math.max(1, (rows.size() + most - 1) / most);
    int each = Math.max(1, (rows.size() + pictures - 1) / pictures);
    List<Panel> panels = new ArrayList<>();
    for (int from = 0; from < rows.size(); from += each) {
      List<T> some = rows.subList(from, Math.min(from + each, rows.size()));
      panels.add(new Panel("", picture.apply(some)));
    }
    return panels;
  }

  /** A plot that shows the first of its pictures and folds the others. */
  static PlotView of(
      String id,
      String title,
      String lead,
      List<Entry> legend,
      List<Panel> panels,
      Table<?> table) {
    int shown = Math.min(SHOWN, panels.size());
    return new PlotView(
        id,
        title,
        lead,
        legend,
        panels.subList(0, shown),
        panels.subList(shown, panels.size()),
        false,
        DataTable.exact(table));
  }

  /** The same over the page's whole width. */
  PlotView spread() {
    return new PlotView(id, title, lead, legend, panels, folded, true, table);
  }

  String more() {
    return folded.size() == 1 ? "1 more picture" : folded.size() + " more pictures";
  }

  boolean hasFolded() {
    return !folded.isEmpty();
  }

  /** Whether it leaves room for another plot beside it. */
  boolean isNarrow() {
    return !wide && panels.size() == 1;
  }

  boolean hasLegend() {
    return legend.size() > 1;
  }
}
