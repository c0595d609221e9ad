package dev.weir.capture;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Picks what is kept of a {@code serverStatus} answer: numbers (true is 1, false 0) by dotted path,
 * the names the server's own. Fields move between server versions, so sections are taken whole
 * where they are small.
 */
final class ServerStatusFields {
  private static final Pattern KEPT =
      Pattern.compile(
          String.join(
              "|",
              "(opcounters|opcountersRepl|mem|network|flowControl)\\.[^.]+",
              "uptimeMillis",
              "connections\\.(current|available|totalCreated|active|threaded)",
              "metrics\\.document\\.[^.]+",
              "metrics\\.operation\\.(writeConflicts|scanAndOrder)",
              "metrics\\.repl\\.(waitForReplication|buffer|apply)\\..+",
              "metrics\\.getLastError\\..+",
              "opLatencies\\.[^.]+\\.(latency|ops)",
              "globalLock\\.(currentQueue|activeClients)\\.[^.]+",
              "extra_info\\.(user_time_us|system_time_us|page_faults|(in)?voluntary_context_switches)",
              // Tickets: until 7.0, from 7.0, from 8.0.
              "wiredTiger\\.concurrentTransactions\\..+",
              "queues\\.execution\\.(read|write)\\.(out|available|totalTickets)",
              "admission\\.execution\\.(read|write)\\.(out|available|totalTickets)",
              // Checkpoints: until 6.0, from 7.0.
              "wiredTiger\\.transaction\\.transaction checkpoint"
                  + "(s| currently running| most recent time \\(msecs\\)| total time \\(msecs\\))",
              "wiredTiger\\.checkpoint\\.(total succeed number of checkpoints|progress state"
                  + "|most recent time \\(msecs\\)|total time \\(msecs\\)|prepare currently running)",
              "wiredTiger\\.log\\.(log bytes written|log sync operations|log sync time duration .*)",
              "wiredTiger\\.cache\\.(bytes currently in the cache|tracked dirty bytes in the cache"
                  + "|maximum bytes configured|bytes (read into|written from) cache"
                  + "|.*application thread.*|bytes allocated for updates"
                  + "|pages (read into|written from) cache"
                  + "|modified pages evicted|unmodified pages evicted|pages queued for eviction)",
              "wiredTiger\\.thread-yield\\.application thread time (evicting|waiting for cache) .*",
              "wiredTiger\\.block-manager\\.bytes (read|written)"));

  /** Sections with hundreds of numbers, none of which is kept. */
  private static final Set<String> PASSED_OVER =
      Set.of("metrics.commands", "metrics.aggStageCounters", "metrics.operatorCounters");

  /** More paths than any server has; what lies beyond is matched anew each time. */
  private static final int MOST_REMEMBERED = 20_000;

  /** Matching some two thousand paths each second would cost more than all the rest. */
  private final Map<String, Boolean> remembered = new HashMap<>();

  Map<String, Number> select(BsonDocument serverStatus) {
    Map<String, Number> kept = new LinkedHashMap<>();
    walk("", serverStatus, kept);
    return kept;
  }

  private void walk(String prefix, BsonDocument document, Map<String, Number> kept) {
    for (Map.Entry<String, BsonValue> entry : document.entrySet()) {
      String path = prefix + entry.getKey();
      BsonValue value = entry.getValue();
      if (value.isDocument()) {
        if (!PASSED_OVER.contains(path)) {
          walk(path + ".", value.asDocument(), kept);
        }
        continue;
      }
      Number number = number(value);
      if (number != null && kept(path)) {
        kept.put(path, number);
      }
    }
  }

  private boolean kept(String path) {
    Boolean known = remembered.get(path);
    if (known == null) {
      known = KEPT.matcher(path).matches();
      if (remembered.size() < MOST_REMEMBERED) {
        remembered.put(path, known);
      }
    }
    return known;
  }

  private static @Nullable Number number(BsonValue value) {
    return switch (value.getBsonType()) {
      case INT32 -> value.asInt32().getValue();
      case INT64 -> value.asInt64().getValue();
      case DOUBLE ->
          Double.isFinite(value.asDouble().getValue()) ? value.asDouble().getValue() : null;
      case BOOLEAN -> value.asBoolean().getValue() ? 1 : 0;
      default -> null;
    };
  }
}
