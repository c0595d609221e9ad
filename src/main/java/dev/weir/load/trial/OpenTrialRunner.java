package dev.weir.load.trial;

import dev.weir.driver.Writer;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.engine.ArrivalQueue;
import dev.weir.load.engine.CallLoop;
import dev.weir.load.engine.CallLoop.Progress;
import dev.weir.load.engine.CallTimes;
import dev.weir.load.engine.Timing;
import dev.weir.load.trial.TrialMeter.MeasuredSpan;
import dev.weir.load.trial.TrialMeter.Moment;
import dev.weir.record.OpenMeasurement;
import dev.weir.record.Percentiles;
import dev.weir.record.SecondLine;
import dev.weir.record.Times;
import dev.weir.record.TrialMeasurement;
import dev.weir.record.TrialMeasurement.LatencyInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs an open loop for a time: a ramp at the full rate that is not measured, the measured span,
 * then waits for every answer. Tells a line each second.
 */
public final class OpenTrialRunner {
  /** Threads are up before the first arrival is due. */
  private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final Instruments instruments;
  private final Timing timing;

  public OpenTrialRunner(Instruments instruments) {
    this.instruments = instruments;
    this.timing = instruments.timing();
  }

  /**
   * @param queue where the loop gets its calls from
   */
  public OpenMeasurement run(CallLoop loop, ArrivalQueue queue, Writer writer, LoadOrder.Open order)
      throws InterruptedException {
    long startedAt = timing.nanoTime() + LEAD_NANOS;
    SecondReporter reporter = new SecondReporter(timing, instruments.threadCpuNanos(), startedAt);
    TrialMeter meter = new TrialMeter(instruments, loop, writer.pool());
    queue.startAt(startedAt);
    loop.start();
    Seconds seconds = new Seconds(loop, queue, meter, reporter, order);
    seconds.pass(order.rampSeconds());
    try (MeasuredSpan span = meter.span(order.work().id())) {
      seconds.measure(span.begin());
      seconds.pass(order.measureSeconds());
      span.end(seconds.last.at);
      OpenMeasurement.Reporter account = reporter.account();
      ArrivalQueue.Snapshot atEnd = seconds.last.arrivals;
      boolean finished = loop.finish(CallLoop.DRAIN_MILLIS);
      seconds.rest();
      return measurement(loop, queue, order, seconds, span, atEnd, account, finished);
    }
  }

  private static OpenMeasurement measurement(
      CallLoop loop,
      ArrivalQueue queue,
      LoadOrder.Open order,
      Seconds seconds,
      MeasuredSpan span,
      ArrivalQueue.Snapshot atEnd,
      OpenMeasurement.Reporter account,
      boolean finished) {
    CallTimes.Taken times = seconds.all;
    TrialMeasurement trial =
        new TrialMeasurement(
            span.instants(),
            span.nanos(),
            order.rampSeconds() * 1_000L,
            finished,
            finished
                ? "offered at a fixed rate, measured after a ramp of " + order.rampSeconds() + " s"
                : "not everything was sent and answered "
                    + CallLoop.DRAIN_MILLIS / 1000
                    + " s after the last arrival",
            span.progress().documents(),
            span.throughput(1_000, seconds.rates),
            loop.totals(),
            List.of(
                new LatencyInterval(
                    span.from().millis(), span.to().millis(), Times.encode(times.service()))),
            loop.times().overflows(),
            span.cpuMicros(),
            span.pool(),
            span.health(),
            null);
    CallLoop.Counted counted = loop.counted();
    ArrivalQueue.Snapshot arrivals = queue.snapshot();
    return new OpenMeasurement(
        trial,
        order.rate(),
        span.progress().sent() * (double) order.batch() * 1e9 / Math.max(1, span.nanos()),
        new OpenMeasurement.Offered(
            arrivals.counted(), counted.sent(), arrivals.countedShed(), counted.failed()),
        Times.of(times.response()),
        Times.of(times.lag()),
        Percentiles.of(times.pacing()),
        atEnd.waiting(),
        seconds.mostBacklog,
        unsent(arrivals, loop.progress()),
        account);
  }

  /** Arrivals that are due or were taken and have not been sent. */
  private static long unsent(ArrivalQueue.Snapshot arrivals, Progress progress) {
    return arrivals.waiting() + arrivals.taken() - progress.sent();
  }

  private record Second(Moment at, ArrivalQueue.Snapshot arrivals) {
    LoadEvent.Second.State state() {
      return new LoadEvent.Second.State(
          arrivals.waiting(), at.progress().inFlight(), arrivals.shed());
    }

    /** Calls that failed or were refused. */
    long errors() {
      return at.progress().failedCalls() + arrivals.shed();
    }
  }

  /** The seconds of one trial, one after the other. */
  private final class Seconds {
    private final CallLoop loop;
    private final ArrivalQueue queue;
    private final TrialMeter meter;
    private final SecondReporter reporter;
    private final LoadOrder.Open order;
    private final List<Double> rates = new ArrayList<>();
    private final CallTimes.Taken all;
    private Second last;
    private Second base;
    private boolean measured;
    private long mostBacklog;

    Seconds(
        CallLoop loop,
        ArrivalQueue queue,
        TrialMeter meter,
        SecondReporter reporter,
        LoadOrder.Open order) {
      this.loop = loop;
      this.queue = queue;
      this.meter = meter;
      this.reporter = reporter;
      this.order = order;
      this.all = loop.times().take();
      this.last = new Second(meter.now(), queue.snapshot());
      this.base = last;
    }

    /** From that moment on, seconds belong to the measured span. */
    void measure(Moment from) {
      measured = true;
      last = new Second(from, queue.snapshot());
      base = last;
    }

    /** Waits for some seconds to pass, and tells of each. */
    void pass(int seconds) throws InterruptedException {
      for (int i = 0; i < seconds; i++) {
        long number = reporter.next();
        Second now = new Second(meter.now(), queue.snapshot());
        CallTimes.Taken times = loop.times().take();
        all.add(times);
        double rate = now.at.documentsPerSecond(last.at);
        if (measured) {
          rates.add(rate);
        }
        mostBacklog = Math.max(mostBacklog, now.arrivals.waiting());
        SecondLine line =
            SecondReporter.line(
                "update",
                (now.errors() - base.errors()) * order.batch(),
                rate,
                now.at.documentsPerSecond(base.at),
                times.response());
        tell(number, reporter.dueMillis(), now, List.of(line), measured, times);
        last = now;
      }
    }

    /** What was answered after the last second. */
    void rest() {
      CallTimes.Taken times = loop.times().take();
      all.add(times);
      Second now = new Second(meter.now(), queue.snapshot());
      tell(0, now.at.millis(), now, List.of(), true, times);
    }

    private void tell(
        long number,
        long dueMillis,
        Second now,
        List<SecondLine> lines,
        boolean logged,
        CallTimes.Taken times) {
      instruments
          .events()
          .accept(
              new LoadEvent.Second(
                  order.work().id(),
                  number,
                  dueMillis,
                  last.at.millis(),
                  measured && number > 0,
                  lines,
                  now.state(),
                  logged ? histograms(times) : Map.of()));
    }

    private static Map<String, String> histograms(CallTimes.Taken times) {
      return Map.of(
          "", Times.encode(times.service()),
          "-response", Times.encode(times.response()),
          "-start-lag", Times.encode(times.lag()));
    }
  }
}
