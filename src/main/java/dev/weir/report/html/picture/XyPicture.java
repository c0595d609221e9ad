package dev.weir.report.html.picture;

import dev.weir.report.Digits;
import dev.weir.report.Labels;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Points over a horizontal axis, with intervals and lines between them. */
public final class XyPicture {
  private static final double WIDTH = 480;
  private static final double HEIGHT = 300;
  private static final double LEFT = 58;
  private static final double RIGHT = 14;
  private static final double TOP = 14;
  private static final double BOTTOM = 48;

  /** Names that don't fit side by side are written upwards at a slant, of so much room. */
  private static final double SLANTED_BOTTOM = 104;

  private static final double LETTER = 7.2;

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
  public record Point(
      int cell,
      double x,
      double y,
      double low,
      double high,
      List<Double> rounds,
      List<Double> invalid,
      String words) {
    /** A figure of no cell, without an interval. */
    public static Point of(double x, double y, String words) {
      return ofRounds(x, y, List.of(), words);
    }

    /** A figure of no cell with those of its rounds. */
    public static Point ofRounds(double x, double y, List<Double> rounds, String words) {
      return new Point(Marks.NO_CELL, x, y, Double.NaN, Double.NaN, rounds, List.of(), words);
    }
  }

  /**
   * @param style which of {@link Marks#STYLES} styles
   * @param dashed whether it is drawn with a dashed line, for a second kind of figure
   */
  public record Series(String name, int style, boolean dashed, List<Point> points) {}

  private final Axis x;
  private final Axis y;
  private final String xTitle;
  private final String yTitle;
  private final boolean dodge;
  private final boolean slanted;
  private final List<Guide> across;
  private final List<Guide> down;

  private XyPicture(
      Axis x,
      Axis y,
      String xTitle,
      String yTitle,
      boolean dodge,
      boolean slanted,
      List<Guide> across,
      List<Guide> down) {
    this.x = x;
    this.y = y;
    this.xTitle = xTitle;
    this.yTitle = yTitle;
    this.dodge = dodge;
    this.slanted = slanted;
    this.across = across;
    this.down = down;
  }

  /**
   * The same with lines at figures.
   *
   * @param horizontal limits on the vertical axis
   * @param vertical places on the horizontal one
   */
  public XyPicture with(List<Guide> horizontal, List<Guide> vertical) {
    return new XyPicture(x, y, xTitle, yTitle, dodge, slanted, horizontal, vertical);
  }

  /** Figures from zero over the values of a factor. */
  public static XyPicture ofValues(List<String> values, double most, String xTitle, String yTitle) {
    Axis x = Axis.ofValues(values, LEFT, WIDTH - RIGHT);
    int longest = x.ticks().stream().mapToInt(tick -> tick.label().length()).max().orElse(0);
    double room = (WIDTH - RIGHT - LEFT) / Math.max(1, values.size());
    boolean names = values.stream().anyMatch(value -> Labels.number(value) == null);
    boolean slanted = names && longest * LETTER > room;
    return new XyPicture(
        x,
        Axis.fromZero(most, HEIGHT - (slanted ? SLANTED_BOTTOM : BOTTOM), TOP, 5),
        xTitle,
        yTitle,
        true,
        slanted,
        List.of(),
        List.of());
  }

  /** Figures on a logarithmic axis, over given ticks and on to {@code last}. */
  public static XyPicture ofTicks(
      List<Axis.Tick> ticks, double last, double least, double most, String xTitle, String yTitle) {
    double first = ticks.get(0).figure();
    double margin = (last - first) * 0.05 + 0.02;
    return new XyPicture(
        new Axis(first - margin, last + margin, LEFT, WIDTH - RIGHT, false, ticks),
        Axis.logarithmic(least, most, HEIGHT - BOTTOM, TOP),
        xTitle,
        yTitle,
        false,
        false,
        List.of(),
        List.of());
  }

  public String draw(String label, List<Series> series) {
    Svg svg = new Svg(WIDTH, HEIGHT, "xy", label);
    axes(svg);
    guides(svg);
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
    double floor = floor();
    svg.empty("path", "class", "a", "d", "M" + LEFT + " " + floor + "H" + (WIDTH - RIGHT));
    for (Axis.Tick tick : x.ticks()) {
      double at = x.at(tick.figure());
      svg.empty("path", "class", "a", "d", "M" + Svg.number(at) + " " + floor + "v5");
      if (slanted) {
        String turned = "translate(" + Svg.number(at + 4) + " " + (floor + 14) + ") rotate(-32)";
        svg.text("text", tick.label(), "class", "e small", "transform", turned);
      }
    }
    if (!slanted) {
      x.labels(svg, floor + 19, Double.POSITIVE_INFINITY);
    }
    svg.text("text", xTitle, "class", "m t", "x", (LEFT + WIDTH - RIGHT) / 2, "y", HEIGHT - 7);
    double middle = (TOP + floor) / 2;
    svg.text(
        "text", yTitle, "class", "m t", "transform", "translate(13 " + middle + ") rotate(-90)");
  }

  private double floor() {
    return HEIGHT - (slanted ? SLANTED_BOTTOM : BOTTOM);
  }

  private void guides(Svg svg) {
    double end = WIDTH - RIGHT;
    for (Guide guide : across) {
      if (guide.at() >= y.from() && guide.at() <= y.to()) {
        double at = y.at(guide.at());
        svg.empty("path", "class", "one", "d", "M" + LEFT + " " + Svg.number(at) + "H" + end);
        svg.text("text", guide.label(), "class", "e t o", "x", end - 4, "y", at - 5);
      }
    }
    for (Guide guide : down) {
      if (guide.at() >= x.from() && guide.at() <= x.to()) {
        double at = x.at(guide.at());
        String line = "M" + Svg.number(at) + " " + TOP + "V" + floor();
        svg.empty("path", "class", "one", "d", line);
        boolean left = at > (LEFT + end) / 2;
        double beside = left ? at - 5 : at + 5;
        String side = left ? "e t o" : "t o";
        double foot = floor() - 7;
        svg.text("text", guide.label(), "class", side, "x", beside, "y", foot);
      }
    }
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
          cell(point),
          "d",
          bar + place(at - 4, low) + "h8");
    }
    StringBuilder dots = new StringBuilder();
    for (double round : point.rounds()) {
      dots.append('M').append(place(at + 8, y.at(round))).append("h0");
    }
    if (!dots.isEmpty()) {
      svg.empty("path", "class", "d" + style, "data-c", cell(point), "d", dots);
    }
    Marks.point(svg, series.style(), point.cell(), at, y.at(point.y()), point.words());
    for (double invalid : point.invalid()) {
      double place = y.at(Math.min(Math.max(invalid, y.from()), y.to()));
      Marks.invalid(
          svg, point.cell(), at, place, "invalid: " + Digits.of(invalid) + "; " + point.words());
    }
  }

  private static @Nullable Integer cell(Point point) {
    return point.cell() == Marks.NO_CELL ? null : Integer.valueOf(point.cell());
  }

  private static String place(double x, double y) {
    return Svg.number(x) + " " + Svg.number(y);
  }
}
