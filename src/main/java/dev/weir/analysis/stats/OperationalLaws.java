package dev.weir.analysis.stats;

/**
 * The operational laws of queueing systems: they hold for whatever was measured over an interval,
 * without any assumption on distributions.
 *
 * <p>Sources: Denning and Buzen, "The operational analysis of queueing network models", ACM
 * Computing Surveys 10(3), 1978; Lazowska, Zahorjan, Graham and Sevcik, <em>Quantitative System
 * Performance</em>, Prentice-Hall 1984, chapters 3 (laws) and 5 (bounds).
 *
 * <p>Times are in seconds, rates per second; a completion is whatever the rate counts (a document,
 * a batch), the same one throughout a formula. A resource of several servers, such as a CPU of
 * several cores, counts in busy servers: 1.5 of 2 cores.
 */
public final class OperationalLaws {
  private OperationalLaws() {}

  /**
   * Utilisation law, U = X · D.
   *
   * @param throughput X, completions per second
   * @param demand D, seconds of the resource per completion
   * @return busy servers; at most the number that there are
   */
  public static double busyServers(double throughput, double demand) {
    return atLeastZero(throughput, "throughput") * atLeastZero(demand, "demand");
  }

  /**
   * Service demand law, D = U / X.
   *
   * @param busyServers U, for instance CPU-seconds per second
   * @param throughput X, completions per second
   * @return seconds of the resource per completion
   */
  public static double serviceDemand(double busyServers, double throughput) {
    return atLeastZero(busyServers, "busy servers") / positive(throughput, "throughput");
  }

  /**
   * Little's law, N = X · R (Little, Operations Research 9(3), 1961).
   *
   * @param throughput X, completions per second
   * @param residence R, seconds in the system
   * @return the mean number inside, for instance the connections in use
   */
  public static double inFlight(double throughput, double residence) {
    return atLeastZero(throughput, "throughput") * atLeastZero(residence, "residence time");
  }

  /**
   * Interactive response time law, R = N / X − Z.
   *
   * @param inFlight N, customers of a closed loop
   * @param throughput X, completions per second
   * @param thinkTime Z, seconds between a completion and the same customer's next start
   * @return seconds from start to completion
   */
  public static double responseTime(double inFlight, double throughput, double thinkTime) {
    return atLeastZero(inFlight, "in flight") / positive(throughput, "throughput")
        - atLeastZero(thinkTime, "think time");
  }

  /**
   * Upper asymptotic bound of a closed loop, X(N) ≤ min(1 / Dmax, N / (D + Z)).
   *
   * @param inFlight N, customers
   * @param totalDemand D, seconds over all resources per completion, waiting excluded
   * @param largestDemand Dmax, seconds at the bottleneck per completion, divided by the number of
   *     its servers
   * @param thinkTime Z, seconds
   * @return completions per second
   */
  public static double throughputAtMost(
      double inFlight, double totalDemand, double largestDemand, double thinkTime) {
    return Math.min(
        1 / positive(largestDemand, "largest demand"),
        atLeastZero(inFlight, "in flight")
            / (positive(totalDemand, "total demand") + atLeastZero(thinkTime, "think time")));
  }

  /**
   * Lower asymptotic bound of a closed loop, X(N) ≥ N / (N · D + Z): everyone waits for all others
   * everywhere. Arguments as in {@link #throughputAtMost}.
   */
  public static double throughputAtLeast(double inFlight, double totalDemand, double thinkTime) {
    return positive(inFlight, "in flight")
        / (inFlight * positive(totalDemand, "total demand") + atLeastZero(thinkTime, "think time"));
  }

  /**
   * Lower bound of the response time of a closed loop, R(N) ≥ max(D, N · Dmax − Z), in seconds.
   * Arguments as in {@link #throughputAtMost}.
   */
  public static double responseTimeAtLeast(
      double inFlight, double totalDemand, double largestDemand, double thinkTime) {
    return Math.max(
        positive(totalDemand, "total demand"),
        atLeastZero(inFlight, "in flight") * positive(largestDemand, "largest demand")
            - atLeastZero(thinkTime, "think time"));
  }

  /**
   * The knee, N* = (D + Z) / Dmax: with fewer in flight the bottleneck must be idle at times, with
   * more some must wait. Arguments as in {@link #throughputAtMost}.
   */
  public static double saturationPoint(double totalDemand, double largestDemand, double thinkTime) {
    return (positive(totalDemand, "total demand") + atLeastZero(thinkTime, "think time"))
        / positive(largestDemand, "largest demand");
  }

  private static double positive(double value, String what) {
    if (!(value > 0)) {
      throw new IllegalArgumentException(what + " must be positive, got " + value);
    }
    return value;
  }

  private static double atLeastZero(double value, String what) {
    if (!(value >= 0)) {
      throw new IllegalArgumentException(what + " must not be negative, got " + value);
    }
    return value;
  }
}
