package dev.weir.load.trial;

import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.engine.CallLoop;
import dev.weir.load.engine.EconomyCounts.OfType;
import dev.weir.load.engine.Timing;
import dev.weir.load.trial.TrialMeter.MeasuredSpan;
import dev.weir.load.trial.TrialMeter.Moment;
import dev.weir.record.EconomyMeasurement;
import dev.weir.record.OpenMeasurement;
import dev.weir.record.Percentiles;
import dev.weir.record.SecondLine;
import dev.weir.record.Times;
import dev.weir.workload.economy.EconomyOperation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/**
 * Plays an economy for a time: a ramp that is not measured, the measured span, the last answers.
 */
public final class EconomyTrialRunner {
  /**
   * A driver may go on with a commit for 120 s, and a resolution waits for 60 s of a transaction.
   */
  private static final long DRAIN_MILLIS = 240_000;

  private final Instruments instruments;
  private final Timing timing;

  public EconomyTrialRunner(Instruments instruments) {
    this.instruments = instruments;
    this.timing = instruments.timing();
  }

  public EconomyMeasurement run(EconomyLoop economy, LoadOrder.Economy order)
      throws InterruptedException {
    CallLoop loop = economy.loop();
    SecondReporter reporter =
        new SecondReporter(timing, instruments.threadCpuNanos(), timing.nanoTime());
    TrialMeter meter = new TrialMeter(instruments, loop, economy.pool());
    loop.start();
    Seconds seconds = new Seconds(economy, reporter, order.cell());
    seconds.pass(order.rampSeconds());
    try (MeasuredSpan span = meter.span(order.cell())) {
      economy.counts().measure();
      seconds.measure(span.begin());
      seconds.pass(order.measureSeconds());
      span.end(meter.now());
      List<EconomyMeasurement.Type> types = seconds.types(span.nanos() / 1e9);
      OpenMeasurement.Reporter account = reporter.account();
      boolean drained = loop.stop(DRAIN_MILLIS);
      String stopped = order.tolerateErrors() ? null : economy.counts().firstError();
      return new EconomyMeasurement(
          span.instants(),
          span.nanos(),
          order.rate(),
          types,
          seconds.total(types, span.nanos() / 1e9),
          byType(economy, type -> type.committed.sum()),
          byType(economy, type -> type.unresolved.sum()),
          economy.counts().voided(),
          seconds.rates,
          loop.totals().failed(),
          drained ? stopped : "operations did not end within " + DRAIN_MILLIS / 1_000 + " s",
          span.cpuMicros(),
          span.pool(),
          span.health(),
          account);
    }
  }

  private static Map<String, Long> byType(EconomyLoop loop, ToLongFunction<OfType> count) {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (EconomyOperation operation : EconomyOperation.values()) {
      counts.put(operation.title(), count.applyAsLong(loop.counts().of(operation)));
    }
    return counts;
  }

  /** The seconds of one trial. */
  private final class Seconds {
    private final EconomyLoop loop;
    private final SecondReporter reporter;
    private final String cell;
    private final Map<EconomyOperation, Histogram> response = new EnumMap<>(EconomyOperation.class);
    private final Map<EconomyOperation, Histogram> service = new EnumMap<>(EconomyOperation.class);
    private final Map<EconomyOperation, Long> last = new EnumMap<>(EconomyOperation.class);
    private final List<Double> rates = new ArrayList<>();
    private boolean measured;
    private long lastNanos;
    private long baseNanos;
    private long lastMillis;

    Seconds(EconomyLoop loop, SecondReporter reporter, String cell) {
      this.loop = loop;
      this.reporter = reporter;
      this.cell = cell;
      for (EconomyOperation operation : EconomyOperation.values()) {
        response.put(operation, loop.counts().of(operation).response.takeInterval());
        service.put(operation, loop.counts().of(operation).service.takeInterval());
      }
      mark();
    }

