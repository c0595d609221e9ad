package dev.weir.server;

import io.soabase.recordbuilder.core.RecordBuilder;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * Counters of a server since its start, or, after {@link #minus}, over a span. Source: {@code
 * serverStatus}. Each update of a bulk counts once in {@code opcounters}, and {@code
 * metrics.document.updated} counts updates that changed nothing, so neither proves a change alone.
 *
 * @param insert documents inserted, {@code opcounters.insert}
 * @param update update statements
 * @param delete delete statements
 * @param query finds
 * @param command all other commands
 * @param documentsInserted {@code metrics.document.inserted}
 * @param documentsUpdated {@code metrics.document.updated}
 * @param documentsDeleted {@code metrics.document.deleted}
 * @param documentsReturned {@code metrics.document.returned}
 * @param connectionsCreated {@code connections.totalCreated}
 * @param connectionsCurrent open connections; a level, which {@link #minus} keeps as it is
 * @param cpuMicros user and system CPU time of the server process in µs; null where the platform
 *     does not report it
 * @param checkpoints those of all members that were asked; a level, which {@link #minus} keeps
 * @param uptimeMillis time since the server started, in ms
 * @param process host, port, process id and election of the primary that counted: after a restart
 *     or an election counters can't be compared
 */
@RecordBuilder
public record ServerCounters(
    long insert,
    long update,
    long delete,
    long query,
    long command,
    long documentsInserted,
    long documentsUpdated,
    long documentsDeleted,
    long documentsReturned,
    long connectionsCreated,
    long connectionsCurrent,
    @Nullable Long cpuMicros,
    Checkpoints checkpoints,
    long uptimeMillis,
    String process)
    implements ServerCountersBuilder.With {

  /** Reads them out of a {@code serverStatus} answer; sections that are missing count as 0. */
  public static ServerCounters of(Document serverStatus) {
    return new ServerCounters(
        number(serverStatus, "opcounters", "insert"),
        number(serverStatus, "opcounters", "update"),
        number(serverStatus, "opcounters", "delete"),
        number(serverStatus, "opcounters", "query"),
        number(serverStatus, "opcounters", "command"),
        number(serverStatus, "metrics", "document", "inserted"),
        number(serverStatus, "metrics", "document", "updated"),
        number(serverStatus, "metrics", "document", "deleted"),
        number(serverStatus, "metrics", "document", "returned"),
        number(serverStatus, "connections", "totalCreated"),
        number(serverStatus, "connections", "current"),
        cpuMicros(serverStatus),
        Checkpoints.of(serverStatus),
        number(serverStatus, "uptimeMillis"),
        process(serverStatus));
  }

  /** What happened since {@code earlier}, a snapshot of the same server. */
  public ServerCounters minus(ServerCounters earlier) {
    return new ServerCounters(
        insert - earlier.insert,
        update - earlier.update,
        delete - earlier.delete,
        query - earlier.query,
        command - earlier.command,
        documentsInserted - earlier.documentsInserted,
        documentsUpdated - earlier.documentsUpdated,
        documentsDeleted - earlier.documentsDeleted,
        documentsReturned - earlier.documentsReturned,
        connectionsCreated - earlier.connectionsCreated,
        connectionsCurrent,
        cpuMicros == null || earlier.cpuMicros == null ? null : cpuMicros - earlier.cpuMicros,
        checkpoints,
        uptimeMillis - earlier.uptimeMillis,
        process);
  }

  /** Whether both were counted by one process without a restart between them. */
  public boolean comparableWith(ServerCounters earlier) {
    return process.equals(earlier.process) && uptimeMillis >= earlier.uptimeMillis;
  }

  /**
   * The same counters with the CPU time and the checkpoints of a further member added.
   *
   * @param serverStatus of that member
   */
  public ServerCounters plusMember(Document serverStatus) {
    Long micros = cpuMicros(serverStatus);
    Long cpu = cpuMicros == null || micros == null ? null : Long.valueOf(cpuMicros + micros);
    return withCpuMicros(cpu).withCheckpoints(checkpoints.and(Checkpoints.of(serverStatus)));
  }

  private static @Nullable Long cpuMicros(Document serverStatus) {
    if (serverStatus.get("extra_info") instanceof Document extra
        && extra.get("user_time_us") instanceof Number user
        && extra.get("system_time_us") instanceof Number system) {
      return user.longValue() + system.longValue();
    }
    return null;
  }

  private static String process(Document serverStatus) {
    String process = serverStatus.get("host") + ", process " + serverStatus.get("pid");
    return serverStatus.get("repl") instanceof Document repl && repl.get("electionId") != null
        ? process + ", election " + repl.get("electionId")
        : process;
  }

  private static long number(Document document, String... path) {
    Object value = document;
    for (String key : path) {
      value = value instanceof Document level ? level.get(key) : null;
    }
    return value instanceof Number number ? number.longValue() : 0;
  }
}
