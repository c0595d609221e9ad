package dev.weir.load.trial;

import dev.weir.driver.Writer;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.engine.CallLoop;
import dev.weir.load.engine.CallLoop.Progress;
import dev.weir.load.engine.Timing;
import dev.weir.load.trial.TrialMeter.MeasuredSpan;
import dev.weir.load.trial.TrialMeter.Moment;
import dev.weir.record.QueueSkew;
import dev.weir.record.Times;
import dev.weir.record.TrialMeasurement;
import dev.weir.record.TrialMeasurement.LatencyInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Measures one cell: settles until steady state is shown, then measures, then waits for every
 * answer.
 */
public final class TrialRunner {
  private static final long LONGEST_SILENCE_MILLIS = 3_000;

  private static final long LATENCY_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Instruments instruments;
  private final Timing timing;
  private final Consumer<LoadEvent> events;

  public TrialRunner(Instruments instruments) {
    this.instruments = instruments;
    this.timing = instruments.timing();
    this.events = instruments.events();
  }

  /**
   * @param conductor says when to start and when to measure
   */
  public TrialMeasurement run(
      CallLoop loop, Writer writer, LoadOrder.Trial order, Conductor conductor)
      throws InterruptedException {
    loop.ready();
    long startedAt = conductor.awaitStart();
    loop.startAt(startedAt);
    conductor.started(loop.awaitRunning());
    TrialMeter meter = new TrialMeter(instruments, loop, writer.pool());
    Settling settling = settle(loop, meter, order, conductor, startedAt);
    Measured measured = measure(loop, meter, order, settling, conductor);
    long stoppedAt = timing.nanoTime();
    boolean drained = loop.stop(CallLoop.DRAIN_MILLIS);
    long silentMillis =
        silentMillis(
            measured.rates,
            settling.windowMillis,
            TimeUnit.NANOSECONDS.toMillis(timing.nanoTime() - stoppedAt));
    boolean stalled = silentMillis > longestSilence(settling.windowMillis);
    String fell = TrialValidity.fell(settling.rates, measured.rates);
    MeasuredSpan span = measured.span;
    List<LatencyInterval> latency = measured.latency;
    return new TrialMeasurement(
        span.instants(),
        span.nanos(),
        settling.millis,
        settling.verdict.steady() && drained && !stalled && fell == null,
        !drained
            ? "calls in flight got no answer for " + CallLoop.DRAIN_MILLIS / 1000 + " s"
            : stalled
                ? String.format(
                    Locale.ROOT, "nothing was acknowledged for %.1f s", silentMillis / 1e3)
                : fell != null ? fell : settling.verdict.reason(),
        span.progress().documents(),
        span.throughput(settling.windowMillis, measured.rates),
        loop.totals(),
        latency,
        loop.times().overflows(),
        span.cpuMicros(),
        span.pool(),
        span.health(),
        measured.queues);
  }

  /**
   * The longest time without an acknowledgement while calls were in flight, the wait for the last
   * answers included: those are what a closed loop that is cut off would leave out.
   */
  private static long silentMillis(List<Double> rates, long windowMillis, long drainMillis) {
    long longest = 0;
    long silent = 0;
    for (double rate : rates) {
      silent = rate == 0 ? silent + windowMillis : 0;
      longest = Math.max(longest, silent);
    }
    return Math.max(longest, silent == 0 ? 0 : silent + drainMillis);
  }

  /** A server's own hiccups belong to its figure; one that stands still has none. */
  private static long longestSilence(long windowMillis) {
    return Math.max(LONGEST_SILENCE_MILLIS, 4 * windowMillis);
  }

  /**
   * @param rates of its windows in documents/s, without the first, which opened connections
   * @param endedAt where the last window was due to end, and the first measured one begins
   */
  private record Settling(
      SteadyState.Decision verdict,
      long millis,
      long windowMillis,
      List<Double> rates,
      long endedAt) {}

