package dev.weir.report.html.picture;

/** Signs for points and series: distinguished by shape and dash as well as by colour. */
public final class Marks {
  /** Series that one picture may hold; more go into pictures of their own. */
  public static final int STYLES = 6;

  private static final String[] SHAPES = {
    "M-4 0A4 4 0 1 0 4 0A4 4 0 1 0-4 0Z",
    "M-3.6-3.6H3.6V3.6H-3.6Z",
    "M0-5L5 0L0 5L-5 0Z",
    "M0-4.8L4.8 3.6H-4.8Z",
    "M0 4.8L4.8-3.6H-4.8Z",
    "M-1.6-4.8H1.6V-1.6H4.8V1.6H1.6V4.8H-1.6V1.6H-4.8V-1.6H-1.6Z",
  };

  /** In place of a cell's number, for what the filter leaves alone. */
  static final int NO_CELL = -1;

  private Marks() {}

  static String shape(int style) {
    return SHAPES[style % STYLES];
  }

  /** A point that a reader can hover: its words are its title. */
  static void point(Svg svg, int style, int cell, double x, double y, String words) {
    svg.open(
        "path",
        "class",
        "p s" + style % STYLES,
        "data-c",
        cell == NO_CELL ? null : cell,
        "transform",
        "translate(" + Svg.number(x) + " " + Svg.number(y) + ")",
        "d",
        shape(style));
    svg.text("title", words).close();
  }

  /** A trial that enters no figure. */
  static void invalid(Svg svg, int cell, double x, double y, String words) {
    svg.open(
        "path",
        "class",
        "p bad",
        "data-c",
        cell,
        "transform",
        "translate(" + Svg.number(x) + " " + Svg.number(y) + ")",
        "d",
        "M-4-4L4 4M-4 4L4-4");
    svg.text("title", words).close();
  }

  /** A legend's sign. */
  public static String sign(int style) {
    Svg svg = new Svg(26, 12, "sign", "");
    svg.empty("path", "class", "l s" + style % STYLES, "d", "M0 6H26");
    svg.empty(
        "path", "class", "p s" + style % STYLES, "transform", "translate(13 6)", "d", shape(style));
    return svg.end().replace(" role=\"img\" aria-label=\"\"", " aria-hidden=\"true\"");
  }
}
