package dev.weir.load;

import dev.weir.driver.PoolCounters;
import dev.weir.driver.Writer;
import dev.weir.load.CallLoop.Progress;
import dev.weir.record.OpenMeasurement;
import dev.weir.record.Percentiles;
import dev.weir.record.Span;
import dev.weir.record.Throughput;
import dev.weir.record.Times;
import dev.weir.record.TrialMeasurement;
import dev.weir.record.TrialMeasurement.Health;
import dev.weir.record.TrialMeasurement.LatencyInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Runs an open loop for a time: a ramp at the full rate that is not measured, the measured span,
 * then waits for every answer. Tells a line each second.
 */
final class OpenTrialRunner {
  /** Threads are up before the first arrival is due. */
  private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** The driver's own bounds (60 s to read, 10 s to find a server) end before this one. */
  static final long DRAIN_MILLIS = 90_000;

  private final Timing timing;
  private final LongSupplier processCpuNanos;
  private final LongSupplier threadCpuNanos;
  private final Consumer<LoadEvent> events;

  /**
   * @param processCpuNanos CPU time of this process so far
   * @param threadCpuNanos CPU time of the calling thread so far
   */
  OpenTrialRunner(
      Timing timing,
      LongSupplier processCpuNanos,
      LongSupplier threadCpuNanos,
      Consumer<LoadEvent> events) {
    this.timing = timing;
    this.processCpuNanos = processCpuNanos;
    this.threadCpuNanos = threadCpuNanos;
    this.events = events;
  }

  /**
   * @param queue where the loop gets its calls from
   */
  OpenMeasurement run(CallLoop loop, ArrivalQueue queue, Writer writer, LoadOrder.Open order)
      throws InterruptedException {
    long startedAt = timing.nanoTime() + LEAD_NANOS;
    SecondReporter reporter = new SecondReporter(timing, threadCpuNanos, startedAt);
    queue.startAt(startedAt);
    loop.start();
    Seconds seconds = new Seconds(loop, queue, reporter, order);
    Moment from = seconds.pass(order.rampSeconds());
    seconds.measured = true;
    seconds.base = from;
    events.accept(new LoadEvent.Measuring(order.work().id(), from.millis));
    Health health;
    Moment to;
    PoolCounters.Snapshot poolBefore = writer.pool().snapshot();
    try (GeneratorWatch watch = new GeneratorWatch(timing)) {
      to = seconds.pass(order.measureSeconds());
      health = watch.health();
    }
    PoolCounters.Snapshot pool = writer.pool().snapshot().minus(poolBefore);
    events.accept(new LoadEvent.Measured(order.work().id(), to.millis));
    OpenMeasurement.Reporter account = reporter.account();
    boolean finished = loop.finish(DRAIN_MILLIS);
    seconds.rest();
    return measurement(
        loop, queue, writer, order, seconds, from, to, pool, health, account, finished);
  }

  private OpenMeasurement measurement(
      CallLoop loop,
      ArrivalQueue queue,
      Writer writer,
      LoadOrder.Open order,
      Seconds seconds,
      Moment from,
      Moment to,
      PoolCounters.Snapshot pool,
      Health health,
      OpenMeasurement.Reporter account,
      boolean finished) {
    PoolCounters.Snapshot wholePool = writer.pool().snapshot();
    CallTimes.Taken times = seconds.all;
    TrialMeasurement trial =
        new TrialMeasurement(
            new Span(from.millis, to.millis),
            to.nanos - from.nanos,
            order.rampSeconds() * 1_000L,
            finished,
            finished
                ? "offered at a fixed rate, measured after a ramp of " + order.rampSeconds() + " s"
                : "not everything was sent and answered "
                    + DRAIN_MILLIS / 1000
                    + " s after the last arrival",
            to.progress.documents() - from.progress.documents(),
            Throughput.of(
                to.progress.documents() - from.progress.documents(),
                to.progress.batches() - from.progress.batches(),
                to.progress.bytes() - from.progress.bytes(),
                to.nanos - from.nanos,
                1_000,
                seconds.rates),
            loop.totals(),
            List.of(new LatencyInterval(from.millis, to.millis, Times.encode(times.service()))),
            loop.times().overflows(),
            (to.cpuNanos - from.cpuNanos) / 1_000,
            new TrialMeasurement.Pool(
                pool.checkedOut(),
                pool.waitNanos() / 1e3,
                pool.failed(),
                wholePool.created(),
                wholePool.closed(),
                pool.waited(),
                pool.timeouts()),
            health,
            null);
    CallLoop.Counted counted = loop.counted();
    ArrivalQueue.Snapshot arrivals = queue.snapshot();
    return new OpenMeasurement(
        trial,
        order.rate(),
        (to.progress.sent() - from.progress.sent())
            * (double) order.batch()
            * 1e9
            / Math.max(1, to.nanos - from.nanos),
        new OpenMeasurement.Offered(
            arrivals.counted(), counted.sent(), arrivals.countedShed(), counted.failed()),
        Times.of(times.response()),
        Times.of(times.lag()),
        Percentiles.of(times.pacing()),
        to.arrivals.waiting(),
        seconds.mostBacklog,
        unsent(arrivals, loop.progress()),
        account);
  }

