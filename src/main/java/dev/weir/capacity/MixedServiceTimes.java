package dev.weir.capacity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Times of calls of several kinds that come mixed.
 *
 * @param mean of all, in any unit
 * @param quantiles equally spaced quantiles in that unit, ascending
 */
record MixedServiceTimes(double mean, List<Double> quantiles) {
  private static final int QUANTILES = 200;

  /**
   * One kind of call.
   *
   * @param weight its share of the calls, in any unit
   * @param mean time of a call
   * @param quantiles equally spaced quantiles relative to the mean; empty for a constant
   */
  record Kind(double weight, double mean, List<Double> quantiles) {}

  private record Weighted(double value, double weight) {}

  /**
   * The mixture.
   *
   * @param kinds at least one, of positive weight
   */
  static MixedServiceTimes of(List<Kind> kinds) {
    double weight = kinds.stream().mapToDouble(Kind::weight).sum();
    double mean = 0;
    List<Weighted> values = new ArrayList<>();
    for (Kind kind : kinds) {
      double share = kind.weight() / weight;
      mean += share * kind.mean();
      List<Double> own = kind.quantiles().isEmpty() ? List.of(1.0) : kind.quantiles();
      own.forEach(q -> values.add(new Weighted(q * kind.mean(), share / own.size())));
    }
    values.sort(Comparator.comparingDouble(Weighted::value));
    return new MixedServiceTimes(mean, quantiles(values));
  }

  private static List<Double> quantiles(List<Weighted> sorted) {
    List<Double> quantiles = new ArrayList<>();
    double below = 0;
    for (Weighted each : sorted) {
      below += each.weight();
      while (quantiles.size() < QUANTILES && (quantiles.size() + 0.5) / QUANTILES <= below) {
        quantiles.add(each.value());
      }
    }
    return quantiles;
  }

  /** All of them so many times as long. */
  MixedServiceTimes times(double factor) {
    return factor == 1
        ? this
        : new MixedServiceTimes(
            mean * factor, quantiles.stream().map(quantile -> quantile * factor).toList());
  }

  /** The share of calls that take longer. */
  double longerThan(double time) {
    int low = 0;
    int high = quantiles.size();
    while (low < high) {
      int middle = (low + high) / 2;
      if (quantiles.get(middle) > time) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return 1 - (double) low / quantiles.size();
  }
}
