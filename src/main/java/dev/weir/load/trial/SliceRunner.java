package dev.weir.load.trial;

import dev.weir.driver.Writer;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.engine.CallLoop;
import dev.weir.load.trial.TrialMeter.Moment;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Runs one cell for a short while. A slice counts every call that it starts and lasts until the
 * last one is answered, so that short slices of slow calls are not rounded to whole calls.
 */
public final class SliceRunner {
  private final Instruments instruments;

  public SliceRunner(Instruments instruments) {
    this.instruments = instruments;
  }

  /**
   * @param writer stays open
   * @param opener makes a loop on that writer
   * @throws IllegalStateException if calls failed or got no answer
   */
  public LoadEvent.Sliced run(LoadOrder.Slice order, Writer writer, Supplier<CallLoop> opener)
      throws InterruptedException {
    CallLoop loop = opener.get();
    TrialMeter meter = new TrialMeter(instruments, loop, writer.pool());
    Moment from = meter.now();
    loop.start();
    instruments.timing().sleepUntil(from.nanos() + TimeUnit.MILLISECONDS.toNanos(order.millis()));
    boolean drained = loop.stop(CallLoop.DRAIN_MILLIS);
    Moment to = meter.now();
    if (!drained || loop.failing()) {
      writer.close();
      throw new IllegalStateException(
          order.work().id()
              + (drained ? ": calls failed: " + loop.totals().failed() : ": no answer"));
    }
    return new LoadEvent.Sliced(
        order.work().id(),
        to.nanos() - from.nanos(),
        TimeUnit.NANOSECONDS.toMicros(to.cpuNanos() - from.cpuNanos()),
        to.progress().batches(),
        to.progress().bytes(),
        loop.totals());
  }
}