  /** Arrivals that are due or were taken and have not been sent. */
  private static long unsent(ArrivalQueue.Snapshot arrivals, Progress progress) {
    return arrivals.waiting() + arrivals.taken() - progress.sent();
  }

  private record Moment(
      long nanos, long millis, long cpuNanos, Progress progress, ArrivalQueue.Snapshot arrivals) {}

  private Moment now(CallLoop loop, ArrivalQueue queue) {
    return new Moment(
        timing.nanoTime(),
        timing.epochMillis(),
        processCpuNanos.getAsLong(),
        loop.progress(),
        queue.snapshot());
  }

  /** The seconds of one trial, one after the other. */
  private final class Seconds {
    private final CallLoop loop;
    private final ArrivalQueue queue;
    private final SecondReporter reporter;
    private final LoadOrder.Open order;
    private final List<Double> rates = new ArrayList<>();
    private final CallTimes.Taken all;
    private Moment last;
    private Moment base;
    private boolean measured;
    private long mostBacklog;

    Seconds(CallLoop loop, ArrivalQueue queue, SecondReporter reporter, LoadOrder.Open order) {
      this.loop = loop;
      this.queue = queue;
      this.reporter = reporter;
      this.order = order;
      this.all = loop.times().take();
      this.last = now(loop, queue);
      this.base = last;
    }

    /** Waits for so many seconds to pass, and tells of each. */
    Moment pass(int seconds) throws InterruptedException {
      for (int i = 0; i < seconds; i++) {
        long number = reporter.next();
        Moment now = now(loop, queue);
        CallTimes.Taken times = loop.times().take();
        all.add(times);
        double rate = perSecond(last, now);
        if (measured) {
          rates.add(rate);
        }
        mostBacklog = Math.max(mostBacklog, now.arrivals.waiting());
        tell(number, now, times, rate);
        last = now;
      }
      return last;
    }

    /** What was answered after the last second. */
    void rest() {
      CallTimes.Taken times = loop.times().take();
      all.add(times);
      Moment now = now(loop, queue);
      events.accept(
          new LoadEvent.Second(
              order.work().id(),
              0,
              now.millis,
              last.millis,
              false,
              List.of(),
              state(now),
              histograms(times)));
    }

    private void tell(long number, Moment now, CallTimes.Taken times, double rate) {
      long batch = order.batch();
      long errors =
          (now.progress.failedCalls()
                  + now.arrivals.shed()
                  - base.progress.failedCalls()
                  - base.arrivals.shed())
              * batch;
      events.accept(
          new LoadEvent.Second(
              order.work().id(),
              number,
              reporter.dueMillis(),
              last.millis,
              measured,
              List.of(
                  SecondReporter.line(
                      "update", errors, rate, perSecond(base, now), times.response())),
              state(now),
              measured ? histograms(times) : Map.of()));
    }

    private static LoadEvent.Second.State state(Moment now) {
      return new LoadEvent.Second.State(
          now.arrivals.waiting(), now.progress.inFlight(), now.arrivals.shed());
    }

    private static double perSecond(Moment from, Moment to) {
      return (to.progress.documents() - from.progress.documents())
          * 1e9
          / Math.max(1, to.nanos - from.nanos);
    }

    private static Map<String, String> histograms(CallTimes.Taken times) {
      return Map.of(
          "", Times.encode(times.service()),
          "-response", Times.encode(times.response()),
          "-start-lag", Times.encode(times.lag()));
    }
  }
}
