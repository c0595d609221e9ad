package dev.weir.load.trial;

import java.util.Arrays;
import java.util.Locale;

/**
 * Decides from a trial's window rates whether a steady state is <em>shown</em>, which is more than
 * "no trend found": noise can hide a trend, but it cannot make one look absent here.
 *
 * <p>The trend of the latest windows is the Theil–Sen slope, the median of the slopes of all pairs,
 * with Sen's confidence interval (Theil, 1950; Sen, "Estimates of the regression coefficient based
 * on Kendall's tau", JASA 63, 1968). It does not mind a dip of a window or two, as a checkpoint or
 * a collection makes them. Steady is accepted by equivalence, not by the absence of significance
 * (two one-sided tests at 5 % each: Schuirmann, 1987): the whole interval must lie below the slope
 * margin and above minus a multiple of it, and the drift that it allows over the span must be
 * small. The shortest span that shows this is taken, so quiet rates are accepted early and noisy
 * ones later. What a virtual machine does after that cannot be known from before (Barrett et al.,
 * "Virtual machine warmup blows hot and cold", OOPSLA 2017).
 *
 * <p>Simulated on {@link Criteria#warmUp}, windows of 250 ms, judged once per second, dips of 300
 * ms every 10 s on average, warm-ups of 12 to 16 s with sudden steps:
 *
 * <table>
 *   <caption>Delays and errors by window noise</caption>
 *   <tr><th>window noise</th><th>3 %</th><th>6 %</th><th>10 %</th></tr>
 *   <tr><td>flat from the start: accepted after (median, 95th percentile)</td>
 *       <td>6 s, 8 s</td><td>10 s, 12 s</td><td>12 s, 19 s</td></tr>
 *   <tr><td>warm-up: median delay after reaching 98 % for good</td>
 *       <td>4 s</td><td>6 s</td><td>8 s</td></tr>
 *   <tr><td>warm-up: accepted below 95 % of the final level</td>
 *       <td>0 %</td><td>0 %</td><td>0 %</td></tr>
 *   <tr><td>rising by 2.5 % per second: accepted within 30 s</td>
 *       <td>0 %</td><td>1 %</td><td>0 %</td></tr>
 * </table>
 *
 * <p>The methods it was chosen from are in {@code docs/decisions/steady-state.md}. Judging more
 * often than once per second gives noise more chances.
 */
public final class SteadyState {
  /** One-sided 5 % point of the normal distribution. */
  private static final double Z = 1.645;

  /** Each longer span tried is longer than the last by this factor. */
  private static final double SPAN_GROWTH = 1.25;

  /** With fewer, Sen's interval reaches over all slopes at {@link #Z}. */
  private static final int FEWEST_WINDOWS = 5;

  private final Criteria criteria;

  /** Where a trial stands. */
  public enum State {
    /** Not shown steady, and there is time left. */
    WARMING,
    /** Shown steady. */
    STEADY,
    /** Not shown steady when the time was over. */
    NEVER_SETTLED
  }

  /**
   * What counts as steady.
   *
   * @param windowSeconds the length of a window
   * @param slopePerSecond the largest trend accepted, as a share of the level per second
   * @param drift the largest change over the span accepted, as a share of the level
   * @param fallFactor how many times that a fall may be: a JVM that warms gets faster, while a fall
   *     is mostly somebody else's noise on a shared machine, which waiting does not cure
   * @param minSeconds the shortest span that can show it
   * @param maxSeconds the longest span looked at
   * @param limitSeconds when to give up
   */
  public record Criteria(
      double windowSeconds,
      double slopePerSecond,
      double drift,
      double fallFactor,
      double minSeconds,
      double maxSeconds,
      double limitSeconds) {

    /**
     * @throws IllegalArgumentException if a value is not positive or the spans are out of order
     */
    public Criteria {
      if (!(windowSeconds > 0 && slopePerSecond > 0 && drift > 0)) {
        throw new IllegalArgumentException("window, slope and drift must be positive");
      }
      if (minSeconds < FEWEST_WINDOWS * windowSeconds) {
        throw new IllegalArgumentException(
            "a span of " + minSeconds + " s holds fewer than " + FEWEST_WINDOWS + " windows");
      }
      if (maxSeconds < minSeconds || limitSeconds < minSeconds) {
        throw new IllegalArgumentException(
            "the longest span and the limit must reach the shortest");
      }
    }

    /**
     * For the path of a fresh JVM, which warms over some 16 s: a trend of at most 1.25 % per second
     * over at least 6 s.
     */
    public static Criteria warmUp(double windowSeconds, double limitSeconds) {
      return new Criteria(windowSeconds, 0.0125, 0.12, 1, 6, 20, limitSeconds);
    }

    /**
     * For the start of a measured trial on a path that is warm already, where only connections and
     * caches have to come up within a second: a trend of at most 10 % per second over at least 1.5
     * s.
     */
    public static Criteria settle(double windowSeconds, double limitSeconds) {
      return new Criteria(windowSeconds, 0.1, 0.4, 3, 1.5, 8, limitSeconds);
    }
  }

