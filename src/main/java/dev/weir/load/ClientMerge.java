package dev.weir.load;

import dev.weir.record.Percentiles;
import dev.weir.record.QueueSkew;
import dev.weir.record.TrialMeasurement;
import dev.weir.record.TrialMeasurement.Health;
import dev.weir.record.TrialMeasurement.LatencyInterval;
import dev.weir.record.TrialMeasurement.Pool;
import dev.weir.record.TrialMeasurement.Totals;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
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
    TrialMeasurement first = clients.get(0);
    List<TrialMeasurement> undrained = clients.stream().filter(c -> !c.steady()).toList();
    return new TrialMeasurement(
        clients.stream().mapToLong(TrialMeasurement::measuredFromMillis).min().orElse(0),
        clients.stream().mapToLong(TrialMeasurement::measuredToMillis).max().orElse(0),
        nanos(clients),
        clients.stream().mapToLong(TrialMeasurement::settleMillis).max().orElse(0),
        settled.steady() && undrained.isEmpty(),
        undrained.isEmpty() ? settled.reason() : undrained.get(0).steadyReason(),
        first.windowMillis(),
        rates(clients),
        sum(clients, TrialMeasurement::documents),
        sum(clients, TrialMeasurement::batches),
        sum(clients, TrialMeasurement::bytes),
        totals(clients.stream().map(TrialMeasurement::total).toList()),
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

  private static List<Double> rates(List<TrialMeasurement> clients) {
    int windows = clients.stream().mapToInt(c -> c.documentsPerSecond().size()).min().orElse(0);
    List<Double> sums = new ArrayList<>();
    for (int i = 0; i < windows; i++) {
      int window = i;
      sums.add(clients.stream().mapToDouble(c -> c.documentsPerSecond().get(window)).sum());
    }
    return sums;
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
              ServiceTimes.encode(
                  Percentiles.merge(same.stream().map(LatencyInterval::histogram).toList()))));
    }
    return merged;
  }

  private static Totals totals(List<Totals> clients) {
    Map<String, Long> failed = new TreeMap<>();
    clients.forEach(c -> c.failed().forEach((name, n) -> failed.merge(name, n, Long::sum)));
    return new Totals(
        sum(clients, Totals::offered),
        sum(clients, Totals::acknowledged),
        sum(clients, Totals::matched),
        sum(clients, Totals::modified),
        failed,
        sum(clients, Totals::unanswered));
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
        sum(clients, Health::heapUsedBytes));
  }

  private static <T> long sum(List<T> clients, ToLongFunction<T> figure) {
    return clients.stream().mapToLong(figure).sum();
  }
}
