package dev.weir.report.html;

import java.util.List;

/** Points over a horizontal axis, with intervals and lines between them. */
final class XyPicture {
  private static final double WIDTH = 480;
  private static final double HEIGHT = 300;
  private static final double LEFT = 58;
  private static final double RIGHT = 14;
  private static final double TOP = 14;
  private static final double BOTTOM = 48;

  /** Points of several series at one place stand this far apart. */
  private static final double DODGE = 5;

  /**
   * A figure at a place.
   *
   * @param cell number of its cell
   * @param x the place
   * @param y the figure
   * @param low lower end of its interval, NaN if unknown
   * @param high upper end
   * @param rounds the figure of each round that counts
   * @param invalid those of trials that don't
   * @param words what a reader sees who points at it
   */
  record Point(
      int cell,
      double x,
      double y,
      double low,
      double high,
      List<Double> rounds,
      List<Double> invalid,
      String words) {}

  /**
   * @param style which of {@link Marks#STYLES} styles
   * @param dashed whether it is drawn with a dashed line, for a second kind of figure
   */
  record Series(String name, int style, boolean dashed, List<Point> points) {}

  private final Axis x;
  private final Axis y;
  private final String xTitle;
  private final String yTitle;
  private final boolean dodge;

  private XyPicture(Axis x, Axis y, String xTitle, String yTitle, boolean dodge) {
    this.x = x;
    this.y = y;
    this.xTitle = xTitle;
    this.yTitle = yTitle;
    this.dodge = dodge;
  }

  /** Figures from zero over the values of a factor. */
  static XyPicture ofValues(List<String> values, double most, String xTitle, String yTitle) {
    return new XyPicture(
        Axis.ofValues(values, LEFT, WIDTH - RIGHT),
        Axis.fromZero(most, HEIGHT - BOTTOM, TOP, 5),
        xTitle,
        yTitle,
        true);
  }

  /** Figures on a logarithmic axis, over given ticks and on to {@code last}. */
  static XyPicture ofTicks(
      List<Axis.Tick> ticks, double last, double least, double most, String xTitle, String yTitle) {
    double first = ticks.get(0).figure();
    double margin = (last - first) * 0.05 + 0.02;
    return new XyPicture(
        new Axis(first - margin, last + margin, LEFT, WIDTH - RIGHT, false, ticks),
        Axis.logarithmic(least, most, HEIGHT - BOTTOM, TOP),
        xTitle,
        yTitle,
        false);
  }

  String draw(String label, List<Series> series) {
    Svg svg = new Svg(WIDTH, HEIGHT, "xy", label);
    axes(svg);
    for (int i = 0; i < series.size(); i++) {
      double shift = dodge ? (i - (series.size() - 1) / 2.0) * DODGE : 0;
      draw(svg, series.get(i), shift);
    }
    return svg.end();
  }

  private void axes(Svg svg) {
    for (Axis.Tick tick : y.ticks()) {
      double at = y.at(tick.figure());
      svg.empty(
          "path", "class", "g", "d", "M" + LEFT + " " + Svg.number(at) + "H" + (WIDTH - RIGHT));
      svg.text("text", tick.label(), "class", "e", "x", LEFT - 7, "y", at + 4.5);
    }
    double floor = HEIGHT - BOTTOM;
    svg.empty("path", "class", "a", "d", "M" + LEFT + " " + floor + "H" + (WIDTH - RIGHT));
    double free = Double.NEGATIVE_INFINITY;
    for (Axis.Tick tick : x.ticks()) {
      double at = x.at(tick.figure());
      double half = tick.label().length() * 4.0;
      svg.empty("path", "class", "a", "d", "M" + Svg.number(at) + " " + floor + "v5");
      if (at - half > free) {
        svg.text("text", tick.label(), "class", "m", "x", at, "y", floor + 19);
        free = at + half + 4;
      }
    }
    svg.text("text", xTitle, "class", "m t", "x", (LEFT + WIDTH - RIGHT) / 2, "y", HEIGHT - 7);
    double middle = (TOP + floor) / 2;
    svg.text(
        "text", yTitle, "class", "m t", "transform", "translate(13 " + middle + ") rotate(-90)");
  }

  private void draw(Svg svg, Series series, double shift) {
    svg.open("g", "class", "series");
    StringBuilder line = new StringBuilder();
    for (Point point : series.points()) {
      line.append(line.isEmpty() ? 'M' : 'L');
      line.append(place(x.at(point.x()) + shift, y.at(point.y())));
    }
    String style = " s" + series.style() % Marks.STYLES;
    svg.empty("path", "class", "l" + style + (series.dashed() ? " dash" : ""), "d", line);
    for (Point point : series.points()) {
      point(svg, series, point, x.at(point.x()) + shift);
    }
    svg.close();
  }

  private void point(Svg svg, Series series, Point point, double at) {
    String style = " s" + series.style() % Marks.STYLES;
    if (!Double.isNaN(point.low())) {
      double low = y.at(Math.max(point.low(), y.from()));
      double high = y.at(Math.min(point.high(), y.to()));
      String bar =
          "M" + place(at, low) + "V" + Svg.number(high) + "M" + place(at - 4, high) + "h8M";
      svg.empty(
          "path",
          "class",
          "i" + style,
          "data-c",
          point.cell(),
          "d",
          bar + place(at - 4, low) + "h8");
    }
    StringBuilder dots = new StringBuilder();
    for (double round : point.rounds()) {
      dots.append('M').append(place(at + 8, y.at(round))).append("h0");
    }
    if (!dots.isEmpty()) {
      svg.empty("path", "class", "d" + style, "data-c", point.cell(), "d", dots);
    }
    Marks.point(svg, series.style(), point.cell(), at, y.at(point.y()), point.words());
    for (double invalid : point.invalid()) {
      double place = y.at(Math.min(Math.max(invalid, y.from()), y.to()));
      Marks.invalid(
          svg, point.cell(), at, place, "invalid: " + Digits.of(invalid) + "; " + point.words());
    }
  }

  private static String place(double x, double y) {
    return Svg.number(x) + " " + Svg.number(y);
  }
}
