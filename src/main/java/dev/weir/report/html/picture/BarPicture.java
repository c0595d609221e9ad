package dev.weir.report.html.picture;

import dev.weir.report.Labels;
import java.util.List;

/** A bar for each of some named figures, with lines at the figures that they must keep to. */
public final class BarPicture {
  private static final double WIDTH = 560;
  private static final double LEFT = 12;
  private static final double RIGHT = 16;
  private static final double TOP = 24;
  private static final double ROW = 40;
  private static final double BAR = 14;
  private static final double BOTTOM = 44;
  private static final double LETTER = 7.4;

  /** Room of the figures, right of the bars. */
  private static final double VALUES = 70;

  /**
   * @param text the figure with its unit
   * @param style which of {@link Marks#STYLES} styles
   * @param words what a reader sees who points at it
   */
  public record Bar(String name, double figure, String text, int style, String words) {}

  private BarPicture() {}

  /**
   * Bars from zero, in the order given; those below zero go to the left.
   *
   * @param guides figures to keep to, none if there are none
   */
  public static String draw(String label, String unit, List<Bar> bars, List<Guide> guides) {
    double most = bars.stream().mapToDouble(Bar::figure).max().orElse(1);
    double least = bars.stream().mapToDouble(Bar::figure).min().orElse(0);
    for (Guide guide : guides) {
      most = Math.max(most, guide.at());
    }
    Axis axis =
        least < 0
            ? Axis.aroundZero(Math.max(most, -least), LEFT, WIDTH - RIGHT - VALUES, 6)
            : Axis.fromZero(most, LEFT, WIDTH - RIGHT - VALUES, 5);
    double height = TOP + bars.size() * ROW + BOTTOM;
    Svg svg = new Svg(WIDTH, height, "bars", label);
    double floor = height - BOTTOM;
    for (Axis.Tick tick : axis.ticks()) {
      double x = axis.at(tick.figure());
      svg.empty("path", "class", "g", "d", "M" + Svg.number(x) + " " + TOP + "V" + floor);
      double half = tick.label().length() * LETTER / 2;
      double at = Math.min(Math.max(x, half), WIDTH - half);
      svg.text("text", tick.label(), "class", "m", "x", at, "y", floor + 17);
    }
    svg.text(
        "text", unit, "class", "m t", "x", (LEFT + WIDTH - RIGHT - VALUES) / 2, "y", height - 7);
    for (int i = 0; i < bars.size(); i++) {
      draw(svg, axis, bars.get(i), TOP + i * ROW);
    }
    double free = 0;
    for (Guide guide : guides.stream().sorted((a, b) -> Double.compare(a.at(), b.at())).toList()) {
      double x = axis.at(guide.at());
      svg.empty("path", "class", "one", "d", "M" + Svg.number(x) + " " + (TOP - 6) + "V" + floor);
      double half = guide.label().length() * LETTER / 2;
      double at = Math.min(Math.max(x, Math.max(half, free + half)), WIDTH - half);
      svg.text("text", guide.label(), "class", "m t", "x", at, "y", TOP - 11);
      free = at + half + 8;
    }
    return svg.end();
  }

  private static void draw(Svg svg, Axis axis, Bar bar, double top) {
    double zero = axis.at(0);
    double end = axis.at(bar.figure());
    svg.text("text", Labels.brief(bar.name(), 56), "class", "n o", "x", LEFT, "y", top + 15);
    svg.text("text", bar.text(), "class", "e v", "x", WIDTH - RIGHT, "y", top + 21 + BAR - 2);
    svg.open(
        "g",
        "class",
        "p s" + bar.style() % Marks.STYLES,
        "data-x",
        (zero + end) / 2,
        "data-y",
        top + 21 + BAR / 2);
    double width = Math.max(1, Math.abs(end - zero));
    svg.empty(
        "rect", "x", Math.min(zero, end), "y", top + 21, "width", width, "height", BAR, "rx", 2);
    svg.text("title", bar.words()).close();
  }
}
