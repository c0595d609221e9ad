package dev.weir.analysis.stats;

import dev.weir.record.Interval;
import java.util.Arrays;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.stat.StatUtils;

/**
 * An estimate with its standard error, by Student's t ("The probable error of a mean", Biometrika
 * 6, 1908).
 *
 * @param estimate in any unit
 * @param standardError in the same unit; NaN if a single figure was there
 * @param degreesOfFreedom of the standard error, not necessarily whole
 * @param n figures that it rests on
 */
public record StudentT(double estimate, double standardError, double degreesOfFreedom, int n) {

  /** The mean of at least one figure. */
  public static StudentT of(double[] figures) {
    int n = figures.length;
    double error = n == 1 ? Double.NaN : Math.sqrt(StatUtils.variance(figures) / n);
    return new StudentT(StatUtils.mean(figures), error, n - 1.0, n);
  }

  /**
   * The trimmed mean, with the error that the winsorized figures tell (Tukey and McLaughlin,
   * Sankhyā A 25, 1963): a few figures that lie far off neither move it nor widen it much.
   *
   * @param share of the figures that is left out at either end, below 0.5
   */
  static StudentT trimmed(double[] figures, double share) {
    double[] sorted = figures.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    int out = (int) (n * share);
    int kept = n - 2 * out;
    if (out == 0 || kept < 2) {
      return of(figures);
    }
    double mean = trimmedMean(figures, share);
    Arrays.fill(sorted, 0, out, sorted[out]);
    Arrays.fill(sorted, n - out, n, sorted[n - out - 1]);
    double squares = StatUtils.variance(sorted) * (n - 1);
    return new StudentT(mean, Math.sqrt(squares / (kept * (kept - 1.0))), kept - 1.0, n);
  }

  /** The mean of all but that share at either end. */
  static double trimmedMean(double[] figures, double share) {
    double[] sorted = figures.clone();
    Arrays.sort(sorted);
    int out = (int) (sorted.length * share);
    return Arrays.stream(sorted, out, sorted.length - out).average().orElse(Double.NaN);
  }

  /** The two-sided interval; its bounds are NaN for a single figure. */
  public Interval interval(double confidence, String method) {
    double half = half(confidence);
    return new Interval(estimate, estimate - half, estimate + half, confidence, n, method);
  }

  /** The interval of a ratio whose natural logarithm this is. */
  public Interval ratio(double confidence, String method) {
    double half = half(confidence);
    return new Interval(
        Math.exp(estimate),
        Math.exp(estimate - half),
        Math.exp(estimate + half),
        confidence,
        n,
        method);
  }

  private double half(double confidence) {
    return n == 1 ? Double.NaN : quantile(confidence) * standardError;
  }

  /** How many standard errors a two-sided interval reaches from the estimate. */
  public double quantile(double confidence) {
    return quantile(degreesOfFreedom, confidence);
  }

  public static double quantile(double degreesOfFreedom, double confidence) {
    return new TDistribution(degreesOfFreedom).inverseCumulativeProbability((1 + confidence) / 2);
  }

  /** Probability that t is at most {@code standardErrors}. */
  public double below(double standardErrors) {
    return new TDistribution(degreesOfFreedom).cumulativeProbability(standardErrors);
  }
}
