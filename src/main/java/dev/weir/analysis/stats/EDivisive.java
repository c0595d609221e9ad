package dev.weir.analysis.stats;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Change points of a series: E-divisive (Matteson and James, A nonparametric approach for multiple
 * change point analysis of multivariate data, JASA 109, 2014), which MongoDB uses on its own
 * performance tests (Daly et al., ICPE 2020). Splits the series where the energy distance between
 * both parts is largest, tests that split by permuting its segment, and goes on within the parts.
 * Assumes nothing about the distribution; assumes that without a change the order of the values
 * means nothing.
 */
public final class EDivisive {
  /** The fewest values on either side of a change: one outlier is no new level. */
  public static final int FEWEST = 3;

  private final double alpha;
  private final Random random;
  private final int permutations;

  /**
   * @param alpha the level of each test; small levels take more permutations
   * @param random shuffles; the same seed finds the same changes
   */
  public EDivisive(double alpha, Random random) {
    if (!(alpha > 0 && alpha < 1)) {
      throw new IllegalArgumentException("a level lies between 0 and 1, got " + alpha);
    }
    this.alpha = alpha;
    this.random = random;
    this.permutations = (int) Math.max(999, Math.ceil(10 / alpha));
  }

  /**
   * A change.
   *
   * @param index of the first value of the new level
   * @param p of its permutation test
   */
  public record ChangePoint(int index, double p) {}

  private record Split(int at, double energy) {}

  /** The changes of a series, in its order. */
  public List<ChangePoint> find(double[] series) {
    List<ChangePoint> found = new ArrayList<>();
    divide(series, 0, series.length, found);
    found.sort(Comparator.comparingInt(ChangePoint::index));
    return found;
  }

  private void divide(double[] series, int from, int to, List<ChangePoint> found) {
    int n = to - from;
    if (n < 2 * FEWEST) {
      return;
    }
    List<Double> segment = new ArrayList<>(n);
    for (int i = from; i < to; i++) {
      segment.add(series[i]);
    }
    Split best = best(segment);
    double p = p(segment, best.energy);
    if (p <= alpha) {
      int at = from + best.at;
      found.add(new ChangePoint(at, p));
      divide(series, from, at, found);
      divide(series, at, to, found);
    }
  }

  /** The share of shuffled segments that split at least as well; stops once it can't be small. */
  private double p(List<Double> segment, double energy) {
    List<Double> shuffled = new ArrayList<>(segment);
    double tooMany = alpha * (permutations + 1);
    int asGood = 1; // the segment itself
    for (int done = 1; done <= permutations; done++) {
      Collections.shuffle(shuffled, random);
      asGood += best(shuffled).energy >= energy - 1e-12 ? 1 : 0;
      if (asGood > tooMany) {
        return (double) asGood / (done + 1);
      }
    }
    return (double) asGood / (permutations + 1);
  }

  private static Split best(List<Double> xs) {
    int n = xs.size();
    double within = 0; // sum of distances left of the split
    double across = 0;
    double right = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        right += Math.abs(xs.get(i) - xs.get(j));
      }
    }
    Split best = new Split(0, Double.NEGATIVE_INFINITY);
    for (int at = 1; at <= n - FEWEST; at++) {
      double moved = xs.get(at - 1); // from the right part to the left one
      double toLeft = 0;
      double toRight = 0;
      for (int i = 0; i < n; i++) {
        double distance = Math.abs(xs.get(i) - moved);
        if (i < at - 1) {
          toLeft += distance;
        } else {
          toRight += distance;
        }
      }
      within += toLeft;
      right -= toRight;
      across += toRight - toLeft;
      if (at >= FEWEST) {
        double energy = energy(at, n - at, within, right, across);
        if (energy > best.energy) {
          best = new Split(at, energy);
        }
      }
    }
    return best;
  }

  /** Szekely and Rizzo's energy statistic of two samples, distances to the power of one. */
  private static double energy(int m, int n, double within, double right, double across) {
    double distance =
        2 * across / ((double) m * n)
            - 2 * within / ((double) m * (m - 1))
            - 2 * right / ((double) n * (n - 1));
    return distance * m * n / (m + n);
  }
}
