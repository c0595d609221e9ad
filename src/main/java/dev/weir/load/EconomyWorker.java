package dev.weir.load;

import dev.weir.driver.economy.EconomyOutcome;
import dev.weir.workload.economy.EconomyOperation;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;

/**
 * One player's terminal, as TPC-C's (clause 5.2): draws an operation, waits its keying time, starts
 * it, waits for its end, then the think time. The operation is meant to start when the waiting is
 * over; being late for that is part of its response time.
 */
final class EconomyWorker implements Runnable {
  private final int index;
  private final Operations operations;
  private final SplittableRandom random;
  private final double scale;
  private final EconomyCounts counts;
  private final Timing timing;
  private final BooleanSupplier stopping;
  private final CountDownLatch finished;

  /** Carries out one operation of that id. */
  @FunctionalInterface
  interface Operations {
    EconomyOutcome run(EconomyOperation operation, String id);
  }

  /**
   * @param scale of keying and think times; 1 is TPC-C's own
   */
  EconomyWorker(
      int index,
      Operations operations,
      SplittableRandom random,
      double scale,
      EconomyCounts counts,
      Timing timing,
      BooleanSupplier stopping,
      CountDownLatch finished) {
    this.index = index;
    this.operations = operations;
    this.random = random;
    this.scale = scale;
    this.counts = counts;
    this.timing = timing;
    this.stopping = stopping;
    this.finished = finished;
  }

  @Override
  public void run() {
    try {
      // Workers that all began at once would stay in step for a while.
      double first = random.nextDouble() * EconomyOperation.meanCycleSeconds();
      long due = timing.nanoTime() + nanos(first);
      for (long number = 0; waited(due); number++) {
        EconomyOperation operation = EconomyOperation.pick(random);
        due += nanos(operation.keyingSeconds());
        if (!waited(due)) {
          return;
        }
        long startedAt = timing.nanoTime();
        EconomyOutcome outcome = operations.run(operation, "w" + index + "-" + number);
        long endedAt = timing.nanoTime();
        counts.add(operation, outcome, index, endedAt - startedAt, endedAt - due);
        due = endedAt + nanos(operation.thinkSeconds(random));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      finished.countDown();
    }
  }

  private long nanos(double seconds) {
    return (long) (seconds * scale * 1e9);
  }

  /** Waits until then, in steps, so that it ends soon when all is over; false if it is. */
  private boolean waited(long due) throws InterruptedException {
    while (!stopping.getAsBoolean()) {
      long now = timing.nanoTime();
      if (now >= due) {
        return true;
      }
      timing.sleepUntil(Math.min(due, now + 200_000_000L));
    }
    return false;
  }
}
