package dev.weir.analysis;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.stat.StatUtils;

/**
 * The ways to put an interval around a mean of few rounds that were weighed against each other; the
 * measured outcome is in docs/decisions/intervals.md.
 */
public final class IntervalCandidates {
  /** A method: returns {low, high}. */
  public interface Method {
    double[] interval(double[] xs, double confidence, Random random);
  }

  private static final NormalDistribution NORMAL = new NormalDistribution();
  private static final int RESAMPLES = 999;

  private IntervalCandidates() {}

  static Map<String, Method> all() {
    Map<String, Method> methods = new LinkedHashMap<>();
    methods.put("percentile bootstrap", IntervalCandidates::percentile);
    methods.put("BCa bootstrap", IntervalCandidates::bca);
    methods.put("bootstrap-t", IntervalCandidates::bootstrapT);
    methods.put("expanded percentile", IntervalCandidates::expandedPercentile);
    methods.put("Student t", (xs, c, r) -> studentT(xs, c));
    methods.put("Student t on logs", (xs, c, r) -> studentTOnLogs(xs, c));
    return methods;
  }

  public static double[] percentile(double[] xs, double confidence, Random random) {
    double tail = (1 - confidence) / 2;
    return quantiles(resampledMeans(xs, random), tail, 1 - tail);
  }

  /** Hesterberg (2015), section 6.2: percentiles widened to what Student's t would ask for. */
  public static double[] expandedPercentile(double[] xs, double confidence, Random random) {
    int n = xs.length;
    double t = tQuantile(n, confidence);
    double tail = NORMAL.cumulativeProbability(-Math.sqrt(n / (n - 1.0)) * t);
    return quantiles(resampledMeans(xs, random), tail, 1 - tail);
  }

  /** Efron (1987): bias corrected and accelerated, the acceleration by the jackknife. */
  private static double[] bca(double[] xs, double confidence, Random random) {
    double[] means = resampledMeans(xs, random);
    double mean = StatUtils.mean(xs);
    double below = 0;
    for (double m : means) {
      below += m < mean - 1e-9 ? 1 : m <= mean + 1e-9 ? 0.5 : 0;
    }
    double bias = NORMAL.inverseCumulativeProbability(below / means.length);
    double cubes = 0;
    double squares = 0;
    for (double x : xs) {
      double d = (x - mean) / (xs.length - 1); // mean minus the mean without x, up to sign
      cubes += d * d * d;
      squares += d * d;
    }
    double acceleration = cubes / (6 * Math.pow(squares, 1.5));
    double z = NORMAL.inverseCumulativeProbability((1 + confidence) / 2);
    return quantiles(means, adjusted(bias, acceleration, -z), adjusted(bias, acceleration, z));
  }

  private static double adjusted(double bias, double acceleration, double z) {
    double shifted = bias + z;
    return NORMAL.cumulativeProbability(bias + shifted / (1 - acceleration * shifted));
  }

  /** Efron & Tibshirani (1993), chapter 12; resamples of one repeated value have no t. */
  private static double[] bootstrapT(double[] xs, double confidence, Random random) {
    int n = xs.length;
    double mean = StatUtils.mean(xs);
    double error = Math.sqrt(StatUtils.variance(xs) / n);
    double[] ts = new double[RESAMPLES];
    double[] resample = new double[n];
    for (int b = 0; b < RESAMPLES; b++) {
      double own;
      do {
        draw(xs, resample, random);
        own = Math.sqrt(StatUtils.variance(resample) / n);
      } while (own < 1e-12);
      ts[b] = (StatUtils.mean(resample) - mean) / own;
    }
    Arrays.sort(ts);
    double tail = (1 - confidence) / 2;
    double[] q = quantiles(ts, tail, 1 - tail);
    return new double[] {mean - q[1] * error, mean - q[0] * error};
  }

  static double[] studentT(double[] xs, double confidence) {
    double mean = StatUtils.mean(xs);
    double half = tQuantile(xs.length, confidence) * Math.sqrt(StatUtils.variance(xs) / xs.length);
    return new double[] {mean - half, mean + half};
  }

  private static double[] studentTOnLogs(double[] xs, double confidence) {
    double[] logs = Arrays.stream(xs).map(Math::log).toArray();
    double[] interval = studentT(logs, confidence);
    return new double[] {Math.exp(interval[0]), Math.exp(interval[1])};
  }

  static double tQuantile(int n, double confidence) {
    return new TDistribution(n - 1).inverseCumulativeProbability((1 + confidence) / 2);
  }

  /** Sorted means of all n^n resamples where these are few, else of a random lot. */
  private static double[] resampledMeans(double[] xs, Random random) {
    int n = xs.length;
    int all = n <= 5 ? (int) Math.pow(n, n) : 0;
    double[] means = new double[all == 0 ? RESAMPLES : all];
    double[] resample = new double[n];
    for (int b = 0; b < means.length; b++) {
      if (all == 0) {
        draw(xs, resample, random);
      } else {
        for (int i = 0, code = b; i < n; i++, code /= n) {
          resample[i] = xs[code % n];
        }
      }
      means[b] = StatUtils.mean(resample);
    }
    Arrays.sort(means);
    return means;
  }

  private static void draw(double[] from, double[] into, Random random) {
    for (int i = 0; i < into.length; i++) {
      into[i] = from[random.nextInt(from.length)];
    }
  }

  private static double[] quantiles(double[] sorted, double low, double high) {
    return new double[] {quantile(sorted, low), quantile(sorted, high)};
  }

  private static double quantile(double[] sorted, double p) {
    int index = (int) Math.floor(p * sorted.length);
    return sorted[Math.min(sorted.length - 1, Math.max(0, index))];
  }
}
