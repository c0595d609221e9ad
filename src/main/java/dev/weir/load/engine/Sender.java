package dev.weir.load.engine;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One thread that waits for the moments of all lanes of a writer that does not block: it takes the
 * lane that has been free longest and lets it send the next call. The driver's threads give lanes
 * back without a lock: there are never more free lanes than the ring has places.
 *
 * <p>A call that is due before it is sent waits for a lane if this thread had to wait for one since
 * it was last ahead of the calls. Else lanes were free, and the call waits for this thread.
 */
final class Sender implements AfterCall, Runnable {
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final AtomicReferenceArray<@Nullable Lane> free;
  private final int mask;
  private final AtomicLong released = new AtomicLong();
  private long taken;

  /** Whether a lane was waited for since a call was last taken ahead of its time. */
  private boolean lanesShort;

  private volatile @Nullable Thread asleep;
  private volatile boolean stopping;
  private volatile boolean ended;

  /**
   * @param lanes how many it serves
   */
  Sender(int lanes) {
    int places = Integer.highestOneBit(Math.max(1, lanes - 1)) * 2;
    this.free = new AtomicReferenceArray<>(places);
    this.mask = places - 1;
  }

  @Override
  public void release(Lane lane) {
    free.set((int) (released.getAndIncrement() & mask), lane);
    Thread thread = asleep;
    if (thread != null) {
      LockSupport.unpark(thread);
    }
    if (ended) {
      finishFree();
    }
  }

  @Override
  public void run() {
    try {
      Lane lane = take();
      while (lane != null && lane.sendNext(lanesShort)) {
        lanesShort &= lane.waited();
        lane = take();
      }
    } finally {
      ended = true;
      finishFree();
    }
  }

  private @Nullable Lane take() {
    int place = (int) (taken & mask);
    while (!stopping) {
      Lane lane = free.getAndSet(place, null);
      if (lane != null) {
        taken++;
        return lane;
      }
      lanesShort = true;
      asleep = Thread.currentThread();
      if (free.get(place) == null) {
        LockSupport.parkNanos(this, LOOK_NANOS);
      }
      asleep = null;
    }
    return null;
  }

  private void finishFree() {
    for (int i = 0; i <= mask; i++) {
      Lane lane = free.getAndSet(i, null);
      if (lane != null) {
        lane.finish();
      }
    }
  }

  /** Sends nothing more. */
  void stop() {
    stopping = true;
  }
}
