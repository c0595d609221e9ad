package dev.weir.load.trial;

import dev.weir.record.QueueSkew;
import dev.weir.record.Span;
import dev.weir.record.Throughput;
import dev.weir.record.Totals;
import dev.weir.record.TrialMeasurement;
import dev.weir.record.TrialMeasurement.Health;
import dev.weir.record.TrialMeasurement.Pool;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * One measurement of the turns of a trial: counts, times and histograms are added, rates follow
 * from them.
 */
public final class MeasuredTurns {
  private MeasuredTurns() {}

  /**
   * The sum of turns of one cell on one writer.
   *
   * @param entering those that enter the figures, at least one
   * @param all of the trial, whose counts the server's own are held against
   */
  public static TrialMeasurement sum(List<TrialMeasurement> entering, List<TrialMeasurement> all) {
    TrialMeasurement first = entering.get(0);
    if (all.size() == 1) {
      return first;
    }
    long nanos = sum(entering, TrialMeasurement::measuredNanos);
    return new TrialMeasurement(
        new Span(
            first.measured().fromMillis(), entering.get(entering.size() - 1).measured().toMillis()),
        nanos,
        all.get(0).settleMillis(),
        true,
        first.steadyReason(),
        sum(entering, TrialMeasurement::documents),
        rates(entering, nanos),
        all.stream().map(TrialMeasurement::total).reduce(Totals.NONE, Totals::plus),
        entering.stream().flatMap(turn -> turn.latency().stream()).toList(),
        sum(entering, TrialMeasurement::overflows),
        sum(entering, TrialMeasurement::clientCpuMicros),
        pool(entering, all),
        health(entering, nanos),
        QueueSkew.of(
            entering.stream().map(TrialMeasurement::queues).filter(Objects::nonNull).toList()));
  }

  private static Throughput rates(List<TrialMeasurement> turns, long nanos) {
    List<Double> windows = new ArrayList<>();
    turns.forEach(turn -> windows.addAll(turn.rates().windows()));
    return new Throughput(
        mean(turns, nanos, turn -> turn.rates().documentsPerSecond()),
        mean(turns, nanos, turn -> turn.rates().batchesPerSecond()),
        mean(turns, nanos, turn -> turn.rates().megabytesPerSecond()),
        turns.get(0).rates().windowMillis(),
        windows);
  }

  /** Over the time measured. */
  private static double mean(
      List<TrialMeasurement> turns, long nanos, ToDoubleFunction<TrialMeasurement> perSecond) {
    return turns.stream()
            .mapToDouble(turn -> perSecond.applyAsDouble(turn) * turn.measuredNanos())
            .sum()
        / Math.max(1, nanos);
  }

  private static Pool pool(List<TrialMeasurement> entering, List<TrialMeasurement> all) {
    List<Pool> pools = entering.stream().map(TrialMeasurement::pool).toList();
    Pool latest = all.get(all.size() - 1).pool(); // it counts since its writer was opened
    return new Pool(
        sum(pools, Pool::checkedOut),
        pools.stream().mapToDouble(Pool::waitMicros).sum(),
        sum(pools, Pool::failed),
        latest.created(),
        latest.closed(),
        sum(pools, Pool::waited),
        sum(pools, Pool::timeouts));
  }

  private static Health health(List<TrialMeasurement> turns, long nanos) {
    List<Health> each = turns.stream().map(TrialMeasurement::health).toList();
    return new Health(
        sum(each, Health::gcMillis),
        each.stream().mapToDouble(Health::worstStallMillis).max().orElse(0),
        each.stream()
            .map(Health::lateMillis)
            .filter(Objects::nonNull)
            .max(Double::compare)
            .orElse(null),
        mean(turns, nanos, turn -> turn.health().stalledShare()),
        mean(turns, nanos, turn -> turn.health().stealShare()),
        each.stream().mapToLong(Health::heapUsedBytes).max().orElse(0),
        each.stream().allMatch(health -> health.throttledCores() == null)
            ? null
            : Double.valueOf(
                mean(
                    turns,
                    nanos,
                    turn -> Objects.requireNonNullElse(turn.health().throttledCores(), 0.0))));
  }

  private static <T> long sum(List<T> turns, ToLongFunction<T> figure) {
    return turns.stream().mapToLong(figure).sum();
  }
}
