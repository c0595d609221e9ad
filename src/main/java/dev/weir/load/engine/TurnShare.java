package dev.weir.load.engine;

import java.util.Arrays;

/**
 * What one side did in a block of turns.
 *
 * @param turns that it had
 * @param cycles each cycle of each lane in ns, in no order, but those left out
 * @param turnCycles mean cycle of each of its turns in ns, in order of time
 * @param nanos that it had the turn, from hand-over to its last answer
 * @param cpuNanos of this process in that time; its clock ticks, so it needs many turns
 * @param leftOutNanos sum of the cycles that were left out
 */
@SuppressWarnings("ArrayRecordComponent") // thousands of figures, read and thrown away
public record TurnShare(
    int turns,
    double[] cycles,
    double[] turnCycles,
    long nanos,
    long cpuNanos,
    double leftOutNanos) {
  /**
   * Share of the ratios that is left out at either end. What disturbs one of two adjacent turns
   * makes their ratio an outlier; 20 % is what R. Wilcox, <em>Introduction to Robust Estimation and
   * Hypothesis Testing</em> (2012), advises where tails are heavy.
   */
  private static final double TRIMMED = 0.2;

  /**
   * Cycles per time over those of the other side, for the typical call: the trimmed mean of the
   * logarithms of the ratios of adjacent turns, as a ratio. Turns of the same index are neighbours.
   */
  public double typicalRateOver(TurnShare other) {
    int pairs = Math.min(turnCycles.length, other.turnCycles.length);
    double[] logs = new double[pairs];
    Arrays.setAll(logs, i -> Math.log(other.turnCycles[i] / turnCycles[i]));
    Arrays.sort(logs);
    int out = (int) (pairs * TRIMMED);
    return Math.exp(Arrays.stream(logs, out, pairs - out).average().orElse(Double.NaN));
  }

  /** Cycles/s of one lane, by their mean. */
  public double rate() {
    return 1e9 / Arrays.stream(cycles).average().orElse(Double.NaN);
  }

  /** Mean number of calls in flight while the side had its turn. */
  public double inFlight() {
    return (Arrays.stream(cycles).sum() + leftOutNanos) / Math.max(1, nanos);
  }
}