    private void mark() {
      lastNanos = timing.nanoTime();
      lastMillis = timing.epochMillis();
    }

    /** From that moment on, seconds belong to the measured span. */
    void measure(Moment from) {
      measured = true;
      lastNanos = from.nanos();
      lastMillis = from.millis();
      baseNanos = lastNanos;
    }

    void pass(int seconds) throws InterruptedException {
      for (int i = 0; i < seconds && !loop.loop().gaveUp(); i++) {
        tell(reporter.next());
      }
    }

    private void tell(long number) {
      long now = timing.nanoTime();
      double step = Math.max(1, now - lastNanos) / 1e9;
      double since = Math.max(1, now - baseNanos) / 1e9;
      List<SecondLine> lines = new ArrayList<>();
      Map<String, String> logs = new LinkedHashMap<>();
      double all = 0;
      for (EconomyOperation operation : EconomyOperation.values()) {
        OfType type = loop.counts().of(operation);
        Histogram responses = type.response.takeInterval();
        Histogram services = type.service.takeInterval();
        response.merge(operation, responses, EconomyTrialRunner::added);
        service.merge(operation, services, EconomyTrialRunner::added);
        long done = type.done.sum();
        long before = last.getOrDefault(operation, 0L);
        last.put(operation, done);
        all += (done - before) / step;
        lines.add(
            SecondReporter.line(
                operation.title(),
                type.failed.sum(),
                (done - before) / step,
                measured ? done / since : 0,
                responses));
        if (measured) {
          logs.put("-" + operation.title(), Times.encode(services));
          logs.put("-" + operation.title() + "-response", Times.encode(responses));
        }
      }
      if (measured) {
        rates.add(all);
      }
      instruments
          .events()
          .accept(
              new LoadEvent.Second(
                  cell,
                  number,
                  reporter.dueMillis(),
                  lastMillis,
                  measured,
                  lines,
                  new LoadEvent.Second.State(0, loop.pool().snapshot().inUse(), 0),
                  logs));
      mark();
    }

    List<EconomyMeasurement.Type> types(double seconds) {
      List<EconomyMeasurement.Type> types = new ArrayList<>();
      for (EconomyOperation operation : EconomyOperation.values()) {
        OfType type = loop.counts().of(operation);
        types.add(
            type(
                operation.title(),
                type,
                response.getOrDefault(operation, new Histogram(3)),
                service.getOrDefault(operation, new Histogram(3)),
                seconds));
      }
      return types;
    }

    EconomyMeasurement.Type total(List<EconomyMeasurement.Type> parts, double seconds) {
      Histogram responses = new Histogram(3);
      Histogram services = new Histogram(3);
      response.values().forEach(responses::add);
      service.values().forEach(services::add);
      return new EconomyMeasurement.Type(
          "total",
          parts.stream().mapToLong(EconomyMeasurement.Type::operations).sum(),
          parts.stream().mapToLong(EconomyMeasurement.Type::refused).sum(),
          parts.stream().mapToLong(EconomyMeasurement.Type::errors).sum(),
          parts.stream().mapToLong(EconomyMeasurement.Type::retries).sum(),
          parts.stream().mapToLong(EconomyMeasurement.Type::resolved).sum(),
          parts.stream().mapToLong(EconomyMeasurement.Type::operations).sum() / seconds,
          responses.getMean() / 1e6,
          Percentiles.of(responses),
          Times.of(services));
    }
  }

  private static Histogram added(Histogram sum, Histogram more) {
    sum.add(more);
    return sum;
  }

  private static EconomyMeasurement.Type type(
      String title, OfType type, Histogram response, Histogram service, double seconds) {
    long done = type.done.sum();
    return new EconomyMeasurement.Type(
        title,
        done,
        type.refused.sum(),
        type.failed.sum(),
        type.retries.sum(),
        type.resolved.sum(),
        done / seconds,
        response.getMean() / 1e6,
        Percentiles.of(response),
        Times.of(service));
  }
}
