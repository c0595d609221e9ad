package dev.weir.capture.timeline;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * {@code serverStatus.jsonl}: counters as rates, sizes as shares of the configured cache, latencies
 * as the mean over the second (the server's cumulative microseconds over its cumulative
 * operations).
 */
public final class ServerStatusReader implements SampleReader {
  private static final String CACHE = "wiredTiger.cache.";

  /**
   * How a column comes about: from the paths, of which the first that exists counts, times the
   * factor.
   */
  private record Column(String name, double factor, List<String> paths) {
    static Column of(String name, double factor, String... paths) {
      return new Column(name, factor, List.of(paths));
    }
  }

  private static final List<Column> RATES =
      List.of(
          Column.of("server_inserts_per_s", 1, "opcounters.insert"),
          Column.of("server_queries_per_s", 1, "opcounters.query"),
          Column.of("server_updates_per_s", 1, "opcounters.update"),
          Column.of("server_deletes_per_s", 1, "opcounters.delete"),
          Column.of("server_getmores_per_s", 1, "opcounters.getmore"),
          Column.of("server_commands_per_s", 1, "opcounters.command"),
          Column.of("server_replicated_inserts_per_s", 1, "opcountersRepl.insert"),
          Column.of("server_replicated_updates_per_s", 1, "opcountersRepl.update"),
          Column.of("server_replicated_deletes_per_s", 1, "opcountersRepl.delete"),
          Column.of("server_docs_inserted_per_s", 1, "metrics.document.inserted"),
          Column.of("server_docs_updated_per_s", 1, "metrics.document.updated"),
          Column.of("server_docs_deleted_per_s", 1, "metrics.document.deleted"),
          Column.of("server_docs_returned_per_s", 1, "metrics.document.returned"),
          Column.of("server_connections_created_per_s", 1, "connections.totalCreated"),
          Column.of("server_write_conflicts_per_s", 1, "metrics.operation.writeConflicts"),
          Column.of("server_net_in_mb_per_s", 1e-6, "network.bytesIn"),
          Column.of("server_net_out_mb_per_s", 1e-6, "network.bytesOut"),
          Column.of("server_requests_per_s", 1, "network.numRequests"),
          Column.of("server_page_faults_per_s", 1, "extra_info.page_faults"),
          Column.of("server_writes_per_s", 1, "opLatencies.writes.ops"),
          Column.of("server_wtime_ms_per_s", 1, "metrics.getLastError.wtime.totalMillis"),
          Column.of("flow_control_wait_ms_per_s", 1e-3, "flowControl.timeAcquiringMicros"),
          Column.of("flow_control_lagged_ms_per_s", 1e-3, "flowControl.isLaggedTimeMicros"),
          Column.of("wt_cache_read_mb_per_s", 1e-6, CACHE + "bytes read into cache"),
          Column.of("wt_cache_written_mb_per_s", 1e-6, CACHE + "bytes written from cache"),
          Column.of("wt_app_evictions_per_s", 1, CACHE + "pages evicted by application threads"),
          Column.of(
              "wt_app_dirty_evictions_per_s",
              1,
              CACHE + "modified pages evicted by application threads"),
          Column.of(
              "wt_app_page_write_ms_per_s",
              1e-3,
              CACHE + "application threads page write from cache to disk time (usecs)"),
          Column.of(
              "wt_app_page_read_ms_per_s",
              1e-3,
              CACHE + "application threads page read from disk to cache time (usecs)"),
          Column.of("wt_pages_read_per_s", 1, CACHE + "pages read into cache"),
          Column.of(
              "wt_app_cache_wait_ms_per_s",
              1e-3,
              "wiredTiger.thread-yield.application thread time waiting for cache (usecs)",
              CACHE + "application thread time waiting for cache (usecs)"),
          Column.of("wt_block_read_mb_per_s", 1e-6, "wiredTiger.block-manager.bytes read"),
          Column.of("wt_block_written_mb_per_s", 1e-6, "wiredTiger.block-manager.bytes written"),
          Column.of("wt_log_written_mb_per_s", 1e-6, "wiredTiger.log.log bytes written"),
          Column.of("wt_log_syncs_per_s", 1, "wiredTiger.log.log sync operations"),
          Column.of("wt_log_sync_ms_per_s", 1e-3, "wiredTiger.log.log sync time duration (usecs)"));

  private static final List<Column> GAUGES =
      List.of(
          Column.of("server_connections", 1, "connections.current"),
          Column.of("server_connections_active", 1, "connections.active"),
          Column.of("server_resident_mib", 1, "mem.resident"),
          Column.of("server_virtual_mib", 1, "mem.virtual"),
          Column.of("server_queued_readers", 1, "globalLock.currentQueue.readers"),
          Column.of("server_queued_writers", 1, "globalLock.currentQueue.writers"),
          Column.of("server_active_readers", 1, "globalLock.activeClients.readers"),
          Column.of("server_active_writers", 1, "globalLock.activeClients.writers"),
          Column.of("flow_control_lagged", 1, "flowControl.isLagged"),
          Column.of("flow_control_target_tickets_per_s", 1, "flowControl.targetRateLimit"),
          Column.of("wt_read_tickets_out", 1, tickets("read", "out")),
          Column.of("wt_read_tickets_available", 1, tickets("read", "available")),
          Column.of("wt_write_tickets_out", 1, tickets("write", "out")),
          Column.of("wt_write_tickets_available", 1, tickets("write", "available")),
          Column.of(
              "wt_checkpoint_last_ms",
              1,
              "wiredTiger.transaction.transaction checkpoint most recent time (msecs)",
              "wiredTiger.checkpoint.most recent time (msecs)"),
          Column.of("repl_secondaries", 1, "repl.secondaries"),
          Column.of("repl_max_lag_s", 1, "repl.maxLagSeconds"),
          Column.of("repl_oplog_window_s", 1, "repl.oplogWindowSeconds"));

