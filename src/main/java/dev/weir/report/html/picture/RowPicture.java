package dev.weir.report.html.picture;

import dev.weir.record.Interval;
import dev.weir.report.Digits;
import dev.weir.report.Labels;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** One row per figure, each a point with its interval: for many things that have long names. */
public final class RowPicture {
  private static final double WIDTH = 560;
  private static final double LEFT = 12;
  private static final double RIGHT = 16;
  private static final double ROW = 38;
  private static final double TOP = 8;
  private static final double BOTTOM = 44;
  private static final int NAME = 74;

  /**
   * A figure with a name.
   *
   * @param cells numbers of its cells; the first is what the filter goes by
   * @param interval null if there is no valid figure
   * @param rounds the figure of each round that counts
   * @param invalid those of trials that don't
   * @param style which of {@link Marks#STYLES} styles
   * @param words what a reader sees who points at it
   */
  public record Row(
      List<Integer> cells,
      String name,
      @Nullable Interval interval,
      List<Double> rounds,
      List<Double> invalid,
      int style,
      String words) {
    public DoubleStream figures() {
      DoubleStream own =
          interval == null
              ? DoubleStream.empty()
              : interval.isKnown()
                  ? DoubleStream.of(interval.mean(), Math.min(interval.high(), 2 * interval.mean()))
                  : DoubleStream.of(interval.mean());
      List<Double> all = new ArrayList<>(rounds);
      all.addAll(invalid);
      return DoubleStream.concat(own, all.stream().mapToDouble(Double::doubleValue));
    }

    String cellNumbers() {
      return String.join(" ", cells.stream().map(String::valueOf).toList());
    }
  }

  private final Axis axis;
  private final double height;
  private final String unit;
  private final boolean ratio;

  private RowPicture(Axis axis, double height, String unit, boolean ratio) {
    this.axis = axis;
    this.height = height;
    this.unit = unit;
    this.ratio = ratio;
  }

  /** Figures from zero. */
  public static String ofFigures(String label, String unit, List<Row> rows, double most) {
    double height = height(rows);
    return new RowPicture(Axis.fromZero(most, LEFT, WIDTH - RIGHT, 5), height, unit, false)
        .draw(label, rows);
  }

  /** Ratios on a logarithmic axis, with a line at 1: no difference. */
  public static String ofRatios(String label, String unit, List<Row> rows) {
    List<Interval> ratios =
        rows.stream()
            .map(Row::interval)
            .filter(Objects::nonNull)
            .map(Interval.class::cast)
            .toList();
    Axis axis = Axis.ofRatios(ratios, List.of(), LEFT, WIDTH - RIGHT);
    return new RowPicture(axis, height(rows), unit, true).draw(label, rows);
  }

  private static double height(List<Row> rows) {
    return TOP + rows.size() * ROW + BOTTOM;
  }

  private String draw(String label, List<Row> rows) {
    Svg svg = new Svg(WIDTH, height, "rows", label);
    double floor = height - BOTTOM;
    for (Axis.Tick tick : axis.ticks()) {
      String at = Svg.number(axis.at(tick.figure()));
      svg.empty("path", "class", "g", "d", "M" + at + " " + TOP + "V" + floor);
    }
    axis.labels(svg, floor + 17, WIDTH);
    if (ratio) {
      svg.empty(
          "path", "class", "one", "d", "M" + Svg.number(axis.at(1)) + " " + TOP + "V" + floor);
    }
    svg.text("text", unit, "class", "m t", "x", WIDTH / 2, "y", height - 7);
    for (int i = 0; i < rows.size(); i++) {
      draw(svg, rows.get(i), TOP + i * ROW);
    }
    return svg.end();
  }

  private void draw(Svg svg, Row row, double top) {
    svg.open("g", "class", "series", "data-cs", row.cellNumbers());
    svg.text(
        "text", Labels.brief(row.name(), NAME), "class", "n o small", "x", LEFT, "y", top + 13);
    Interval interval = row.interval();
    String value = interval == null ? "no valid trial" : Digits.of(interval.mean());
    svg.text("text", value, "class", "e v o", "x", WIDTH - RIGHT, "y", top + 13);
    double y = top + 23;
    String style = " s" + row.style() % Marks.STYLES;
    StringBuilder dots = new StringBuilder();
    for (double round : row.rounds()) {
      dots.append('M')
          .append(Svg.number(axis.inside(round)))
          .append(' ')
          .append(Svg.number(y + 8))
          .append("h0");
    }
    if (!dots.isEmpty()) {
      svg.empty("path", "class", "d" + style, "d", dots);
    }
    int cell = row.cells().get(0);
    if (interval != null) {
      if (interval.isKnown()) {
        String bar =
            "M"
                + Svg.number(axis.inside(interval.low()))
                + " "
                + y
                + "H"
                + Svg.number(axis.inside(interval.high()));
        svg.empty("path", "class", "i" + style, "d", bar);
      }
      Marks.point(svg, row.style(), cell, axis.inside(interval.mean()), y, row.words());
    }
    for (double invalid : row.invalid()) {
      Marks.invalid(
          svg,
          cell,
          axis.inside(invalid),
          y,
          "invalid: " + Digits.of(invalid) + "; " + row.words());
    }
    svg.close();
  }
}
