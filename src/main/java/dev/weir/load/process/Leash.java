package dev.weir.load.process;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Ends something that nobody watches any more: unless pulled in time, it acts once. */
public final class Leash {
  private static final long LOOK_MILLIS = 250;

  private final Runnable slack;
  private volatile long pulledAt = System.nanoTime();
  private volatile long withinMillis;
  private volatile boolean released;

  /**
   * A leash that nobody holds yet.
   *
   * @param slack called by a thread of its own
   */
  public Leash(Runnable slack) {
    this.slack = slack;
  }

  /** Says that it is still held. */
  public void pull() {
    pulledAt = System.nanoTime();
  }

  /** From now on it has to be pulled at least that often. */
  public void hold(long everyMillis) {
    pull();
    boolean first = withinMillis == 0;
    withinMillis = everyMillis;
    if (first) {
      Thread thread = new Thread(this::watch, "leash");
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** Lets go: it acts no more. */
  public void release() {
    released = true;
  }

  private void watch() {
    while (!released) {
      if (System.nanoTime() - pulledAt > TimeUnit.MILLISECONDS.toNanos(withinMillis)) {
        slack.run();
        return;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS));
    }
  }
}
