package dev.weir.workload;

import java.util.SplittableRandom;

/**
 * Changes of players' documents: each player's come as a Poisson process of the same rate. All of
 * them together are one Poisson process whose events fall on players at random, which is how they
 * are made. Deterministic from the seed.
 */
public final class PoissonUpdates {
  private static final double NANOS = 1e9;

  private final double perNano;
  private final SplittableRandom random;
  private double next;

  /**
   * @param perSecond changes of one player per second
   * @param startNanos the time they begin
   */
  public PoissonUpdates(int players, double perSecond, long startNanos, long seed) {
    this.perNano = players * perSecond / NANOS;
    this.random = new SplittableRandom(seed);
    this.next = startNanos + gap();
  }

  /** Notes every change up to that time, the time of each as it came. */
  public void until(long nanos, DirtySet dirty) {
    while (next <= nanos) {
      dirty.update(random.nextInt(dirty.players()), (long) next);
      next += gap();
    }
  }

  /** An exponential time by inversion; 1 − u is never 0. */
  private double gap() {
    return -Math.log(1 - random.nextDouble()) / perNano;
  }
}
