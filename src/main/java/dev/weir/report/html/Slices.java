package dev.weir.report.html;

import java.util.Arrays;

/** One column of a timeline in equal slices: of each the mean, least and most, NaN without any. */
public final class Slices {
  private final double[] sum;
  private final double[] least;
  private final double[] most;
  private final int[] count;

  Slices(int slices) {
    sum = new double[slices];
    least = new double[slices];
    most = new double[slices];
    count = new int[slices];
    Arrays.fill(least, Double.NaN);
    Arrays.fill(most, Double.NaN);
  }

  void add(int slice, double figure) {
    sum[slice] += figure;
    least[slice] = count[slice] == 0 ? figure : Math.min(least[slice], figure);
    most[slice] = count[slice] == 0 ? figure : Math.max(most[slice], figure);
    count[slice]++;
  }

  double mean(int slice) {
    return count[slice] == 0 ? Double.NaN : sum[slice] / count[slice];
  }

  double least(int slice) {
    return least[slice];
  }

  double most(int slice) {
    return most[slice];
  }

  /** The most of all slices; 0 if there is no figure. */
  double most() {
    return Arrays.stream(most).filter(figure -> !Double.isNaN(figure)).max().orElse(0);
  }

  /** Whether there is nothing to see: no figure, or none but zero. */
  boolean isFlat() {
    return Arrays.stream(most).allMatch(figure -> Double.isNaN(figure) || figure == 0);
  }
}
