package dev.weir.capture;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The real ticker: each wait is computed anew from the clock, so that it never drifts. */
final class ClockTicker implements Ticker {
  private static final long EARLY_MS = 50;
  private static final Duration LONGEST_STOP = Duration.ofSeconds(6);

  private final Clock clock;

  ClockTicker(Clock clock) {
    this.clock = clock;
  }

  /** The first whole interval after {@code now}, in epoch milliseconds. */
  static long next(long nowMs, long intervalMs) {
    return Math.floorDiv(nowMs, intervalMs) * intervalMs + intervalMs;
  }

  /** How many intervals lie strictly between two ticks; 0 if the clock went backwards. */
  static int between(long lastMs, long dueMs, long intervalMs) {
    return (int) Math.max(0, (dueMs - lastMs) / intervalMs - 1);
  }

  @Override
  public AutoCloseable every(Duration interval, String name, Task task) {
    CountDownLatch stop = new CountDownLatch(1);
    Thread thread = new Thread(() -> run(interval.toMillis(), task, stop), name);
    thread.setDaemon(true);
    thread.start();
    return () -> {
      stop.countDown();
      thread.join(LONGEST_STOP.toMillis());
    };
  }

  private void run(long intervalMs, Task task, CountDownLatch stop) {
    long last = Long.MIN_VALUE;
    try {
      while (true) {
        long now = clock.millis();
        long due = next(now, intervalMs);
        if (stop.await(due - now, TimeUnit.MILLISECONDS)) {
          return;
        }
        long early = due - clock.millis();
        if (early > 0 && early <= EARLY_MS) {
          // The wait runs on another clock and ended a moment early; without this the tick came
          // twice.
          Thread.sleep(early);
        }
        task.tick(
            Instant.ofEpochMilli(due), last == Long.MIN_VALUE ? 0 : between(last, due, intervalMs));
        last = due;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