  /**
   * The verdict on the windows so far.
   *
   * @param state where the trial stands
   * @param sinceWindow index of the first window of the span shown steady; −1 unless steady
   * @param reason one line with the figures that decided
   */
  public record Decision(State state, int sinceWindow, String reason) {
    /** Whether measuring may begin. */
    public boolean steady() {
      return state == State.STEADY;
    }

    /**
     * The verdict on a trial whose load goes on for long before it is measured. A server under load
     * for minutes swings with its eviction and checkpoints: the time itself is what it needs.
     *
     * @param millis how long it goes on, 0 if it does not
     */
    public Decision afterRunIn(long millis) {
      return steady() || millis == 0
          ? this
          : new Decision(
              State.STEADY, Math.max(0, sinceWindow), "ran in for " + millis / 1000 + " s");
    }
  }

  /** The trend of a span relative to its level, per second, with its bounds. */
  private record Trend(double low, double high) {
    boolean within(double margin, double fallFactor) {
      return low >= -fallFactor * margin && high <= margin;
    }
  }

  public SteadyState(Criteria criteria) {
    this.criteria = criteria;
  }

  /**
   * Judges the windows so far.
   *
   * @param rates documents/s of each window since the start, oldest first, gapless
   */
  public Decision judge(double[] rates) {
    String reason = "";
    for (double seconds = criteria.minSeconds;
        seconds <= criteria.maxSeconds;
        seconds *= SPAN_GROWTH) {
      int windows = (int) Math.round(seconds / criteria.windowSeconds);
      if (windows > rates.length) {
        break;
      }
      Trend trend = trend(Arrays.copyOfRange(rates, rates.length - windows, rates.length));
      double span = windows * criteria.windowSeconds;
      double margin = Math.min(criteria.slopePerSecond, criteria.drift / span);
      reason = describe(trend, span, margin);
      if (trend.within(margin, criteria.fallFactor)) {
        return new Decision(State.STEADY, rates.length - windows, "steady: " + reason);
      }
    }
    if (reason.isEmpty()) {
      reason =
          String.format(
              Locale.ROOT,
              "%.1f s seen, the shortest span is %.1f s",
              rates.length * criteria.windowSeconds,
              criteria.minSeconds);
    }
    return rates.length * criteria.windowSeconds >= criteria.limitSeconds
        ? new Decision(
            State.NEVER_SETTLED,
            -1,
            String.format(
                Locale.ROOT, "never settled in %.0f s: %s", criteria.limitSeconds, reason))
        : new Decision(State.WARMING, -1, "warming: " + reason);
  }

  private static String describe(Trend trend, double span, double margin) {
    return String.format(
        Locale.ROOT,
        "over the last %.1f s the trend is between %+.2f and %+.2f %% per second, allowed ± %.2f",
        span,
        100 * trend.low,
        100 * trend.high,
        100 * margin);
  }

  private Trend trend(double[] rates) {
    int n = rates.length;
    int pairs = n * (n - 1) / 2;
    double[] slopes = new double[pairs];
    int k = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        slopes[k++] = (rates[j] - rates[i]) / ((j - i) * criteria.windowSeconds);
      }
    }
    Arrays.sort(slopes);
    double level = median(rates);
    double kendallDeviation = Math.sqrt(pairs * (2.0 * n + 5) / 9);
    // Sen's rank of the lower bound counts from 1, this one from 0.
    int below = (int) Math.round((pairs - Z * kendallDeviation) / 2) - 1;
    if (level <= 0 || below < 0) {
      return new Trend(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }
    return new Trend(slopes[below] / level, slopes[pairs - 1 - below] / level);
  }

  private static double median(double[] rates) {
    double[] sorted = rates.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
