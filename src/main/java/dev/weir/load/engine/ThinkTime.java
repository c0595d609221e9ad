package dev.weir.load.engine;

import java.util.concurrent.TimeUnit;
import org.hipparchus.random.RandomDataGenerator;

/**
 * A pause before each call, exponentially distributed: with many lanes, calls come nearly as a
 * Poisson process, and the server is left time (the think time of interactive systems; Denning and
 * Buzen, <em>The Operational Analysis of Queueing Network Models</em>, Computing Surveys 10, 1978).
 */
final class ThinkTime implements Feed {
  private final double meanNanos;
  private final RandomDataGenerator random;
  private final Timing timing;

  /**
   * @param meanMillis more than 0
   */
  ThinkTime(double meanMillis, long seed, Timing timing) {
    this.meanNanos = meanMillis * TimeUnit.MILLISECONDS.toNanos(1);
    this.random = new RandomDataGenerator(seed);
    this.timing = timing;
  }

  @Override
  public boolean next(Call call) {
    call.intendedAt = timing.nanoTime() + (long) random.nextExponential(meanNanos);
    return true;
  }
}