  private Settling settle(
      CallLoop loop, TrialMeter meter, LoadOrder.Trial order, Conductor conductor, long startedAt)
      throws InterruptedException {
    Window window = new Window(meter, meter.now(), startedAt);
    List<Double> rates = new ArrayList<>();
    Conductor.Next next = new Conductor.Next(false, order.windowMillis());
    for (int index = 0; !next.measure(); index++) {
      if (!conductor.sharesWindows()) {
        window.forgetStall(next.windowMillis());
      }
      Progress step = window.next(next.windowMillis());
      if (loop.gaveUp()) {
        break;
      }
      if (index > 0) {
        rates.add(window.documentsPerSecond());
      }
      next = conductor.windowEnded(index, step, window.documentsPerSecond());
    }
    SteadyState.Decision verdict = conductor.verdict().afterRunIn(order.runInMillis());
    long millis = TimeUnit.NANOSECONDS.toMillis(timing.nanoTime() - startedAt);
    if (order.runInMillis() > 0) {
      rates = runIn(loop, window, next.windowMillis(), order);
    }
    return new Settling(verdict, millis, next.windowMillis(), rates, window.due);
  }

  /** The rates of a load that goes on: what it is measured against is its own end. */
  private List<Double> runIn(CallLoop loop, Window window, long windowMillis, LoadOrder.Trial order)
      throws InterruptedException {
    List<Double> rates = new ArrayList<>();
    for (long left = order.runInMillis(); left > 0 && !loop.gaveUp(); left -= windowMillis) {
      window.next(windowMillis);
      rates.add(window.documentsPerSecond());
      events.accept(new LoadEvent.Rate(order.work().id(), window.documentsPerSecond()));
    }
    return rates;
  }

  private record Measured(
      MeasuredSpan span,
      List<Double> rates,
      List<LatencyInterval> latency,
      @Nullable QueueSkew queues) {}

  private Measured measure(
      CallLoop loop,
      TrialMeter meter,
      LoadOrder.Trial order,
      Settling settling,
      Conductor conductor)
      throws InterruptedException {
    long windowMillis = settling.windowMillis;
    int windows = (int) Math.max(4, (order.measureMillis() + windowMillis - 1) / windowMillis);
    List<Double> rates = new ArrayList<>();
    List<LatencyInterval> latency = new ArrayList<>();
    try (MeasuredSpan span = meter.span(order.work().id())) {
      loop.times().takeService(); // what was recorded while settling
      loop.takeSkew();
      Moment interval = span.begin();
      Window window = new Window(meter, interval, settling.endedAt);
      if (!conductor.sharesWindows()) {
        window.forgetStall(windowMillis);
      }
      for (int i = 0; i < windows && !loop.gaveUp(); i++) {
        window.next(windowMillis);
        rates.add(window.documentsPerSecond());
        boolean last = i == windows - 1 || loop.gaveUp();
        if (last || window.last.nanos() - interval.nanos() >= LATENCY_INTERVAL_NANOS) {
          String times = Times.encode(loop.times().takeService());
          latency.add(new LatencyInterval(interval.millis(), window.last.millis(), times));
          interval = window.last;
        }
        events.accept(new LoadEvent.Rate(order.work().id(), window.documentsPerSecond()));
      }
      span.end(window.last);
      return new Measured(span, rates, latency, loop.takeSkew());
    }
  }

  /**
   * Consecutive windows over a loop's progress, on a fixed grid so that lateness does not add up.
   */
  private final class Window {
    private final TrialMeter meter;
    private Moment last;
    private long due;
    private double rate;

    /**
     * @param start what the first window is counted from
     * @param due where the grid begins
     */
    Window(TrialMeter meter, Moment start, long due) {
      this.meter = meter;
      this.last = start;
      this.due = due;
    }

    /**
     * Begins the grid anew where a window has passed already: a process that stood still would end
     * the windows that it missed at once, and measure next to nothing.
     */
    void forgetStall(long millis) {
      if (last.nanos() - due > TimeUnit.MILLISECONDS.toNanos(millis)) {
        due = last.nanos();
      }
    }

    /** Waits for the window to end; returns what happened in it. */
    Progress next(long millis) throws InterruptedException {
      due += TimeUnit.MILLISECONDS.toNanos(millis);
      timing.sleepUntil(due);
      Moment now = meter.now();
      Progress step = now.progress().minus(last.progress());
      rate = now.documentsPerSecond(last);
      last = now;
      return step;
    }

    double documentsPerSecond() {
      return rate;
    }
  }
}
