package dev.weir.analysis.stats;

import dev.weir.record.Interval;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * The interval of a cell's mean over rounds and the turns within them.
 *
 * <p>A round is a fresh JVM. Where it gives one figure per cell, rounds, not operations or
 * iterations, are the independent repetitions (Kalibera and Jones, "Rigorous benchmarking in
 * reasonable time", ISMM 2013; Georges, Buytaert and Eeckhout, "Statistically rigorous Java
 * performance evaluation", OOPSLA 2007). There are few of them, 3 to 10, so the interval is
 * Student's: {@code mean ± t(n − 1) · s / √n} (Student, "The probable error of a mean", Biometrika
 * 6, 1908). The bootstraps that were measured against it either cover far less than they claim at
 * so few rounds or are wider; the table is in {@code docs/decisions/intervals.md}.
 */
public final class RoundIntervals {
  /** The name under which an interval of {@link #mean} is recorded. */
  public static final String METHOD = "student-t";

  /** The name of an interval that turns within rounds are part of. */
  public static final String METHOD_OF_TURNS = "t over JVMs and turns, Satterthwaite";

  private RoundIntervals() {}

  /**
   * The mean of a cell with its two-sided interval.
   *
   * @param cell at least one turn
   * @param run all cells of the run, which tell together how far JVMs lie apart
   * @throws IllegalArgumentException if there is no turn
   */
  public static Interval mean(TurnRates cell, Collection<TurnRates> run, double confidence) {
    if (cell.isEmpty() || !cell.levels().hasTurns()) {
      return mean(
          cell.means().values().stream().mapToDouble(Double::doubleValue).toArray(), confidence);
    }
    List<TwoLevels> all =
        TurnRates.alike(cell, run).stream().map(each -> each.levels().relative()).toList();
    StudentT relative = all.get(0).over(TwoLevels.Between.ofMeans(all));
    double mean = cell.levels().mean();
    Interval share = relative.interval(confidence, METHOD_OF_TURNS);
    return new Interval(
        mean, mean * share.low(), mean * share.high(), confidence, share.n(), METHOD_OF_TURNS);
  }

  /**
   * The mean of one figure per round with its two-sided interval, in the unit of the figures.
   *
   * @param perRound one figure per round; NaN stands for a round without a valid trial and is left
   *     out
   * @param confidence the two-sided level, between 0 and 1, for instance 0.95
   * @return the interval; its bounds are NaN if only one round is left
   * @throws IllegalArgumentException if no round is left, a figure is infinite or the level is out
   *     of range
   */
  public static Interval mean(double[] perRound, double confidence) {
    double[] figures = valid(perRound);
    requireSome(figures);
    return StudentT.of(figures).interval(confidence, METHOD);
  }

  /** The interval of a ratio, from its natural logarithm in each round. */
  static Interval ofLogs(double[] logs, double confidence, String method) {
    requireSome(logs);
    return StudentT.of(logs).ratio(confidence, method);
  }

  private static void requireSome(double[] figures) {
    if (figures.length == 0) {
      throw new IllegalArgumentException("no round with a figure: nothing to put an interval on");
    }
  }

  static double[] valid(double[] perRound) {
    double[] figures = Arrays.stream(perRound).filter(x -> !Double.isNaN(x)).toArray();
    for (double x : figures) {
      if (Double.isInfinite(x)) {
        throw new IllegalArgumentException("a round's figure is infinite: " + x);
      }
    }
    return figures;
  }
}
