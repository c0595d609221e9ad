package dev.weir.load;

import dev.weir.driver.Writer;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Runs one cell for a short while. A slice counts every call that it starts and lasts until the
 * last one is answered, so that short slices of slow calls are not rounded to whole calls.
 */
final class SliceRunner {
  private static final long DRAIN_MILLIS = 90_000;

  private final Timing timing;
  private final LongSupplier cpuNanos;

  /**
   * @param cpuNanos CPU time of this process so far
   */
  SliceRunner(Timing timing, LongSupplier cpuNanos) {
    this.timing = timing;
    this.cpuNanos = cpuNanos;
  }

  /**
   * @param writer stays open
   * @param opener makes a loop on that writer
   * @throws IllegalStateException if calls failed or got no answer
   */
  LoadEvent.Sliced run(LoadOrder.Slice order, Writer writer, Supplier<CallLoop> opener)
      throws InterruptedException {
    CallLoop loop = opener.get();
    long cpuAtStart = cpuNanos.getAsLong();
    long from = timing.nanoTime();
    loop.start();
    timing.sleepUntil(from + TimeUnit.MILLISECONDS.toNanos(order.millis()));
    boolean drained = loop.stop(DRAIN_MILLIS);
    long nanos = timing.nanoTime() - from;
    long cpuMicros = TimeUnit.NANOSECONDS.toMicros(cpuNanos.getAsLong() - cpuAtStart);
    if (!drained || loop.failing()) {
      writer.close();
      throw new IllegalStateException(
          order.work().id()
              + (drained ? ": calls failed: " + loop.totals().failed() : ": no answer"));
    }
    CallLoop.Progress done = loop.progress();
    return new LoadEvent.Sliced(
        order.work().id(), nanos, cpuMicros, done.batches(), done.bytes(), loop.totals());
  }
}
