package dev.weir.runner.jmh;

import dev.weir.load.trial.SettlingRates;
import dev.weir.load.trial.TrialMeter;
import dev.weir.record.Span;
import dev.weir.record.Throughput;
import dev.weir.record.TrialMeasurement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.BenchmarkResultMetaData;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;

/**
 * One fork as a trial: JMH's measured iterations are its windows.
 *
 * @param measurement rates by JMH's clocks, counts and CPU by the fork's
 * @param reasons against the trial that only a fork can have, none if all is well
 * @param warm whether the rates of the warm-up had shown a steady state
 */
record ForkMeasurement(TrialMeasurement measurement, List<String> reasons, boolean warm) {
  static final String DOCUMENTS = "documents";
  private static final String BATCHES = "batches";

  /**
   * @param lines what the fork wrote into its log
   * @param batch documents of each call
   * @throws IllegalArgumentException if the fork ended before it was measured and counted
   */
  static ForkMeasurement of(BenchmarkResult result, List<ForkLog.Line> lines, int batch) {
    List<ForkLog.Iteration> warmUp = new ArrayList<>();
    List<ForkLog.Iteration> measured = new ArrayList<>();
    List<TrialMeasurement.LatencyInterval> latency = new ArrayList<>();
    ForkLog.Counted counted = null;
    for (ForkLog.Line line : lines) {
      if (line instanceof ForkLog.Iteration iteration) {
        (iteration.warmUp() ? warmUp : measured).add(iteration);
      } else if (line instanceof ForkLog.Latency interval) {
        latency.add(interval.interval());
      } else if (line instanceof ForkLog.Counted end) {
        counted = end;
      }
    }
    if (counted == null || measured.isEmpty()) {
      throw new IllegalArgumentException("the fork ended before it was measured and counted");
    }
    List<Double> rates = new ArrayList<>();
    double batches = 0;
    for (IterationResult iteration : result.getIterationResults()) {
      rates.add(rate(iteration, DOCUMENTS));
      batches += rate(iteration, BATCHES) / result.getIterationResults().size();
    }
    // JMH takes each thread's own time, so that the gaps between iterations are in no rate.
    double mean = rates.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    // Documents are those that changed; calls are of all.
    long changed = counted.totals().changing();
    double ofCalls = changed / (double) Math.max(1, counted.totals().acknowledged());
    double bytes = (double) counted.bytes() / Math.max(1, changed);
    ForkLog.Iteration first = measured.get(0);
    ForkLog.Iteration last = measured.get(measured.size() - 1);
    TrialMeasurement.Health health = last.at().health();
    TrialMeasurement measurement =
        new TrialMeasurement(
            new Span(first.fromMillis(), last.toMillis()),
            last.at().nanos() - first.before().nanos(),
            warmUp.isEmpty() ? 0 : first.fromMillis() - warmUp.get(0).fromMillis(),
            true,
            warmUp.size() + " warm-up iterations of JMH",
            Math.round(
                measured.stream().mapToLong(ForkLog.Iteration::operations).sum() * batch * ofCalls),
            new Throughput(
                mean,
                batches,
                mean * bytes / 1e6,
                result.getParams().getMeasurement().getTime().convertTo(TimeUnit.MILLISECONDS),
                rates),
            counted.totals(),
            latency,
            counted.overflows(),
            last.at().cpuMicros() - first.before().cpuMicros(),
            TrialMeter.pool(first.before().pool(), last.at().pool(), last.at().pool()),
            health == null ? new TrialMeasurement.Health(0, 0, null, 0, 0, 0, null) : health,
            null);
    return new ForkMeasurement(measurement, reasons(result, counted, batch), warm(warmUp, batch));
  }

  /** JMH's count of calls against the driver's. */
  private static List<String> reasons(BenchmarkResult result, ForkLog.Counted counted, int batch) {
    BenchmarkResultMetaData jmh = result.getMetadata();
    long operations = jmh == null ? 0 : jmh.getWarmupOps() + jmh.getMeasurementOps();
    long offered = counted.totals().offered();
    return operations == counted.calls() && operations * batch == offered
        ? List.of()
        : List.of(
            String.format(
                Locale.ROOT,
                "JMH counted %d operations, the driver was given %d calls with %d documents",
                operations,
                counted.calls(),
                offered));
  }

  private static boolean warm(List<ForkLog.Iteration> warmUp, int batch) {
    if (warmUp.size() < 2) {
      return false;
    }
    SettlingRates rates = new SettlingRates(warmUp.get(1).nanos() / 1_000_000, Long.MAX_VALUE);
    warmUp.stream()
        .skip(1) // that one opened connections
        .forEach(i -> rates.add(i.operations() * batch * 1e9 / Math.max(1, i.nanos())));
    return rates.verdict().steady();
  }

  static double rate(IterationResult iteration, String counter) {
    Result<?> result = iteration.getSecondaryResults().get(counter);
    return result == null ? 0 : result.getScore();
  }
}
