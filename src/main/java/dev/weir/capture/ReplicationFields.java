package dev.weir.capture;

import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Replication lag and oplog window, derived from {@code replSetGetStatus} and {@code
 * serverStatus.oplog}.
 */
final class ReplicationFields {
  private ReplicationFields() {}

  /**
   * Adds {@code repl.maxLagSeconds}, the primary's last write minus that of the secondary furthest
   * behind, in whole seconds as the server tells it; and {@code repl.secondaries}, {@code
   * repl.members}. Without a primary in sight there is no lag to tell.
   */
  static void lag(@Nullable BsonDocument replicaSetStatus, Map<String, Number> values) {
    if (replicaSetStatus == null || !replicaSetStatus.isArray("members")) {
      return;
    }
    long primary = Long.MIN_VALUE;
    long slowest = Long.MAX_VALUE;
    int secondaries = 0;
    int members = 0;
    for (BsonValue each : replicaSetStatus.getArray("members")) {
      if (!each.isDocument()) {
        continue;
      }
      members++;
      BsonDocument member = each.asDocument();
      if (!member.isDateTime("optimeDate") || !member.isString("stateStr")) {
        continue;
      }
      long optime = member.getDateTime("optimeDate").getValue();
      switch (member.getString("stateStr").getValue()) {
        case "PRIMARY" -> primary = optime;
        case "SECONDARY" -> {
          secondaries++;
          slowest = Math.min(slowest, optime);
        }
        default -> {}
      }
    }
    values.put("repl.members", members);
    values.put("repl.secondaries", secondaries);
    if (primary != Long.MIN_VALUE && secondaries > 0) {
      values.put("repl.maxLagSeconds", Math.max(0, (primary - slowest) / 1000.0));
    }
  }

  /** Adds {@code repl.oplogWindowSeconds}: between the oldest and the newest entry of the oplog. */
  static void oplogWindow(BsonDocument serverStatus, Map<String, Number> values) {
    if (!serverStatus.isDocument("oplog")) {
      return;
    }
    BsonDocument oplog = serverStatus.getDocument("oplog");
    if (oplog.isTimestamp("earliestOptime") && oplog.isTimestamp("latestOptime")) {
      values.put(
          "repl.oplogWindowSeconds",
          oplog.getTimestamp("latestOptime").getTime()
              - oplog.getTimestamp("earliestOptime").getTime());
    }
  }
}
