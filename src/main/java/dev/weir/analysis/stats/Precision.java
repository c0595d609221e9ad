package dev.weir.analysis.stats;

import dev.weir.record.Interval;
import java.util.Map;
import org.hipparchus.stat.StatUtils;

/**
 * Decides after each round whether every cell is known well enough, and if not, how many more
 * rounds it should take.
 *
 * <p>Stopping as soon as an interval happens to be narrow favours rounds that agree by luck.
 * Waiting for the widest of all cells makes this harmless: with eight cells the 95 % intervals
 * still cover 94.6 to 95.0 % (measured in {@code docs/decisions/intervals.md}); with one cell and a
 * target near the noise it can cost four points, which is why fewer than {@link #MIN_ROUNDS} are
 * never enough.
 */
public final class Precision {
  /** The fewest rounds that can be enough: two agree by luck too often. */
  public static final int MIN_ROUNDS = 3;

  /** More rounds than anyone runs: a prediction stops here. */
  static final int HORIZON = 10_000;

  private final double target;
  private final double confidence;

  /**
   * @param target the largest relative half-width allowed, for instance 0.08 for ± 8 %
   * @param confidence the level of the intervals, for instance 0.95
   */
  public Precision(double target, double confidence) {
    if (!(target > 0)) {
      throw new IllegalArgumentException("target precision must be positive, got " + target);
    }
    this.target = target;
    this.confidence = confidence;
  }

  /**
   * What the rounds so far amount to.
   *
   * @param done every cell's interval is within the target
   * @param roundsMissing how many more rounds the spread so far calls for; 0 if done, at least 1 if
   *     not. An estimate: it is as uncertain as the spread is
   * @param worstCell the cell with the widest interval relative to its mean
   * @param worstHalfWidth that interval's relative half-width, infinite while unknown
   */
  public record Outcome(boolean done, int roundsMissing, String worstCell, double worstHalfWidth) {}

  /**
   * Judges the rounds so far.
   *
   * @param perRound documents/s per round of each cell by its id; NaN stands for a round without a
   *     valid trial
   * @throws IllegalArgumentException if there is no cell
   */
  public Outcome judge(Map<String, double[]> perRound) {
    if (perRound.isEmpty()) {
      throw new IllegalArgumentException("no cells: there is no precision to judge");
    }
    String worstCell = "";
    double worst = -1;
    int missing = 0;
    for (Map.Entry<String, double[]> cell : perRound.entrySet()) {
      double[] figures = RoundIntervals.valid(cell.getValue());
      double halfWidth = halfWidth(figures);
      if (halfWidth > worst) {
        worst = halfWidth;
        worstCell = cell.getKey();
      }
      missing = Math.max(missing, missing(figures, halfWidth));
    }
    return new Outcome(missing == 0, missing, worstCell, worst);
  }

  private double halfWidth(double[] figures) {
    if (figures.length == 0) {
      return Double.POSITIVE_INFINITY;
    }
    Interval interval = RoundIntervals.mean(figures, confidence);
    return interval.relativeHalfWidth();
  }

  private int missing(double[] figures, double halfWidth) {
    int n = figures.length;
    if (n >= MIN_ROUNDS && halfWidth <= target) {
      return 0;
    }
    int fewest = Math.max(MIN_ROUNDS, n + 1);
    if (n < 2) {
      return fewest - n; // no spread known yet
    }
    double spread = Math.sqrt(StatUtils.variance(figures)) / Math.abs(StatUtils.mean(figures));
    int enough = fewest;
    while (enough < HORIZON && expectedHalfWidth(spread, enough) > target) {
      enough++;
    }
    return enough - n;
  }

  private double expectedHalfWidth(double spread, int n) {
    return StudentT.quantile(n - 1.0, confidence) * spread / Math.sqrt(n);
  }
}
