package dev.weir.report.html;

import java.util.List;

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

  /**
   * How many rows go into each picture, so that none holds more than {@code most} and all alike.
   */
  static int even(int rows, int most) {
    int pictures = Math.max(1, (rows + most - 1) / most);
    return Math.max(1, (rows + pictures - 1) / pictures);
  }

  /** A plot that shows the first of its pictures and folds the others. */
  static PlotView of(
      String id,
      String title,
      String lead,
      List<Entry> legend,
      List<Panel> panels,
      DataTable table) {
    int shown = Math.min(SHOWN, panels.size());
    return new PlotView(
        id,
        title,
        lead,
        legend,
        panels.subList(0, shown),
        panels.subList(shown, panels.size()),
        false,
        table);
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
