package dev.weir.report;

import dev.weir.record.ClientFacts;
import dev.weir.record.RunRecord;
import dev.weir.record.ServerFacts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Where a run was measured. */
public final class EnvironmentTable {
  private EnvironmentTable() {}

  /** Server, client and tool. */
  public static Table<?> of(RunRecord run) {
    ServerFacts server = run.server();
    ClientFacts client = run.client();
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put(
        "server",
        String.format(
            "%s %s, %s, %s",
            server.product(), server.version(), server.topology(), server.storageEngine()));
    facts.put("server found by", server.source() + passed(server));
    facts.put(
        "server's cache", server.cacheBytes() == null ? "unknown" : mebibytes(server.cacheBytes()));
    facts.put("default write concern", server.defaultWriteConcern());
    facts.put("server's host", server.host());
    facts.put(
        "client and server",
        server.sharesClientHost()
            ? "share one host: they compete for its CPU"
            : "on different hosts");
    facts.put(
        "client",
        String.format(
            "%s, %d threads, %s; %s",
            client.cpu(), client.logicalCores(), mebibytes(client.memoryBytes()), client.kernel()));
    facts.put("JVM of the load", client.jdk() + " " + String.join(" ", client.jvmArguments()));
    facts.put("drivers", client.drivers());
    String end = run.endedAt();
    facts.put("time", run.startedAt() + (end == null ? "; it has not ended" : " to " + end));
    facts.put(
        "rounds and seed",
        (end == null ? "" : CellSet.rounds(run.rounds()) + ", ") + "seed " + run.seed());
    facts.put("sampling", CaptureLine.of(run));
    String changes = run.tool().dirty() ? " with uncommitted changes" : "";
    facts.put("Weir", run.tool().version() + ", commit " + run.tool().commit() + changes);
    return pairs("environment", "Where it was measured", "what", "value", facts);
  }

  private static String passed(ServerFacts server) {
    return server.skipped().isEmpty() ? "" : "; before it: " + String.join("; ", server.skipped());
  }

  private static String mebibytes(long bytes) {
    return Digits.of(bytes / (double) (1 << 20)) + " MiB";
  }

  /** The server's own settings. */
  public static Table<?> settings(RunRecord run) {
    Map<String, Object> sorted = new TreeMap<>(run.server().settings());
    return pairs("settings", "The server's settings", "setting", "value", sorted);
  }

  /** Combinations that were left out, with the reason. */
  public static Table<?> excluded(RunRecord run) {
    return pairs("excluded", "Combinations left out", "cell", "reason", run.excluded());
  }

  private static Table<?> pairs(
      String id, String caption, String key, String value, Map<String, ?> pairs) {
    return Table.of(id, caption, List.copyOf(pairs.entrySet()))
        .text(key, Map.Entry::getKey)
        .text(value, Map.Entry::getValue);
  }
}
