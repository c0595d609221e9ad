package dev.weir.load;

import dev.weir.load.engine.Timing;
import java.util.concurrent.TimeUnit;

/**
 * Time that passes only when its owner, the thread that made it, sleeps: in steps of a millisecond,
 * with work done in each. Other threads wait for it.
 */
public final class ManualTiming implements Timing {
  /** Some noon; tests read differences only. */
  private static final long EPOCH_MILLIS = 1_800_000_000_000L;

  private final Thread owner = Thread.currentThread();
  private final Runnable everyMillisecond;
  private long nanos;

  public ManualTiming(Runnable everyMillisecond) {
    this.everyMillisecond = everyMillisecond;
  }

  @Override
  public synchronized long nanoTime() {
    return nanos;
  }

  @Override
  public synchronized long epochMillis() {
    return EPOCH_MILLIS + TimeUnit.NANOSECONDS.toMillis(nanos);
  }

  @Override
  public void sleepUntil(long nanoTime) throws InterruptedException {
    if (Thread.currentThread() == owner) {
      while (nanoTime() < nanoTime) {
        pass(Math.min(TimeUnit.MILLISECONDS.toNanos(1), nanoTime - nanoTime()));
        everyMillisecond.run();
      }
    } else {
      await(nanoTime);
    }
  }

  private synchronized void pass(long step) {
    nanos += step;
    notifyAll();
  }

  private synchronized void await(long nanoTime) throws InterruptedException {
    while (nanos < nanoTime) {
      wait();
    }
  }
}
