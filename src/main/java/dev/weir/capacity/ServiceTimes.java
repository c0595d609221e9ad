package dev.weir.capacity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Service times of calls of several kinds that come mixed.
 *
 * @param mean of all, in any unit
 * @param variation squared coefficient of variation of all
 * @param quantiles equally spaced quantiles relative to the mean, ascending
 */
record ServiceTimes(double mean, double variation, List<Double> quantiles) {
  private static final int QUANTILES = 400;

  /**
   * One kind of call.
   *
   * @param weight its share of the calls, in any unit
   * @param mean service time
   * @param variation squared coefficient of variation
   * @param quantiles equally spaced quantiles relative to the mean; empty for a constant
   */
  record Kind(double weight, double mean, double variation, List<Double> quantiles) {}

  private record Weighted(double value, double weight) {}

  /**
   * The mixture: its mean and second moment are the weighted ones.
   *
   * @param kinds at least one, of positive weight
   */
  static ServiceTimes mixed(List<Kind> kinds) {
    double weight = kinds.stream().mapToDouble(Kind::weight).sum();
    double mean = 0;
    double square = 0;
    List<Weighted> values = new ArrayList<>();
    for (Kind kind : kinds) {
      double share = kind.weight() / weight;
      mean += share * kind.mean();
      square += share * kind.mean() * kind.mean() * (1 + kind.variation());
      List<Double> own = kind.quantiles().isEmpty() ? List.of(1.0) : kind.quantiles();
      own.forEach(q -> values.add(new Weighted(q * kind.mean(), share / own.size())));
    }
    values.sort(Comparator.comparingDouble(Weighted::value));
    return new ServiceTimes(mean, square / (mean * mean) - 1, quantiles(values, mean));
  }

  private static List<Double> quantiles(List<Weighted> sorted, double mean) {
    List<Double> quantiles = new ArrayList<>();
    double below = 0;
    for (Weighted each : sorted) {
      below += each.weight();
      while (quantiles.size() < QUANTILES && (quantiles.size() + 0.5) / QUANTILES <= below) {
        quantiles.add(each.value() / mean);
      }
    }
    return quantiles;
  }
}
