package dev.weir.load.trial;

import dev.weir.driver.PoolCounters;
import dev.weir.load.LoadEvent;
import dev.weir.load.engine.CallLoop;
import dev.weir.load.engine.CallLoop.Progress;
import dev.weir.load.engine.Timing;
import dev.weir.record.Span;
import dev.weir.record.Throughput;
import dev.weir.record.TrialMeasurement.Health;
import dev.weir.record.TrialMeasurement.Pool;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a trial is measured by. All of a moment is read together: the counts first and at once
 * the clock, since rates rest on these two.
 */
public final class TrialMeter {
  private final Instruments instruments;
  private final CallLoop loop;
  private final PoolCounters pool;

  /**
   * One moment of a trial.
   *
   * @param progress what the loop had done by then
   * @param nanos as {@link Timing#nanoTime} tells it
   * @param millis UTC epoch ms
   * @param cpuNanos of this process until then
   * @param pool of the driver, until then
   */
  record Moment(
      Progress progress, long nanos, long millis, long cpuNanos, PoolCounters.Snapshot pool) {
    /** Documents per second since an earlier moment. */
    double documentsPerSecond(Moment earlier) {
      return (progress.documents() - earlier.progress.documents())
          * 1e9
          / Math.max(1, nanos - earlier.nanos);
    }
  }

  TrialMeter(Instruments instruments, CallLoop loop, PoolCounters pool) {
    this.instruments = instruments;
    this.loop = loop;
    this.pool = pool;
  }

  Moment now() {
    Progress progress = loop.progress();
    return new Moment(
        progress,
        instruments.timing().nanoTime(),
        instruments.timing().epochMillis(),
        instruments.processCpuNanos().getAsLong(),
        pool.snapshot());
  }

  /** The driver's pool: connections made and closed until now, the rest between two moments. */
  public static Pool pool(
      PoolCounters.Snapshot from, PoolCounters.Snapshot to, PoolCounters.Snapshot now) {
    PoolCounters.Snapshot own = to.minus(from);
    return new Pool(
        own.checkedOut(),
        own.waitNanos() / 1e3,
        own.failed(),
        now.created(),
        now.closed(),
        own.waited(),
        own.timeouts());
  }

  /** A measured span, which {@link MeasuredSpan#begin} begins. */
  MeasuredSpan span(String cell) {
    now(); // what loads classes does so before the span
    return new MeasuredSpan(cell);
  }

  /** The span that counts, and how the generator fares in it. */
  final class MeasuredSpan implements AutoCloseable {
    private final String cell;
    private final GeneratorWatch watch =
        new GeneratorWatch(instruments.timing(), instruments.throttledMicros());
    private @Nullable Moment from;
    private @Nullable Moment to;
    private @Nullable Health health;

    private MeasuredSpan(String cell) {
      this.cell = cell;
    }

    /** Begins now, and tells so. */
    Moment begin() {
      Moment now = now();
      from = now;
      instruments.events().accept(new LoadEvent.Measuring(cell, now.millis()));
      return now;
    }

    /**
     * Tells that the span is over.
     *
     * @param end when it ended
     */
    void end(Moment end) {
      health = watch.health();
      to = end;
      instruments.events().accept(new LoadEvent.Measured(cell, end.millis()));
    }

    Moment from() {
      return known(from);
    }

    Moment to() {
      return known(to);
    }

    Health health() {
      return known(health);
    }

    /** What happened in it. */
    Progress progress() {
      return to().progress().minus(from().progress());
    }

    Span instants() {
      return new Span(from().millis(), to().millis());
    }

    /** What it carried, and the rates of its windows in documents/s. */
    Throughput throughput(long windowMillis, List<Double> rates) {
      Progress done = progress();
      return Throughput.of(
          done.documents(), done.batches(), done.bytes(), nanos(), windowMillis, rates);
    }

    long nanos() {
      return to().nanos() - from().nanos();
    }

    /** CPU of this process, all threads. */
    long cpuMicros() {
      return (to().cpuNanos() - from().cpuNanos()) / 1_000;
    }

    /**
     * The driver's pool: connections made and closed over the whole trial, the rest of the span.
     */
    Pool pool() {
      return TrialMeter.pool(from().pool(), to().pool(), pool.snapshot());
    }

    private static <T> T known(@Nullable T value) {
      if (value == null) {
        throw new IllegalStateException("a span has to begin and end before it is read");
      }
      return value;
    }

    @Override
    public void close() {
      watch.close();
    }
  }
}
