package dev.weir.workload;

import org.hipparchus.random.RandomDataGenerator;

/**
 * Changes of players' documents: each player's come as a Poisson process of the same rate.
 *
 * <p>Only the change that makes a document dirty needs a moment of its own. Those that follow until
 * the document is written are counted, a Poisson number by their time: the same process, seen at
 * the cost of a written document, not of a change. Deterministic from the seed.
 */
public final class PoissonUpdates {
  private static final double NANOS = 1e9;

  private final double perNano;
  private final RandomDataGenerator random;

  /**
   * @param perSecond changes of one player per second
   */
  public PoissonUpdates(double perSecond, long seed) {
    this.perNano = perSecond / NANOS;
    this.random = new RandomDataGenerator(seed);
  }

  /**
   * Time in ns until the next change of any of that number of players, infinite for none. Poisson
   * processes have no memory, so it may be drawn anew at any moment.
   */
  double gap(int players) {
    double rate = players * perNano;
    return rate > 0 ? random.nextExponential(1 / rate) : Double.POSITIVE_INFINITY;
  }

  /** Any of that number of players, each as likely. */
  int anyOf(int players) {
    return random.nextInt(players);
  }

  /** How many changes one player makes in that time. */
  long during(long nanos) {
    double mean = perNano * nanos;
    return mean > 0 ? random.nextPoisson(mean) : 0;
  }
}
