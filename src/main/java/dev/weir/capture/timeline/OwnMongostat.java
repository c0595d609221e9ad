package dev.weir.capture.timeline;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The columns of mongostat out of {@code serverStatus}, for captures beside which the tool did not
 * run. Each is made as mongo-tools make it ({@code mongostat/status/readers.go}, 100.x) and named
 * as {@link MongostatParser} names it; {@code mongostat_by} says {@code weir}.
 */
final class OwnMongostat {
  static final String BY = "mongostat_by";

  private static final List<String> RATES =
      List.of("insert", "query", "update", "delete", "command");
  private static final String CACHE = "wiredTiger.cache.";
  private static final double MEBIBYTE = 1 << 20;

  private OwnMongostat() {}

  /**
   * Adds the columns.
   *
   * @param head the sampler's line, for the words of {@code repl}
   * @param values the server's numbers by path
   * @param rates the same, stepped to this sample
   */
  static void put(JsonNode head, Map<String, Double> values, Rates rates, Sample sample) {
    Map<String, Double> to = sample.numbers();
    for (String kind : RATES) {
      rate(rates, "opcounters." + kind, "mongostat_" + kind + "_per_s", to);
      rate(rates, "opcountersRepl." + kind, "mongostat_" + kind + "_replicated_per_s", to);
    }
    rate(rates, "opcounters.getmore", "mongostat_getmore_per_s", to);
    rate(rates, "network.bytesIn", "mongostat_net_in_bytes_per_s", to);
    rate(rates, "network.bytesOut", "mongostat_net_out_bytes_per_s", to);
    ServerStatusReader.first(ServerStatusReader.CHECKPOINTS, values)
        .map(rates::delta)
        .filter(OptionalDouble::isPresent)
        .ifPresent(each -> to.put("mongostat_flushes", each.getAsDouble()));
    percent(CACHE + "tracked dirty bytes in the cache", "mongostat_dirty_pct", values, to);
    percent(CACHE + "bytes currently in the cache", "mongostat_used_pct", values, to);
    gauge("mem.virtual", "mongostat_vsize_bytes", MEBIBYTE, values, to);
    gauge("mem.resident", "mongostat_res_bytes", MEBIBYTE, values, to);
    gauge("connections.current", "mongostat_conn", 1, values, to);
    clients("readers", "read", values, to);
    clients("writers", "write", values, to);
    text(head, "set", "mongostat_set", sample);
    text(head, "repl", "mongostat_repl", sample);
    if (!to.isEmpty()) {
      sample.texts().put(BY, "weir");
    }
  }

  private static void rate(Rates rates, String path, String column, Map<String, Double> to) {
    rates.perSecond(path).ifPresent(each -> to.put(column, each));
  }

  private static void gauge(
      String path,
      String column,
      double factor,
      Map<String, Double> values,
      Map<String, Double> to) {
    Double value = values.get(path);
    if (value != null) {
      to.put(column, value * factor);
    }
  }

  private static void percent(
      String path, String column, Map<String, Double> values, Map<String, Double> to) {
    Double part = values.get(path);
    Double whole = values.get(CACHE + "maximum bytes configured");
    if (part != null && whole != null && whole > 0) {
      to.put(column, 100 * part / whole);
    }
  }

  /** Who holds a ticket is active; who wants one and has none, or waits for a lock, is queued. */
  private static void clients(
      String kind, String tickets, Map<String, Double> values, Map<String, Double> to) {
    Double queued = values.get("globalLock.currentQueue." + kind);
    Double clients = values.get("globalLock.activeClients." + kind);
    Double out =
        ServerStatusReader.first(List.of(ServerStatusReader.tickets(tickets, "out")), values)
            .map(values::get)
            .orElse(null);
    if (queued == null || clients == null || out == null) {
      return;
    }
    to.put("mongostat_queued_" + kind, Math.max(0, queued + clients - out));
    to.put("mongostat_active_" + kind, out);
  }

  private static void text(JsonNode head, String name, String column, Sample sample) {
    if (head.path(name).isTextual()) {
      sample.texts().put(column, head.get(name).asText());
    }
  }
}
