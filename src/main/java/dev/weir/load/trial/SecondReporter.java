package dev.weir.load.trial;

import dev.weir.load.engine.Timing;
import dev.weir.record.OpenMeasurement.Reporter;
import dev.weir.record.SecondLine;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/**
 * Keeps the seconds of a load run: on a fixed grid, so that a late line delays no other, and with
 * an account of its own lateness and CPU. Used by one thread.
 */
public final class SecondReporter {
  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Timing timing;
  private final LongSupplier threadCpuNanos;
  private final long startedAt;
  private final long startedMillis;
  private final long cpuAtStart;
  private long seconds;
  private long latestNanos;

  /**
   * @param threadCpuNanos CPU time of the calling thread
   * @param startedAt when the first second begins, by {@link Timing#nanoTime}
   */
  public SecondReporter(Timing timing, LongSupplier threadCpuNanos, long startedAt) {
    this.timing = timing;
    this.threadCpuNanos = threadCpuNanos;
    this.startedAt = startedAt;
    this.startedMillis =
        timing.epochMillis() + TimeUnit.NANOSECONDS.toMillis(startedAt - timing.nanoTime());
    this.cpuAtStart = threadCpuNanos.getAsLong();
  }

  /** Waits for the end of the next second and returns its number, from 1. */
  public long next() throws InterruptedException {
    seconds++;
    long due = startedAt + seconds * SECOND_NANOS;
    timing.sleepUntil(due);
    latestNanos = Math.max(latestNanos, timing.nanoTime() - due);
    return seconds;
  }

  /** When the current second ended, UTC epoch ms. */
  public long dueMillis() {
    return startedMillis + seconds * 1_000;
  }

  public Reporter account() {
    long cpu = threadCpuNanos.getAsLong() - cpuAtStart;
    return new Reporter(
        seconds,
        latestNanos / 1e6,
        cpu / 1_000,
        (double) cpu / Math.max(1, seconds * SECOND_NANOS));
  }

  /**
   * One line.
   *
   * @param times in nanoseconds
   */
  public static SecondLine line(
      String type, long errors, double now, double cumulative, Histogram times) {
    boolean none = times.getTotalCount() == 0;
    return new SecondLine(
        type,
        errors,
        now,
        cumulative,
        none ? 0 : times.getValueAtPercentile(50) / 1e6,
        none ? 0 : times.getValueAtPercentile(95) / 1e6,
        none ? 0 : times.getValueAtPercentile(99) / 1e6,
        none ? 0 : times.getMaxValue() / 1e6);
  }
}
