package dev.weir.load.process;

import dev.weir.load.trial.SteadyState;
import dev.weir.record.Percentiles;
import dev.weir.record.QueueSkew;
import dev.weir.record.Span;
import dev.weir.record.Throughput;
import dev.weir.record.Times;
import dev.weir.record.Totals;
import dev.weir.record.TrialMeasurement;
import dev.weir.record.TrialMeasurement.Health;
import dev.weir.record.TrialMeasurement.LatencyInterval;
import dev.weir.record.TrialMeasurement.Pool;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;

/**
 * One measurement of what several clients measured together: counts and histograms are added,
 * percentiles never averaged. Windows of one index began at one instant, so their rates add up.
 */
final class ClientMerge {
  private ClientMerge() {}

  /**
   * @param clients at least one
   * @param settled whether the sum of all was steady
   */
  static TrialMeasurement of(List<TrialMeasurement> clients, SteadyState.Decision settled) {
    List<TrialMeasurement> undrained = clients.stream().filter(c -> !c.steady()).toList();
    return new TrialMeasurement(
        new Span(
            clients.stream().mapToLong(c -> c.measured().fromMillis()).min().orElse(0),
            clients.stream().mapToLong(c -> c.measured().toMillis()).max().orElse(0)),
        nanos(clients),
        clients.stream().mapToLong(TrialMeasurement::settleMillis).max().orElse(0),
        settled.steady() && undrained.isEmpty(),
        undrained.isEmpty() ? settled.reason() : undrained.get(0).steadyReason(),
        sum(clients, TrialMeasurement::documents),
        rates(clients.stream().map(TrialMeasurement::rates).toList()),
        clients.stream().map(TrialMeasurement::total).reduce(Totals.NONE, Totals::plus),
        latency(clients),
        sum(clients, TrialMeasurement::overflows),
        sum(clients, TrialMeasurement::clientCpuMicros),
        pool(clients.stream().map(TrialMeasurement::pool).toList()),
        worst(clients.stream().map(TrialMeasurement::health).toList()),
        QueueSkew.of(
            clients.stream().map(TrialMeasurement::queues).filter(Objects::nonNull).toList()));
  }

  /** Such that all documents in this time are the sum of the clients' own rates. */
  private static long nanos(List<TrialMeasurement> clients) {
    double documents = 0;
    double rate = 0;
    long longest = 0;
    for (TrialMeasurement client : clients) {
      documents += client.documents();
      rate += (double) client.documents() / Math.max(1, client.measuredNanos());
      longest = Math.max(longest, client.measuredNanos());
    }
    return rate == 0 ? longest : Math.round(documents / rate);
  }

  private static Throughput rates(List<Throughput> clients) {
    int windows = clients.stream().mapToInt(c -> c.windows().size()).min().orElse(0);
    List<Double> sums = new ArrayList<>();
    for (int i = 0; i < windows; i++) {
      int window = i;
      sums.add(clients.stream().mapToDouble(c -> c.windows().get(window)).sum());
    }
    return new Throughput(
        clients.stream().mapToDouble(Throughput::documentsPerSecond).sum(),
        clients.stream().mapToDouble(Throughput::batchesPerSecond).sum(),
        clients.stream().mapToDouble(Throughput::megabytesPerSecond).sum(),
        clients.get(0).windowMillis(),
        sums);
  }

  private static List<LatencyInterval> latency(List<TrialMeasurement> clients) {
    int intervals = clients.stream().mapToInt(c -> c.latency().size()).max().orElse(0);
    List<LatencyInterval> merged = new ArrayList<>();
    for (int i = 0; i < intervals; i++) {
      int index = i;
      List<LatencyInterval> same =
          clients.stream()
              .filter(c -> index < c.latency().size())
              .map(c -> c.latency().get(index))
              .toList();
      merged.add(
          new LatencyInterval(
              same.stream().mapToLong(LatencyInterval::startMillis).min().orElse(0),
              same.stream().mapToLong(LatencyInterval::endMillis).max().orElse(0),
              Times.encode(
                  Percentiles.merge(same.stream().map(LatencyInterval::histogram).toList()))));
    }
    return merged;
  }

  private static Pool pool(List<Pool> clients) {
    return new Pool(
        sum(clients, Pool::checkedOut),
        clients.stream().mapToDouble(Pool::waitMicros).sum(),
        sum(clients, Pool::failed),
        sum(clients, Pool::created),
        sum(clients, Pool::closed),
        sum(clients, Pool::waited),
        sum(clients, Pool::timeouts));
  }

  /** The worst of each figure, as one starved client spoils the trial; heap is added. */
  private static Health worst(List<Health> clients) {
    return new Health(
        clients.stream().mapToLong(Health::gcMillis).max().orElse(0),
        clients.stream().mapToDouble(Health::worstStallMillis).max().orElse(0),
        clients.stream()
            .map(Health::lateMillis)
            .filter(late -> late != null)
            .max(Double::compare)
            .orElse(null),
        clients.stream().mapToDouble(Health::stalledShare).max().orElse(0),
        clients.stream().mapToDouble(Health::stealShare).max().orElse(0),
        sum(clients, Health::heapUsedBytes),
        clients.stream()
            .map(Health::throttledCores)
            .filter(Objects::nonNull)
            .max(Double::compare)
            .orElse(null));
  }

  private static <T> long sum(List<T> clients, ToLongFunction<T> figure) {
    return clients.stream().mapToLong(figure).sum();
  }
}
