package dev.weir.capacity;

import java.util.List;

/**
 * Time from due to acknowledged between an idle and a saturated server: a queue with m servers and
 * general times.
 *
 * <p>The mean wait is Kingman's for general arrivals and services, with Sakasegawa's probability of
 * waiting, which unlike Erlang's C takes an m that is no whole number:
 *
 * <pre>P(wait) = ρ^(√(2(m+1)) − 1)
 * E(W) = (ca² + cs²)/2 · P(wait) · S / (m(1 − ρ))</pre>
 *
 * where S is the mean service time, ca² and cs² the squared coefficients of variation of
 * inter-arrival and service times (Sakasegawa, <em>An approximation formula L ≃ αρ^β/(1 − ρ)</em>,
 * Annals of the Institute of Statistical Mathematics 29, 1977; Whitt, <em>Approximations for the
 * GI/G/m queue</em>, Production and Operations Management 2, 1993). Who waits, waits for an
 * exponential time, which is exact for M/M/m and the heavy-traffic limit for the others.
 * Percentiles come from adding that to the measured distribution of service times.
 */
final class WaitingTime {
  private static final int HALVINGS = 60;
  private static final double LONGEST = 1e4;

  private final double utilisation;
  private final double service;
  private final double waitProbability;
  private final double waitWhenWaiting;
  private final List<Double> quantiles;

  /**
   * @param utilisation ρ, at least 0 and less than 1
   * @param servers m, at least 1
   * @param service S in any unit, which then is that of all results
   * @param arrivalVariation ca²
   * @param serviceVariation cs²
   * @param quantiles equally spaced quantiles of service time relative to S; empty for a constant
   */
  WaitingTime(
      double utilisation,
      double servers,
      double service,
      double arrivalVariation,
      double serviceVariation,
      List<Double> quantiles) {
    if (!(utilisation >= 0 && utilisation < 1 && servers >= 1 && service > 0)) {
      throw new IllegalArgumentException(
          "no steady queue: utilisation " + utilisation + ", " + servers + " servers");
    }
    this.utilisation = utilisation;
    this.service = service;
    this.waitProbability = Math.pow(utilisation, Math.sqrt(2 * (servers + 1)) - 1);
    this.waitWhenWaiting =
        (arrivalVariation + serviceVariation) / 2 * service / (servers * (1 - utilisation));
    this.quantiles = quantiles.isEmpty() ? List.of(1.0) : quantiles;
  }

  double utilisation() {
    return utilisation;
  }

  double meanWait() {
    return waitProbability * waitWhenWaiting;
  }

  double mean() {
    return service + meanWait();
  }

  /**
   * The time that a share of all calls stays under.
   *
   * @param share for instance 0.99
   */
  double percentile(double share) {
    double low = 0;
    double high = service * LONGEST + meanWait() * LONGEST;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      if (longerThan(middle) > 1 - share) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  private double longerThan(double time) {
    double sum = 0;
    for (double quantile : quantiles) {
      double left = time - quantile * service;
      if (left < 0) {
        sum += 1;
      } else if (waitWhenWaiting > 0) {
        sum += waitProbability * Math.exp(-left / waitWhenWaiting);
      }
    }
    return sum / quantiles.size();
  }
}
