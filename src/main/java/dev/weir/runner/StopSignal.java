package dev.weir.runner;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Whether this process was asked to end. What the end of all other processes does to a trial is no
 * finding: from then on nothing is journalled, and the trial in hand is repeated when the run is
 * resumed.
 */
final class StopSignal implements AutoCloseable {
  /** A terminal's Ctrl-C reaches the load process as well, and its death may be seen first. */
  private static final long SEEN_BY_MILLIS = 500;

  private final CountDownLatch asked = new CountDownLatch(1);
  private final Thread hook;

  private StopSignal(Runnable onStop) {
    this.hook =
        new Thread(
            () -> {
              asked.countDown();
              onStop.run();
            },
            "weir-stop");
  }

  /**
   * Listens from now on.
   *
   * @param onStop called once by a thread of its own when the process ends before {@link #close}
   */
  static StopSignal listen(Runnable onStop) {
    StopSignal signal = new StopSignal(onStop);
    try {
      Runtime.getRuntime().addShutdownHook(signal.hook);
    } catch (IllegalStateException e) {
      signal.asked.countDown();
    }
    return signal;
  }

  /** Whether the end has been ordered. */
  boolean asked() {
    return asked.getCount() == 0;
  }

  /** As {@link #asked}, for somebody who has just seen another process die. */
  boolean askedBySoon() throws InterruptedException {
    return asked.await(SEEN_BY_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It runs.
    }
  }
}
