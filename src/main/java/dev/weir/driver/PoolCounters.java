package dev.weir.driver;

import com.mongodb.event.ConnectionCheckOutFailedEvent;
import com.mongodb.event.ConnectionCheckedInEvent;
import com.mongodb.event.ConnectionCheckedOutEvent;
import com.mongodb.event.ConnectionClosedEvent;
import com.mongodb.event.ConnectionCreatedEvent;
import com.mongodb.event.ConnectionPoolListener;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what the driver's pool tells: the events of MongoDB's Connection Monitoring and Pooling
 * (CMAP) specification.
 */
public final class PoolCounters implements ConnectionPoolListener {
  private static final Set<PoolCounters> ALL =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private final LongAdder checkedOut = new LongAdder();
  private final LongAdder checkedIn = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder created = new LongAdder();
  private final LongAdder closed = new LongAdder();
  private final LongAdder waitNanos = new LongAdder();

  /**
   * The counts at one moment.
   *
   * @param checkedOut check-outs that got a connection
   * @param inUse connections out now
   * @param failed check-outs that failed, time-outs among them
   * @param created connections made
   * @param closed connections closed
   * @param waitNanos sum of the time from asking for a connection to having it, in nanoseconds
   */
  public record Snapshot(
      long checkedOut, long inUse, long failed, long created, long closed, long waitNanos) {

    /** What happened since an earlier snapshot; {@code inUse} stays the present one. */
    public Snapshot minus(Snapshot earlier) {
      return new Snapshot(
          checkedOut - earlier.checkedOut,
          inUse,
          failed - earlier.failed,
          created - earlier.created,
          closed - earlier.closed,
          waitNanos - earlier.waitNanos);
    }

    private Snapshot plus(Snapshot other) {
      return new Snapshot(
          checkedOut + other.checkedOut,
          inUse + other.inUse,
          failed + other.failed,
          created + other.created,
          closed + other.closed,
          waitNanos + other.waitNanos);
    }

    /** Mean wait for a connection in microseconds, 0 if none was asked for. */
    public double meanWaitMicros() {
      return checkedOut == 0 ? 0 : waitNanos / 1e3 / checkedOut;
    }
  }

  public PoolCounters() {
    ALL.add(this);
  }

  /** The sum over every pool of this JVM whose counters are still in use. */
  public static Snapshot ofThisJvm() {
    Snapshot sum = new Snapshot(0, 0, 0, 0, 0, 0);
    synchronized (ALL) {
      for (PoolCounters pool : ALL) {
        sum = sum.plus(pool.snapshot());
      }
    }
    return sum;
  }

  public Snapshot snapshot() {
    long out = checkedOut.sum();
    return new Snapshot(
        out, out - checkedIn.sum(), failed.sum(), created.sum(), closed.sum(), waitNanos.sum());
  }

  @Override
  public void connectionCheckedOut(ConnectionCheckedOutEvent event) {
    checkedOut.increment();
    waitNanos.add(event.getElapsedTime(TimeUnit.NANOSECONDS));
  }

  @Override
  public void connectionCheckedIn(ConnectionCheckedInEvent event) {
    checkedIn.increment();
  }

  @Override
  public void connectionCheckOutFailed(ConnectionCheckOutFailedEvent event) {
    failed.increment();
    waitNanos.add(event.getElapsedTime(TimeUnit.NANOSECONDS));
  }

  @Override
  public void connectionCreated(ConnectionCreatedEvent event) {
    created.increment();
  }

  @Override
  public void connectionClosed(ConnectionClosedEvent event) {
    closed.increment();
  }
}