  static final List<String> CHECKPOINTS =
      List.of(
          "wiredTiger.transaction.transaction checkpoints",
          "wiredTiger.checkpoint.total succeed number of checkpoints");
  private static final List<String> CHECKPOINT_RUNNING =
      List.of(
          "wiredTiger.transaction.transaction checkpoint currently running",
          "wiredTiger.checkpoint.progress state");

  private final Series series;
  private final Rates rates = new Rates();
  private final boolean mongostat;

  ServerStatusReader(Lines lines) {
    this(lines, false);
  }

  private ServerStatusReader(Lines lines, boolean mongostat) {
    this.series = new Series(lines);
    this.mongostat = mongostat;
  }

  /** A reader that gives mongostat's columns as well, for captures without the tool. */
  static ServerStatusReader withMongostat(Lines lines) {
    return new ServerStatusReader(lines, true);
  }

  static String[] tickets(String side, String what) {
    return new String[] {
      "wiredTiger.concurrentTransactions." + side + "." + what,
      "queues.execution." + side + "." + what,
      "admission.execution." + side + "." + what
    };
  }

  @Override
  public @Nullable Sample next() throws IOException {
    Series.Line line;
    while ((line = series.next()) != null) {
      Map<String, Double> values = line.values();
      if (values == null) {
        rates.forget();
        continue;
      }
      rates.step(line.epochMs(), values);
      return sample(line.epochMs(), line.head(), values);
    }
    return null;
  }

  private Sample sample(long epochMs, JsonNode head, Map<String, Double> values) {
    Sample sample = Sample.at(epochMs);
    Map<String, Double> to = sample.numbers();
    millis(head, "rttMicros", "server_status_rtt_ms", to);
    millis(head, "pingMicros", "ping_rtt_ms", to);
    cpu(to);
    for (Column rate : RATES) {
      first(rate.paths(), values)
          .flatMap(path -> boxed(rates.perSecond(path)))
          .ifPresent(each -> to.put(rate.name(), each * rate.factor()));
    }
    for (String kind : List.of("reads", "writes", "commands")) {
      latency(kind, to);
    }
    for (Column gauge : GAUGES) {
      first(gauge.paths(), values)
          .ifPresent(path -> to.put(gauge.name(), values.getOrDefault(path, 0.0) * gauge.factor()));
    }
    share("wt_cache_used_pct", CACHE + "bytes currently in the cache", values, to);
    share("wt_dirty_pct", CACHE + "tracked dirty bytes in the cache", values, to);
    first(CHECKPOINTS, values)
        .flatMap(path -> boxed(rates.delta(path)))
        .ifPresent(each -> to.put("wt_checkpoints", each));
    first(CHECKPOINT_RUNNING, values)
        .ifPresent(
            path ->
                to.put("wt_checkpoint_running", values.getOrDefault(path, 0.0) == 0 ? 0.0 : 1.0));
    if (mongostat) {
      OwnMongostat.put(head, values, rates, sample);
    }
    return sample;
  }

  private static void millis(JsonNode head, String name, String column, Map<String, Double> to) {
    if (head.path(name).isNumber()) {
      to.put(column, head.get(name).asDouble() / 1e3);
    }
  }

  private void cpu(Map<String, Double> to) {
    OptionalDouble user = rates.perSecond("extra_info.user_time_us");
    OptionalDouble system = rates.perSecond("extra_info.system_time_us");
    if (user.isPresent() && system.isPresent()) {
      to.put("mongod_cpu_cores", (user.getAsDouble() + system.getAsDouble()) / 1e6);
    }
  }

  private void latency(String kind, Map<String, Double> to) {
    OptionalDouble micros = rates.delta("opLatencies." + kind + ".latency");
    OptionalDouble ops = rates.delta("opLatencies." + kind + ".ops");
    if (micros.isPresent() && ops.isPresent() && ops.getAsDouble() > 0) {
      to.put("server_" + kind + "_latency_us", micros.getAsDouble() / ops.getAsDouble());
    }
  }

  private static void share(
      String column, String path, Map<String, Double> values, Map<String, Double> to) {
    Double part = values.get(path);
    Double whole = values.get(CACHE + "maximum bytes configured");
    if (part != null && whole != null && whole > 0) {
      to.put(column, 100 * part / whole);
    }
  }

  static Optional<String> first(List<String> paths, Map<String, Double> values) {
    return paths.stream().filter(values::containsKey).findFirst();
  }

  private static Optional<Double> boxed(OptionalDouble value) {
    return value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty();
  }

  @Override
  public void close() throws IOException {
    series.close();
  }
}
