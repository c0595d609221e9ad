package dev.weir.load.engine;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The clocks of a load generator, injected so that its logic is tested without sleeping. */
public interface Timing {
  /** Monotonic nanoseconds. */
  long nanoTime();

  /** UTC epoch milliseconds. */
  long epochMillis();

  /** UTC epoch microseconds, as fine as the clock tells them. */
  default long epochMicros() {
    return TimeUnit.MILLISECONDS.toMicros(epochMillis());
  }

  /** Returns at or shortly after that moment of {@link #nanoTime}. */
  void sleepUntil(long nanoTime) throws InterruptedException;

  /** The machine's clocks. */
  static Timing system() {
    return new Timing() {
      @Override
      public long nanoTime() {
        return System.nanoTime();
      }

      @Override
      public long epochMillis() {
        return System.currentTimeMillis();
      }

      @Override
      public long epochMicros() {
        Instant now = Instant.now();
        return TimeUnit.SECONDS.toMicros(now.getEpochSecond())
            + TimeUnit.NANOSECONDS.toMicros(now.getNano());
      }

      @Override
      public void sleepUntil(long nanoTime) throws InterruptedException {
        for (long left = nanoTime - System.nanoTime();
            left > 0;
            left = nanoTime - System.nanoTime()) {
          LockSupport.parkNanos(Math.min(left, TimeUnit.SECONDS.toNanos(1)));
          if (Thread.interrupted()) {
            throw new InterruptedException();
          }
        }
      }
    };
  }
}
