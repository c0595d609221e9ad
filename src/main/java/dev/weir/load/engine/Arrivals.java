package dev.weir.load.engine;

import java.util.SplittableRandom;

/**
 * The intended start times of an open loop, in nanoseconds after its start and never decreasing.
 * They depend on nothing that the server does, so a slow answer delays no later arrival: that is
 * what prevents coordinated omission. Called by one thread at a time.
 */
@FunctionalInterface
public interface Arrivals {
  /** Returned by {@link #next} when there are no more. */
  long NONE = Long.MAX_VALUE;

  /** The next intended start, or {@link #NONE}, then for ever. */
  long next();

  /**
   * Evenly spaced arrivals. Each time is computed from its number, so that rounding does not add
   * up.
   *
   * @param perSecond arrivals per second, above 0
   * @param lengthNanos arrivals lie before this
   */
  static Arrivals constant(double perSecond, long lengthNanos) {
    requirePositive(perSecond);
    return new Arrivals() {
      private long number;

      @Override
      public long next() {
        long at = Math.round(number * 1e9 / perSecond);
        if (at >= lengthNanos) {
          return NONE;
        }
        number++;
        return at;
      }
    };
  }

  /**
   * A Poisson process: independent exponential gaps, the arrivals of many players who know nothing
   * of each other. Over n arrivals its rate differs from {@code perSecond} by a relative standard
   * deviation of 1/√n.
   *
   * @param perSecond mean arrivals per second, above 0
   * @param lengthNanos arrivals lie before this
   */
  static Arrivals poisson(double perSecond, long lengthNanos, long seed) {
    requirePositive(perSecond);
    SplittableRandom random = new SplittableRandom(seed);
    return new Arrivals() {
      private double at;

      @Override
      public long next() {
        // 1 - u lies in (0, 1]: the logarithm is finite
        at += -Math.log(1 - random.nextDouble()) * 1e9 / perSecond;
        return at >= lengthNanos ? NONE : (long) at;
      }
    };
  }

  private static void requirePositive(double perSecond) {
    if (!(perSecond > 0) || Double.isInfinite(perSecond)) {
      throw new IllegalArgumentException("a rate must be above 0 per second: " + perSecond);
    }
  }
}
