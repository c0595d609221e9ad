package dev.weir.runner.jmh;

import dev.weir.load.SettlingRates;
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
  /** Clock discipline slews by 0.5 ms per second at most; a step is larger. */
  private static final double MOST_CLOCK_STEP_MILLIS = 1_000;

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
    ForkLog.Iteration first = measured.get(0);
    ForkLog.Iteration last = measured.get(measured.size() - 1);
    long calls = measured.stream().mapToLong(ForkLog.Iteration::operations).sum();
    double mean = rates.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    // JMH takes each thread's own time. The gaps between iterations are in no rate.
    double seconds = mean <= 0 ? 0 : calls * batch / mean;
    long millis = Math.round(seconds * 1e3);
    double bytes =
        (double) counted.bytes() / Math.max(1, counted.totals().acknowledged()) * calls * batch;
    ForkLog.Pool from = first.before().pool();
    ForkLog.Pool to = last.at().pool();
    TrialMeasurement.Health health = last.at().health();
    boolean warm = warm(warmUp, batch);
    TrialMeasurement measurement =
        new TrialMeasurement(
            first.fromMillis(),
            first.fromMillis() + millis,
            Math.round(seconds * 1e9),
            warmUp.isEmpty() ? 0 : first.fromMillis() - warmUp.get(0).fromMillis(),
            true,
            warmUp.size() + " warm-up iterations of JMH",
            result.getParams().getMeasurement().getTime().convertTo(TimeUnit.MILLISECONDS),
            rates,
            calls * batch,
            mean <= 0 ? 0 : Math.round(batches * seconds),
            Math.round(bytes),
            counted.totals(),
            latency,
            counted.overflows(),
            last.at().cpuMicros() - first.before().cpuMicros(),
            new TrialMeasurement.Pool(
                to.checkedOut() - from.checkedOut(),
                (to.waitNanos() - from.waitNanos()) / 1e3,
                to.failed() - from.failed(),
                to.created(),
                to.closed(),
                to.waited() - from.waited(),
                to.timeouts() - from.timeouts()),
            health == null ? new TrialMeasurement.Health(0, 0, null, 0, 0, 0) : health,
            null);
    return new ForkMeasurement(measurement, reasons(result, counted, first, last, batch), warm);
  }

  /** JMH's count of calls against the driver's, and one clock against the other. */
  private static List<String> reasons(
      BenchmarkResult result,
      ForkLog.Counted counted,
      ForkLog.Iteration first,
      ForkLog.Iteration last,
      int batch) {
    List<String> reasons = new ArrayList<>();
    BenchmarkResultMetaData jmh = result.getMetadata();
    long operations = jmh == null ? 0 : jmh.getWarmupOps() + jmh.getMeasurementOps();
    long offered = counted.totals().offered();
    if (operations != counted.calls() || operations * batch != offered) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "JMH counted %d operations, the driver was given %d calls with %d documents",
              operations,
              counted.calls(),
              offered));
    }
    double stepped =
        last.toMillis() - first.fromMillis() - (last.at().nanos() - first.before().nanos()) / 1e6;
    if (Math.abs(stepped) > MOST_CLOCK_STEP_MILLIS) {
      reasons.add(
          String.format(
              Locale.ROOT, "the clock was set by %+.1f s while it was measured", stepped / 1e3));
    }
    return reasons;
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
