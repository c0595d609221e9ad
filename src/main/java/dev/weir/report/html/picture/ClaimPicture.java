package dev.weir.report.html.picture;

import dev.weir.record.Interval;
import dev.weir.report.Digits;
import dev.weir.report.Labels;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Ratios with their intervals, each over the range in which it was expected. */
public final class ClaimPicture {
  private static final double WIDTH = 560;
  private static final double LEFT = 12;
  private static final double RIGHT = 16;
  private static final double TOP = 4;
  private static final double ROW = 64;
  private static final double BOX = 18;
  private static final double BOTTOM = 44;

  /**
   * A comparison.
   *
   * @param claim id of its claim
   * @param what the cells compared
   * @param verdict in a word or two
   * @param ratio null if no round has it
   * @param from least that was expected, 0 for no bound
   * @param to most that was expected, infinite for no bound
   * @param style which of {@link Marks#STYLES} styles
   * @param words what a reader sees who points at it
   */
  public record Row(
      String claim,
      String what,
      String verdict,
      @Nullable Interval ratio,
      double from,
      double to,
      int style,
      String words) {}

  private final Axis axis;

  /**
   * @param all rows that share the axis, those of other pictures included
   */
  public ClaimPicture(List<Row> all) {
    List<Interval> ratios =
        all.stream().map(Row::ratio).filter(Objects::nonNull).map(Interval.class::cast).toList();
    List<Double> expected =
        all.stream()
            .flatMap(row -> Stream.of(row.from(), row.to()))
            .filter(bound -> bound > 0 && Double.isFinite(bound))
            .toList();
    axis = Axis.ofRatios(ratios, expected, LEFT, WIDTH - RIGHT);
  }

  public String draw(String label, List<Row> rows) {
    double height = TOP + rows.size() * ROW + BOTTOM;
    double floor = height - BOTTOM;
    Svg svg = new Svg(WIDTH, height, "claims", label);
    // Texts stand on the grid: it is drawn at the boxes only.
    for (int i = 0; i < rows.size(); i++) {
      grid(svg, TOP + i * ROW + 36);
    }
    axis.labels(svg, floor + 17, WIDTH);
    String unit = "ratio; 1 is no difference";
    svg.text("text", unit, "class", "m t", "x", WIDTH / 2, "y", height - 7);
    for (int i = 0; i < rows.size(); i++) {
      draw(svg, rows.get(i), TOP + i * ROW);
    }
    return svg.end();
  }

  private void grid(Svg svg, double top) {
    StringBuilder lines = new StringBuilder();
    for (Axis.Tick tick : axis.ticks()) {
      lines.append('M').append(Svg.number(axis.at(tick.figure()))).append(' ').append(top);
      lines.append('v').append(BOX + 8);
    }
    svg.empty("path", "class", "g", "d", lines);
    String one = "M" + Svg.number(axis.at(1)) + " " + top + "v" + (BOX + 8);
    svg.empty("path", "class", "one", "d", one);
  }

  private void draw(Svg svg, Row row, double top) {
    svg.text("text", Labels.brief(row.claim(), 40), "class", "h", "x", LEFT, "y", top + 14);
    Interval ratio = row.ratio();
    String figure = ratio == null ? "" : Digits.interval(ratio) + ", ";
    svg.text("text", figure + row.verdict(), "class", "e v", "x", WIDTH - RIGHT, "y", top + 14);
    svg.text("text", Labels.brief(row.what(), 82), "class", "t small", "x", LEFT, "y", top + 30);
    double from = axis.inside(row.from());
    double to = axis.inside(row.to());
    double y = top + 40;
    svg.empty(
        "rect", "class", "expected", "x", from, "y", y, "width", to - from, "height", BOX, "rx", 3);
    if (ratio == null) {
      return;
    }
    double middle = y + BOX / 2;
    String style = " s" + row.style() % Marks.STYLES;
    if (ratio.isKnown()) {
      String bar = "M" + Svg.number(axis.inside(ratio.low())) + " " + middle;
      svg.empty(
          "path", "class", "i" + style, "d", bar + "H" + Svg.number(axis.inside(ratio.high())));
    }
    Marks.point(svg, row.style(), Marks.NO_CELL, axis.inside(ratio.mean()), middle, row.words());
  }
}
