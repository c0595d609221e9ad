package dev.weir.driver;

import com.mongodb.event.ConnectionCheckOutFailedEvent;
import com.mongodb.event.ConnectionCheckOutStartedEvent;
import com.mongodb.event.ConnectionCheckedInEvent;
import com.mongodb.event.ConnectionCheckedOutEvent;
import com.mongodb.event.ConnectionClosedEvent;
import com.mongodb.event.ConnectionCreatedEvent;
import com.mongodb.event.ConnectionPoolListener;
import java.util.Collections;
import java.util.Map;
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
  private final LongAdder started = new LongAdder();
  private final LongAdder waited = new LongAdder();
  private final LongAdder timeouts = new LongAdder();

  /** A free connection is handed over in microseconds: who takes longer had to wait. */
  private static final long WAITED_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /**
   * The counts at one moment.
   *
   * @param checkedOut check-outs that got a connection
   * @param inUse connections out now
   * @param failed check-outs that failed, time-outs among them
   * @param created connections made
   * @param closed connections closed
   * @param waitNanos sum of the time from asking for a connection to having it, in nanoseconds
   * @param waiting calls that wait for a connection now
   * @param waited check-outs that took longer than a millisecond, failed ones included
   * @param timeouts check-outs that failed because the wait was over
   */
  public record Snapshot(
      long checkedOut,
      long inUse,
      long failed,
      long created,
      long closed,
      long waitNanos,
      long waiting,
      long waited,
      long timeouts) {

    /** What happened since an earlier snapshot; what is so now stays so. */
    public Snapshot minus(Snapshot earlier) {
      return new Snapshot(
          checkedOut - earlier.checkedOut,
          inUse,
          failed - earlier.failed,
          created - earlier.created,
          closed - earlier.closed,
          waitNanos - earlier.waitNanos,
          waiting,
          waited - earlier.waited,
          timeouts - earlier.timeouts);
    }

    private Snapshot plus(Snapshot other) {
      return new Snapshot(
          checkedOut + other.checkedOut,
          inUse + other.inUse,
          failed + other.failed,
          created + other.created,
          closed + other.closed,
          waitNanos + other.waitNanos,
          waiting + other.waiting,
          waited + other.waited,
          timeouts + other.timeouts);
    }

    /** As columns of a timeline; cumulative ones end in {@code _total}. */
    public Map<String, Number> columns() {
      return Map.of(
          "pool_in_use", inUse,
          "pool_checked_out_total", checkedOut,
          "pool_wait_micros_total", waitNanos / 1_000,
          "pool_waiting", waiting,
          "pool_waited_total", waited,
          "pool_timeouts_total", timeouts,
          "pool_failed_total", failed,
          "pool_created_total", created,
          "pool_closed_total", closed);
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
    Snapshot sum = new Snapshot(0, 0, 0, 0, 0, 0, 0, 0, 0);
    synchronized (ALL) {
      for (PoolCounters pool : ALL) {
        sum = sum.plus(pool.snapshot());
      }
    }
    return sum;
  }

  public Snapshot snapshot() {
    // What ended is read before what began, so that no difference is negative.
    long in = checkedIn.sum();
    long unsuccessful = failed.sum();
    long out = checkedOut.sum();
    return new Snapshot(
        out,
        out - in,
        unsuccessful,
        created.sum(),
        closed.sum(),
        waitNanos.sum(),
        started.sum() - out - unsuccessful,
        waited.sum(),
        timeouts.sum());
  }

  @Override
  public void connectionCheckOutStarted(ConnectionCheckOutStartedEvent event) {
    started.increment();
  }

  private void waited(long nanos) {
    waitNanos.add(nanos);
    if (nanos > WAITED_NANOS) {
      waited.increment();
    }
  }

  @Override
  public void connectionCheckedOut(ConnectionCheckedOutEvent event) {
    checkedOut.increment();
    waited(event.getElapsedTime(TimeUnit.NANOSECONDS));
  }

  @Override
  public void connectionCheckedIn(ConnectionCheckedInEvent event) {
    checkedIn.increment();
  }

  @Override
  public void connectionCheckOutFailed(ConnectionCheckOutFailedEvent event) {
    failed.increment();
    if (event.getReason() == ConnectionCheckOutFailedEvent.Reason.TIMEOUT) {
      timeouts.increment();
    }
    waited(event.getElapsedTime(TimeUnit.NANOSECONDS));
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
