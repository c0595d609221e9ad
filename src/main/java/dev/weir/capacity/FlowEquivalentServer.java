package dev.weir.capacity;

import java.util.ArrayList;
import java.util.List;
import org.hipparchus.analysis.UnivariateFunction;
import org.hipparchus.analysis.solvers.BrentSolver;

/**
 * Time of a call between an idle and a saturated server, from what was measured with so many calls
 * in flight.
 *
 * <p>The whole system of client, network and server is one server whose speed depends on the n
 * calls that it has at once: μ(n) = n/T(n) calls a second, where T(n) is the mean time of a call
 * measured in a closed loop of n (the flow-equivalent server of Chandy, Herzog and Woo,
 * <em>Parametric Analysis of Queuing Networks</em>, IBM Journal of Research and Development 19,
 * 1975; Lazowska et al., <em>Quantitative System Performance</em>, 1984, chapter 8). Calls that
 * come at random then find n others with the probability
 *
 * <pre>p(n) = p(0) · Π λ/μ(i), i = 1…n</pre>
 *
 * and calls that share the server equally make p independent of how the times are distributed
 * (Kelly, <em>Reversibility and Stochastic Networks</em>, 1979, chapter 3). Who finds n − 1 others
 * takes as long as calls took in the closed loop of n. Beyond the loop of most throughput the
 * server gets no faster: T grows with n. A {@link Backlog} comes on top.
 *
 * <p>Calls that come more regularly than at random find fewer others: with Erlang-k times between
 * them as many as if the utilisation were σ, the root below 1 of
 *
 * <pre>σ = (1 + (1 − σ)/(kρ))^−k</pre>
 *
 * <p>which is exact for one speed and exponential calls (G/M/1: Kleinrock, <em>Queueing
 * Systems</em>, volume 1, 1975, chapter 6), and ρ for k = 1.
 */
final class FlowEquivalentServer {
  private static final int HALVINGS = 50;
  private static final int MOST_EVALUATIONS = 50;
  private static final double PRECISE = 1e-9;

  /** Larger crowds are less likely than this. */
  private static final double NEGLIGIBLE = 1e-9;

  private static final int MOST_CALLS = 2_000;

  private final List<MixedServiceTimes> levels;
  private final Backlog backlog;
  private final List<Double> found = new ArrayList<>();

  /**
   * @param utilisation λ over the largest μ, at least 0 and less than 1
   * @param regularity k of the Erlang-k times between calls, at least 1: calls at random
   * @param levels times of calls in closed loops of 1, 2, … up to the one of most throughput, in ms
   * @param backlog waited for before that
   */
  FlowEquivalentServer(
      double utilisation, double regularity, List<MixedServiceTimes> levels, Backlog backlog) {
    if (!(utilisation >= 0 && utilisation < 1) || levels.isEmpty()) {
      throw new IllegalArgumentException("no steady queue: utilisation " + utilisation);
    }
    this.levels = levels;
    this.backlog = backlog;
    double fastest = speed(levels.size());
    double seen = seenByArrivals(utilisation, regularity);
    double probability = 1;
    double sum = 0;
    for (int n = 0; n < MOST_CALLS && (n < levels.size() || probability > NEGLIGIBLE * sum); n++) {
      found.add(probability);
      sum += probability;
      probability *= seen * fastest / speed(Math.min(n + 1, levels.size()));
    }
    double all = sum;
    found.replaceAll(p -> p / all);
  }

  private static double seenByArrivals(double utilisation, double regularity) {
    if (utilisation == 0 || regularity == 1) {
      return utilisation;
    }
    UnivariateFunction miss =
        seen -> seen - Math.pow(1 + (1 - seen) / (regularity * utilisation), -regularity);
    // 1 is a root as well; the other lies below the utilisation.
    return new BrentSolver(PRECISE).solve(MOST_EVALUATIONS, miss, 0, utilisation);
  }

  private double speed(int calls) {
    return calls / level(calls).mean();
  }

  private MixedServiceTimes level(int calls) {
    return levels.get(Math.min(calls, levels.size()) - 1);
  }

  /** How many times longer than measured calls take, because more of them wait. */
  private double stretch(int calls) {
    return Math.max(1, (double) calls / levels.size());
  }

  /** Mean time of a call in ms. */
  double mean() {
    double mean = 0;
    for (int n = 1; n <= found.size(); n++) {
      mean += found.get(n - 1) * level(n).mean() * stretch(n);
    }
    return mean + backlog.mean();
  }

  /** How many calls a call shares the server with in the mean, itself included. */
  double callsAtOnce() {
    double mean = 0;
    for (int n = 1; n <= found.size(); n++) {
      mean += found.get(n - 1) * n;
    }
    return mean;
  }

  /**
   * The time in ms that a share of all calls stays under.
   *
   * @param share for instance 0.99
   */
  double percentile(double share) {
    double low = 0;
    double high = 0;
    for (int n = 1; n <= found.size(); n++) {
      high = Math.max(high, level(n).quantiles().get(level(n).quantiles().size() - 1) * stretch(n));
    }
    high += backlog.longest();
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      if (longerThanWithBacklog(middle) > 1 - share) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  private double longerThanWithBacklog(double time) {
    double sum = 0;
    for (double wait : backlog.millis()) {
      sum += wait > time ? 1 : longerThan(time - wait);
    }
    double behind = backlog.millis().isEmpty() ? 0 : sum / backlog.millis().size();
    return backlog.clear() * longerThan(time) + (1 - backlog.clear()) * behind;
  }

  private double longerThan(double time) {
    double sum = 0;
    for (int n = 1; n <= found.size(); n++) {
      sum += found.get(n - 1) * level(n).longerThan(time / stretch(n));
    }
    return sum;
  }
}
