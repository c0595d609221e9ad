package dev.weir.capacity;

import dev.weir.record.RunRecord;
import dev.weir.record.TimelineRows.Figures;
import java.util.Collection;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The deployment that was measured: the unit in which a plan counts.
 *
 * @param product name and version of the server
 * @param topology its topology
 * @param serverCores cores of the server's host; null if unknown
 * @param cacheBytes WiredTiger's cache; null if unknown
 * @param shared whether the load ran on the same host
 * @param clientCores cores of the load's host
 * @param documents in each collection; null if unknown
 * @param writeRequestBytes mean size of a request to the disk; null if nobody looked
 */
public record MeasuredHost(
    String product,
    String topology,
    @Nullable Integer serverCores,
    @Nullable Long cacheBytes,
    boolean shared,
    int clientCores,
    @Nullable Long documents,
    @Nullable Double writeRequestBytes) {
  private static final double KIB = 1024;

  static MeasuredHost of(RunRecord run, Collection<Figures> timeline) {
    Object cores = run.server().host().get("cores");
    boolean shared = run.server().sharesClientHost();
    int clientCores = run.client().logicalCores();
    return new MeasuredHost(
        run.server().product() + " " + run.server().version(),
        run.server().topology(),
        cores instanceof Number n
            ? Integer.valueOf(n.intValue())
            : shared ? Integer.valueOf(clientCores) : null,
        run.server().cacheBytes(),
        shared,
        clientCores,
        run.study().get("documents") instanceof Number n ? Long.valueOf(n.longValue()) : null,
        requestBytes(timeline));
  }

  boolean sameAs(MeasuredHost other) {
    return product.equals(other.product)
        && topology.equals(other.topology)
        && shared == other.shared
        && clientCores == other.clientCores
        && Objects.equals(serverCores, other.serverCores);
  }

  /** In a line. */
  public String title() {
    String cores = serverCores == null ? "an unknown number of" : serverCores.toString();
    String client = shared ? " shared with the load" : "; load on " + clientCores + " others";
    return String.format(Locale.ROOT, "%s %s, %s cores%s", product, topology, cores, client);
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
