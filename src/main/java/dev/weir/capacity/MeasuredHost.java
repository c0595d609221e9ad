package dev.weir.capacity;

import dev.weir.record.CellRecord;
import dev.weir.record.RunRecord;
import dev.weir.record.TimelineRows.Figures;
import dev.weir.record.TrialRecord;
import dev.weir.study.Cell;
import dev.weir.study.Factor;
import dev.weir.study.Study;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.hipparchus.stat.StatUtils;
import org.jspecify.annotations.Nullable;

/**
 * The deployment that was measured: the unit in which a plan counts.
 *
 * @param product name and version of the server
 * @param topology its topology
 * @param serverCores cores of the server's host; null if unknown
 * @param memoryBytes memory of the server's host; null if unknown
 * @param cacheBytes WiredTiger's cache; null if unknown
 * @param shared whether the load ran on the same host
 * @param clientCores cores of the load's host
 * @param slowdown how many times slower than the median the slowest hundredth of all measured
 *     windows was, what a checkpoint or a stall does to a quarter of a second
 * @param checkpoints whether a checkpoint ran in any of them; null if nobody looked
 * @param documents in each collection; null if unknown
 * @param writeRequestBytes mean size of a request to the disk; null if nobody looked
 * @param historySeconds for which members kept old versions; null if unknown
 * @param longestLoadSeconds the longest that any cell was under load by its factors, 0 if all were
 *     for seconds
 */
public record MeasuredHost(
    String product,
    String topology,
    @Nullable Integer serverCores,
    @Nullable Long memoryBytes,
    @Nullable Long cacheBytes,
    boolean shared,
    int clientCores,
    double slowdown,
    @Nullable Boolean checkpoints,
    @Nullable Long documents,
    @Nullable Double writeRequestBytes,
    @Nullable Integer historySeconds,
    double longestLoadSeconds) {
  private static final double SLOWEST_PERCENT = 1;
  private static final double KIB = 1024;

  /**
   * @throws CapacityException if its cells were not measured alike
   */
  static MeasuredHost of(RunRecord run, List<CellRecord> cells, Collection<Figures> timeline)
      throws CapacityException {
    Object cores = run.server().host().get("cores");
    Object memory = run.server().host().get("memoryMegabytes");
    boolean shared = run.server().sharesClientHost();
    int clientCores = run.client().logicalCores();
    return new MeasuredHost(
        run.server().product() + " " + run.server().version(),
        run.server().topology(),
        cores instanceof Number n
            ? Integer.valueOf(n.intValue())
            : shared ? Integer.valueOf(clientCores) : null,
        memory instanceof Number n ? Long.valueOf(n.longValue() << 20) : null,
        run.server().cacheBytes(),
        shared,
        clientCores,
        slowdown(cells),
        checkpoints(timeline),
        run.study().get("documents") instanceof Number n ? Long.valueOf(n.longValue()) : null,
        requestBytes(timeline),
        history(run, cells),
        cells.stream().map(MeasuredHost::overTime).mapToDouble(MeasuredHost::load).max().orElse(0));
  }

  private static @Nullable Integer history(RunRecord run, List<CellRecord> cells)
      throws CapacityException {
    List<Integer> asked =
        cells.stream().map(c -> overTime(c).get(Factor.HISTORY)).distinct().toList();
    if (asked.size() > 1) {
      throw new CapacityException(
          "its cells kept different histories (historySeconds "
              + asked
              + "): a plan needs one; measure them in runs of their own");
    }
    if (!asked.isEmpty() && asked.get(0) > 0) {
      return asked.get(0);
    }
    return run.server().keptHistory();
  }

  /** Of the cell only what is about time: the rest may be of a later Weir. */
  private static Cell overTime(CellRecord cell) {
    Map<String, String> factors = new LinkedHashMap<>(cell.factors());
    factors.keySet().retainAll(List.of(Factor.HISTORY.yamlName(), Factor.SUSTAINED.yamlName()));
    return Cell.parse(factors);
  }

  private static double load(Cell cell) {
    return cell.sustainedSeconds() + Study.runIn(cell).toMillis() / 1e3;
  }

  boolean sameAs(MeasuredHost other) {
    return product.equals(other.product)
        && topology.equals(other.topology)
        && shared == other.shared
        && clientCores == other.clientCores
        && Objects.equals(serverCores, other.serverCores)
        && Objects.equals(historySeconds, other.historySeconds);
  }

  /** In a line. */
  public String title() {
    String cores = serverCores == null ? "an unknown number of" : serverCores.toString();
    String client = shared ? " shared with the load" : "; load on " + clientCores + " others";
    String history =
        historySeconds == null ? "" : "; members keep " + historySeconds + " s of history";
    return String.format(
        Locale.ROOT, "%s %s, %s cores%s%s", product, topology, cores, client, history);
  }

  /** Without cells that pause: a window of few calls is slow or fast by chance. */
  private static double slowdown(List<CellRecord> cells) {
    double[] relative =
        cells.stream()
            .filter(c -> c.factors().getOrDefault(Factor.THINK.yamlName(), "0").equals("0"))
            .flatMap(c -> c.trials().stream())
            .filter(TrialRecord::valid)
            .flatMap(MeasuredHost::relativeWindows)
            .mapToDouble(Double::doubleValue)
            .toArray();
    double slowest = relative.length == 0 ? 1 : StatUtils.percentile(relative, SLOWEST_PERCENT);
    return slowest <= 0 ? 1 : Math.max(1, 1 / slowest);
  }

  private static Stream<Double> relativeWindows(TrialRecord trial) {
    double[] rates = trial.rates().windows().stream().mapToDouble(Double::doubleValue).toArray();
    double median = rates.length == 0 ? 0 : StatUtils.percentile(rates, 50);
    return median <= 0 ? Stream.of() : trial.rates().windows().stream().map(rate -> rate / median);
  }

  private static @Nullable Boolean checkpoints(Collection<Figures> timeline) {
    OptionalDouble most =
        timeline.stream()
            .map(f -> f.mean("wt_checkpoint_running"))
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .max();
    return most.isPresent() ? Boolean.valueOf(most.getAsDouble() > 0) : null;
  }

  private static @Nullable Double requestBytes(Collection<Figures> timeline) {
    OptionalDouble mean =
        timeline.stream()
            .flatMap(f -> f.columns("_wareq_sz_kib").stream().map(f::mean).filter(Objects::nonNull))
            .mapToDouble(Double::doubleValue)
            .filter(size -> size > 0)
            .average();
    return mean.isPresent() ? Double.valueOf(mean.getAsDouble() * KIB) : null;
  }
}
