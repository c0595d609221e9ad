package dev.weir.load;

import dev.weir.load.engine.Timing;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Time that passes when its owner sleeps, in steps that wait until certain other threads sleep
 * again: what they do is the same in every run.
 */
public final class LockstepTiming implements Timing {
  private static final long PATIENCE_MILLIS = 10_000;

  private final Thread owner = Thread.currentThread();
  private final String threads;
  private final int others;
  private final Map<Thread, Long> sleepers = new HashMap<>();
  private final Set<Thread> seen = new HashSet<>();
  private long nanos;

  /**
   * @param threads what the names of the threads to wait for start with
   * @param others how many those are
   */
  public LockstepTiming(String threads, int others) {
    this.threads = threads;
    this.others = others;
  }

  @Override
  public synchronized long nanoTime() {
    return nanos;
  }

  @Override
  public synchronized long epochMillis() {
    return 1_800_000_000_000L + TimeUnit.NANOSECONDS.toMillis(nanos);
  }

  @Override
  public synchronized void sleepUntil(long nanoTime) throws InterruptedException {
    if (Thread.currentThread() != owner) {
      if (nanos < nanoTime && Thread.currentThread().getName().startsWith(threads)) {
        seen.add(Thread.currentThread());
        sleepers.put(Thread.currentThread(), nanoTime);
        notifyAll();
      }
      while (nanos < nanoTime) {
        wait();
      }
      return;
    }
    while (nanos < nanoTime) {
      awaitOthers();
      long next = sleepers.values().stream().mapToLong(Long::longValue).min().orElse(nanoTime);
      nanos = Math.max(nanos, Math.min(next, nanoTime));
      sleepers.values().removeIf(until -> until <= nanos);
      notifyAll();
    }
    awaitOthers();
  }

  private void awaitOthers() throws InterruptedException {
    long deadline = System.currentTimeMillis() + PATIENCE_MILLIS;
    while (sleepers.size() + seen.stream().filter(thread -> !thread.isAlive()).count() < others) {
      if (System.currentTimeMillis() > deadline) {
        throw new IllegalStateException("a thread that should sleep does not");
      }
      wait(1); // a thread that ends tells nobody
    }
  }
}
