package dev.weir.load.engine;

import java.util.concurrent.TimeUnit;

/** Waits for an intended start; how late it comes back is part of what an open loop records. */
@FunctionalInterface
public interface Pacer {
  /** Returns at or shortly after that moment of {@link Timing#nanoTime}. */
  void await(long nanoTime) throws InterruptedException;

  /**
   * Parks. Comes back some 60 µs late on Linux (50 µs of timer slack, prctl(2), and the wake-up),
   * and costs no CPU.
   */
  static Pacer parking(Timing timing) {
    return timing::sleepUntil;
  }

  /**
   * Parks until shortly before, then spins: some µs late, at the price of a core while it spins.
   *
   * @param spinNanos how long before the moment spinning begins
   */
  static Pacer spinning(Timing timing, long spinNanos) {
    return nanoTime -> {
      timing.sleepUntil(nanoTime - spinNanos);
      while (timing.nanoTime() < nanoTime) {
        Thread.onSpinWait();
      }
    };
  }

  /**
   * Spins only where a core is left for it: with fewer than four, it would take the time of a
   * server on the same host, and be preempted when it matters.
   *
   * @param cores that this process may use
   */
  static Pacer forCores(int cores, Timing timing) {
    return cores >= 4 ? spinning(timing, TimeUnit.MICROSECONDS.toNanos(100)) : parking(timing);
  }
}
