package dev.weir.analysis.stats;

import dev.weir.record.Interval;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides after each round whether every cell is known well enough.
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

  private final double target;

  /**
   * @param target the largest relative half-width allowed, for instance 0.08 for ± 8 %
   */
  public Precision(double target) {
    if (!(target > 0)) {
      throw new IllegalArgumentException("target precision must be positive, got " + target);
    }
    this.target = target;
  }

  /**
   * What the rounds so far amount to.
   *
   * @param done every cell's interval is within the target
   * @param worstCell the cell with the widest interval relative to its mean
   * @param worstHalfWidth that interval's relative half-width, infinite while unknown
   */
  public record Outcome(boolean done, String worstCell, double worstHalfWidth) {}

  /**
   * Judges the rounds so far.
   *
   * @param cells the interval of each cell by its id; null for one without a valid trial
   * @throws IllegalArgumentException if there is no cell
   */
  public Outcome judge(Map<String, @Nullable Interval> cells) {
    if (cells.isEmpty()) {
      throw new IllegalArgumentException("no cells: there is no precision to judge");
    }
    String worstCell = "";
    double worst = -1;
    boolean done = true;
    for (Map.Entry<String, @Nullable Interval> cell : cells.entrySet()) {
      Interval interval = cell.getValue();
      double halfWidth = interval == null ? Double.POSITIVE_INFINITY : interval.relativeHalfWidth();
      if (halfWidth > worst) {
        worst = halfWidth;
        worstCell = cell.getKey();
      }
      done &= interval != null && interval.n() >= MIN_ROUNDS && halfWidth <= target;
    }
    return new Outcome(done, worstCell, worst);
  }
}
