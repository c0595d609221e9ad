package dev.weir.load;

import dev.weir.driver.PoolCounters;
import dev.weir.driver.Writer;
import dev.weir.load.CallLoop.Progress;
import dev.weir.record.QueueSkew;
import dev.weir.record.Span;
import dev.weir.record.Throughput;
import dev.weir.record.Times;
import dev.weir.record.TrialMeasurement;
import dev.weir.record.TrialMeasurement.LatencyInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Measures one cell: settles until steady state is shown, then measures, then waits for every
 * answer.
 */
final class TrialRunner {
  /** The driver's own bounds (60 s to read, 10 s to find a server) end before this one. */
  private static final long DRAIN_MILLIS = 90_000;

  private static final long LONGEST_SILENCE_MILLIS = 3_000;

  private static final long LATENCY_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Timing timing;
  private final LongSupplier cpuNanos;
  private final Consumer<LoadEvent> events;

  /**
   * @param cpuNanos CPU time of this process so far
   */
  TrialRunner(Timing timing, LongSupplier cpuNanos, Consumer<LoadEvent> events) {
    this.timing = timing;
    this.cpuNanos = cpuNanos;
    this.events = events;
  }

  /**
   * @param conductor says when to start and when to measure
   */
  TrialMeasurement run(CallLoop loop, Writer writer, LoadOrder.Trial order, Conductor conductor)
      throws InterruptedException {
    loop.ready();
    long startedAt = conductor.awaitStart();
    loop.startAt(startedAt);
    conductor.started(loop.awaitRunning());
    Settling settling = settle(loop, order, conductor, startedAt);
    Measured measured = measure(loop, writer, order, settling);
    long stoppedAt = timing.nanoTime();
    boolean drained = loop.stop(DRAIN_MILLIS);
    long silentMillis =
        silentMillis(
            measured.rates,
            settling.windowMillis,
            TimeUnit.NANOSECONDS.toMillis(timing.nanoTime() - stoppedAt));
    boolean stalled = silentMillis > longestSilence(settling.windowMillis);
    String fell = TrialValidity.fell(settling.rates, measured.rates);
    PoolCounters.Snapshot wholePool = writer.pool().snapshot();
    List<LatencyInterval> latency = measured.latency;
    return new TrialMeasurement(
        new Span(measured.fromMillis, measured.toMillis),
        measured.nanos,
        settling.millis,
        settling.verdict.steady() && drained && !stalled && fell == null,
        !drained
            ? "calls in flight got no answer for " + DRAIN_MILLIS / 1000 + " s"
            : stalled
                ? String.format(
                    Locale.ROOT, "nothing was acknowledged for %.1f s", silentMillis / 1e3)
                : fell != null ? fell : settling.verdict.reason(),
        measured.progress.documents(),
        Throughput.of(
            measured.progress.documents(),
            measured.progress.batches(),
            measured.progress.bytes(),
            measured.nanos,
            settling.windowMillis,
            measured.rates),
        loop.totals(),
        latency,
        loop.times().overflows(),
        measured.cpuMicros,
        new TrialMeasurement.Pool(
            measured.pool.checkedOut(),
            measured.pool.waitNanos() / 1e3,
            measured.pool.failed(),
            wholePool.created(),
            wholePool.closed(),
            measured.pool.waited(),
            measured.pool.timeouts()),
        measured.health,
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

  private Settling settle(CallLoop loop, LoadOrder.Trial order, Conductor conductor, long startedAt)
      throws InterruptedException {
    Window window = new Window(loop, startedAt);
    List<Double> rates = new ArrayList<>();
    Conductor.Next next = new Conductor.Next(false, order.windowMillis());
    for (int index = 0; !next.measure(); index++) {
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
      long fromMillis,
      long toMillis,
      long nanos,
      List<Double> rates,
      Progress progress,
      List<LatencyInterval> latency,
      long cpuMicros,
      PoolCounters.Snapshot pool,
      TrialMeasurement.Health health,
      @Nullable QueueSkew queues) {}

  private Measured measure(CallLoop loop, Writer writer, LoadOrder.Trial order, Settling settling)
      throws InterruptedException {
    String cell = order.work().id();
    long windowMillis = settling.windowMillis;
    int windows = (int) Math.max(4, (order.measureMillis() + windowMillis - 1) / windowMillis);
    List<Double> rates = new ArrayList<>();
    List<LatencyInterval> latency = new ArrayList<>();
    // Whatever loads classes comes first: the span and all that is counted in it begin together.
    writer.pool().snapshot();
    cpuNanos.getAsLong();
    try (GeneratorWatch watch = new GeneratorWatch(timing)) {
      loop.times().takeService(); // what was recorded while settling
      loop.takeSkew();
      long fromMillis = timing.epochMillis();
      Window window = new Window(loop, settling.endedAt);
      Progress start = window.last();
      long from = window.at();
      long cpuAtStart = cpuNanos.getAsLong();
      PoolCounters.Snapshot poolAtStart = writer.pool().snapshot();
      events.accept(new LoadEvent.Measuring(cell, fromMillis));
      long intervalFrom = from;
      long intervalFromMillis = fromMillis;
      for (int i = 0; i < windows && !loop.gaveUp(); i++) {
        window.next(windowMillis);
        rates.add(window.documentsPerSecond());
        events.accept(new LoadEvent.Rate(cell, window.documentsPerSecond()));
        boolean last = i == windows - 1 || loop.gaveUp();
        if (last || timing.nanoTime() - intervalFrom >= LATENCY_INTERVAL_NANOS) {
          Histogram interval = loop.times().takeService();
          long nowMillis = timing.epochMillis();
          latency.add(new LatencyInterval(intervalFromMillis, nowMillis, Times.encode(interval)));
          intervalFrom = timing.nanoTime();
          intervalFromMillis = nowMillis;
        }
      }
      Progress end = window.last();
      long nanos = window.at() - from;
      long cpuMicros = (cpuNanos.getAsLong() - cpuAtStart) / 1000;
      long toMillis = timing.epochMillis();
      events.accept(new LoadEvent.Measured(cell, toMillis));
      return new Measured(
          fromMillis,
          toMillis,
          nanos,
          rates,
          end.minus(start),
          latency,
          cpuMicros,
          writer.pool().snapshot().minus(poolAtStart),
          watch.health(),
          loop.takeSkew());
    }
  }

  /**
   * Consecutive windows over a loop's progress, on a fixed grid so that lateness does not add up.
   */
  private final class Window {
    private final CallLoop loop;
    private Progress last;
    private long at;
    private long due;
    private double rate;

    /**
     * @param due where the grid begins; clients that measure together share it
     */
    Window(CallLoop loop, long due) {
      this.loop = loop;
      this.due = due;
      this.last = loop.progress();
      this.at = timing.nanoTime();
    }

    /** Waits for the window to end; returns what happened in it. */
    Progress next(long millis) throws InterruptedException {
      due += TimeUnit.MILLISECONDS.toNanos(millis);
      timing.sleepUntil(due);
      Progress now = loop.progress();
      long nanos = timing.nanoTime();
      Progress step = now.minus(last);
      rate = step.documents() * 1e9 / Math.max(1, nanos - at);
      last = now;
      at = nanos;
      return step;
    }

    double documentsPerSecond() {
      return rate;
    }

    Progress last() {
      return last;
    }

    long at() {
      return at;
    }
  }
}
