package dev.weir.server;

import java.util.List;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * The checkpoints of a server, as {@code serverStatus} reports them. WiredTiger begins one every
 * {@code storage.syncPeriodSecs} (60 s) and writes out what is dirty.
 *
 * @param count since the start; 0 where the server does not report it
 * @param running whether one runs now; of several members, on any
 * @param lastMillis how long the latest took; null where the server does not report it
 */
public record Checkpoints(long count, boolean running, @Nullable Double lastMillis) {
  /** Of a server that reports none. */
  public static final Checkpoints UNKNOWN = new Checkpoints(0, false, null);

  // Each figure by its name in MongoDB 6, then by that of MongoDB 8.
  private static final List<List<String>> COUNT =
      List.of(
          List.of("transaction", "transaction checkpoints"),
          List.of("checkpoint", "total succeed number of checkpoints"));
  private static final List<List<String>> RUNNING =
      List.of(
          List.of("transaction", "transaction checkpoint currently running"),
          List.of("checkpoint", "progress state"));
  private static final List<List<String>> LAST_MILLIS =
      List.of(
          List.of("transaction", "transaction checkpoint most recent time (msecs)"),
          List.of("checkpoint", "most recent time (msecs)"));

  /** Reads them out of a {@code serverStatus} answer. */
  public static Checkpoints of(Document serverStatus) {
    if (!(serverStatus.get("wiredTiger") instanceof Document engine)) {
      return UNKNOWN;
    }
    Double count = first(engine, COUNT);
    Double running = first(engine, RUNNING);
    return new Checkpoints(
        count == null ? 0 : count.longValue(),
        running != null && running > 0,
        first(engine, LAST_MILLIS));
  }

  /** Those of two members. */
  Checkpoints and(Checkpoints other) {
    return new Checkpoints(count + other.count, running || other.running, lastMillis);
  }

  /** Whether one ran at any moment since {@code earlier}. */
  public boolean ranSince(Checkpoints earlier) {
    return running || earlier.running || count > earlier.count;
  }

  private static @Nullable Double first(Document engine, List<List<String>> names) {
    for (List<String> name : names) {
      if (engine.get(name.get(0)) instanceof Document section
          && section.get(name.get(1)) instanceof Number number) {
        return number.doubleValue();
      }
    }
    return null;
  }
}
