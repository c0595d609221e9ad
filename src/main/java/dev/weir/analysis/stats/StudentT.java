package dev.weir.analysis.stats;

import dev.weir.record.Interval;
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
