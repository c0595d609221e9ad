package dev.weir.report.html.picture;

import dev.weir.record.Interval;
import dev.weir.report.Digits;
import dev.weir.report.Labels;
import java.util.ArrayList;
import java.util.List;

/**
 * Maps figures to positions.
 *
 * @param from the figure at {@code start}
 * @param to the figure at {@code end}
 * @param start a position
 * @param end a position; smaller than {@code start} where figures grow upwards
 * @param logarithmic whether equal ratios take equal room
 * @param ticks where the axis is labelled
 */
public record Axis(
    double from, double to, double start, double end, boolean logarithmic, List<Tick> ticks) {
  private static final double[] STEPS = {1, 2, 2.5, 5, 10};
  private static final double[] LOG_STEPS = {1, 2, 5};

  /** What lies further off than this many times the estimate is drawn at the edge. */
  private static final double FAR = 20;

  private static final int FEWEST_TICKS = 3;
  private static final int MOST_EVEN_TICKS = 6;

  /** A labelled figure. */
  public record Tick(double figure, String label) {}

  public double at(double figure) {
    double share =
        logarithmic
            ? (Math.log(figure) - Math.log(from)) / (Math.log(to) - Math.log(from))
            : (figure - from) / (to - from);
    return start + share * (end - start);
  }

  /** Where a figure stands; beyond the axis, at its end. */
  double inside(double figure) {
    return at(Math.min(Math.max(figure, from), to));
  }

  /** Writes the labels of a horizontal axis, but none that would touch the one before it. */
  void labels(Svg svg, double y, double rightmost) {
    double free = Double.NEGATIVE_INFINITY;
    for (Tick tick : ticks) {
      double at = at(tick.figure());
      double half = tick.label().length() * 4.0;
      if (at - half > free) {
        svg.text("text", tick.label(), "class", "m", "x", Math.min(at, rightmost - half), "y", y);
        free = at + half + 4;
      }
    }
  }

  /** Logarithmic, with room for 1, for ratios with their intervals, and for other figures. */
  static Axis ofRatios(List<Interval> ratios, List<Double> others, double start, double end) {
    double least = 1;
    double most = 1;
    for (double other : others) {
      least = Math.min(least, other);
      most = Math.max(most, other);
    }
    for (Interval ratio : ratios) {
      boolean known = ratio.isKnown();
      least = Math.min(least, known ? Math.max(ratio.low(), ratio.mean() / FAR) : ratio.mean());
      most = Math.max(most, known ? Math.min(ratio.high(), ratio.mean() * FAR) : ratio.mean());
    }
    return logarithmic(least, most, start, end);
  }

  /** From zero to a round figure above {@code most}, with some {@code about} ticks. */
  public static Axis fromZero(double most, double start, double end, int about) {
    double top = most > 0 && Double.isFinite(most) ? most : 1;
    return even(0, top, step(top / about), start, end);
  }

  /** As far below zero as above, with some {@code about} ticks. */
  static Axis aroundZero(double most, double start, double end, int about) {
    double top = most > 0 && Double.isFinite(most) ? most : 1;
    return even(-1, top, step(2 * top / about), start, end);
  }

  /** Ticks at steps up to {@code top}, and down to its negative for a {@code sign} of -1. */
  private static Axis even(int sign, double top, double step, double start, double end) {
    int steps = (int) Math.ceil(top / step - 1e-9);
    List<Tick> ticks = new ArrayList<>();
    for (int i = sign * steps; i <= steps; i++) {
      ticks.add(new Tick(i * step, Digits.axis(i * step)));
    }
    return new Axis(sign * steps * step, steps * step, start, end, false, ticks);
  }

  /** The round step of 1, 2, 2.5 or 5 times a power of ten that is next above. */
  static double step(double atLeast) {
    double power = Math.pow(10, Math.floor(Math.log10(atLeast)));
    for (double step : STEPS) {
      if (step * power >= atLeast * (1 - 1e-9)) {
        return step * power;
      }
    }
    return 10 * power;
  }

  /**
   * Logarithmic, ticks at 1, 2 and 5 times powers of ten, at the powers if those crowd, or at even
   * steps where fewer than three would be left.
   */
  static Axis logarithmic(double least, double most, double start, double end) {
    double low = least > 0 ? least : 1;
    double high = Math.max(most, low * 1.0001);
    double bottom = low / Math.pow(high / low, 0.03);
    double top = high * Math.pow(high / low, 0.03);
    if (top / bottom < 2) {
      double middle = Math.sqrt(top * bottom);
      bottom = middle / 1.5;
      top = middle * 1.5;
    }
    boolean crowded = Math.log10(top / bottom) > 3;
    List<Tick> ticks = new ArrayList<>();
    for (int power = (int) Math.floor(Math.log10(bottom)); power <= Math.log10(top); power++) {
      for (double step : LOG_STEPS) {
        double figure = step * Math.pow(10, power);
        if (figure >= bottom * (1 - 1e-9)
            && figure <= top * (1 + 1e-9)
            && (step == 1 || !crowded)) {
          ticks.add(new Tick(figure, Digits.axis(figure)));
        }
      }
    }
    if (ticks.size() < FEWEST_TICKS) {
      ticks.clear();
      double step = step((top - bottom) / MOST_EVEN_TICKS);
      for (long i = (long) Math.ceil(bottom / step); i * step <= top; i++) {
        ticks.add(new Tick(i * step, Digits.axis(i * step)));
      }
    }
    return new Axis(bottom, top, start, end, true, ticks);
  }

  /** One tick at each value: equally far apart if they are names, by their size if numbers. */
  static Axis ofValues(List<String> values, double start, double end) {
    List<Double> numbers = values.stream().map(Labels::number).toList();
    if (numbers.contains(null) || values.size() < 2) {
      List<Tick> ticks = new ArrayList<>();
      for (int i = 0; i < values.size(); i++) {
        ticks.add(new Tick(i, Labels.brief(values.get(i), 18)));
      }
      return new Axis(-0.5, values.size() - 0.5, start, end, false, ticks);
    }
    double least = numbers.stream().mapToDouble(n -> n).min().orElse(0);
    double most = numbers.stream().mapToDouble(n -> n).max().orElse(1);
    List<Tick> ticks = numbers.stream().sorted().map(n -> new Tick(n, Digits.axis(n))).toList();
    if (least > 0 && most / least >= 4) {
      double margin = Math.pow(most / least, 0.08);
      return new Axis(least / margin, most * margin, start, end, true, ticks);
    }
    double margin = most > least ? (most - least) * 0.08 : 1;
    return new Axis(least - margin, most + margin, start, end, false, ticks);
  }
}
