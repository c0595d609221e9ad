package dev.weir.runner;

import java.util.Arrays;

/**
 * How much a series grew over its span: the Theil–Sen slope, the median of the slopes of all pairs,
 * with Sen's 95 % interval (Sen, "Estimates of the regression coefficient based on Kendall's tau",
 * JASA 63, 1968), times the length of the span.
 *
 * @param level the median of the values
 */
record Drift(int samples, double level, double change, double low, double high) {
  private static final double Z = 1.96;

  /**
   * @param times ascending, in any unit
   * @param values at these times, at least five
   */
  static Drift of(double[] times, double[] values) {
    int n = values.length;
    if (n < 5 || times.length != n) {
      throw new IllegalArgumentException(n + " samples tell no drift");
    }
    double[] slopes = new double[n * (n - 1) / 2];
    int k = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        slopes[k++] = (values[j] - values[i]) / (times[j] - times[i]);
      }
    }
    Arrays.sort(slopes);
    double deviation = Math.sqrt(n * (n - 1.0) * (2.0 * n + 5) / 18);
    int below = (int) Math.max(0, Math.floor((k - Z * deviation) / 2));
    double span = times[n - 1] - times[0];
    return new Drift(
        n,
        median(values),
        median(slopes) * span,
        slopes[below] * span,
        slopes[k - 1 - below] * span);
  }

  /** Whether growth by more than that can be ruled out; falling is no leak. */
  boolean flat(double allowed) {
    return high <= allowed;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
