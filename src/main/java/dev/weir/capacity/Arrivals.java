package dev.weir.capacity;

import java.util.List;

/** How unevenly calls come. */
final class Arrivals {
  private Arrivals() {}

  /**
   * Squared coefficient of variation of the times between calls of several independent streams that
   * come together.
   *
   * <p>Each stream may be regular; together they are less so, the more the emptier the server is
   * that they meet: {@code ca² = w·Σ pᵢcᵢ² + 1 − w}, with {@code w = 1/(1 + 4(1 − ρ)²(v − 1))} and
   * {@code v = 1/Σ pᵢ²}, pᵢ a stream's share of the calls (Whitt, <em>The Queueing Network
   * Analyzer</em>, Bell System Technical Journal 62, 1983, on superposition).
   *
   * @param rates calls per second of each stream
   * @param variations squared coefficient of variation of each on its own
   * @param utilisation ρ, 0 to 1
   */
  static double together(List<Double> rates, List<Double> variations, double utilisation) {
    double all = rates.stream().mapToDouble(Double::doubleValue).sum();
    double squares = 0;
    double mean = 0;
    for (int i = 0; i < rates.size(); i++) {
      double share = rates.get(i) / all;
      squares += share * share;
      mean += share * variations.get(i);
    }
    double idle = 1 - utilisation;
    double weight = 1 / (1 + 4 * idle * idle * (1 / squares - 1));
    return weight * mean + 1 - weight;
  }
}
