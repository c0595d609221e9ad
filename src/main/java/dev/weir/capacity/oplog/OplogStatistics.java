package dev.weir.capacity.oplog;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Reads entries of an oplog in their order and counts what was written in a span of time. What it
 * keeps is bounded, however many entries come. Not thread-safe.
 */
public final class OplogStatistics {
  private static final int MOST_COLLECTIONS = 200;
  private static final int MOST_DOCUMENTS = 500_000;
  private static final int MOST_SESSIONS = 10_000;
  private static final int MOST_UNDECIDED = 100_000;
  private static final long RUN_MILLIS = 1;
  private static final long MINUTE_MILLIS = 60_000;
  private static final int LEAST_MINUTES = 3;

  private final Instant from;
  private final Instant to;
  private final int mostDocuments;
  private final Map<String, CollectionWrites> collections = new LinkedHashMap<>();
  private final Map<Long, Open> open =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Open> eldest) {
          if (size() > MOST_SESSIONS) {
            eldest.getValue().close();
            return true;
          }
          return false;
        }
      };
  private final Map<OplogEntry.Call, List<OplogWrite>> undecided = new LinkedHashMap<>();
  private final List<Long> minutes = new ArrayList<>();
  private @Nullable CollectionWrites runOf;
  private long runEnd;
  private int runSize;
  private int undecidedWrites;
  private int documents;
  private long migrated;
  private long commands;
  private long unknown;
  private long others;

  /** A command whose writes are still coming. */
  private static final class Open {
    private final long number;
    private final CollectionWrites collection;
    private int updates;

    Open(long number, CollectionWrites collection) {
      this.number = number;
      this.collection = collection;
    }

    void close() {
      collection.call(updates);
    }
  }

  /**
   * @param from first moment that counts, by the server's clock
   * @param to first moment after the span
   */
  public OplogStatistics(Instant from, Instant to) {
    this(from, to, MOST_DOCUMENTS);
  }

  /**
   * @param mostDocuments whose times are kept
   */
  OplogStatistics(Instant from, Instant to, int mostDocuments) {
    this.from = from;
    this.to = to;
    this.mostDocuments = mostDocuments;
  }

  /** Counts an entry, if it lies in the span. */
  public void add(RawBsonDocument document) {
    OplogEntry entry = OplogEntry.of(document);
    if (entry.kind() == OplogEntry.Kind.UNKNOWN) {
      unknown++;
      return;
    }
    long millis = entry.wallMillis() - from.toEpochMilli();
    if (millis < 0 || entry.wallMillis() >= to.toEpochMilli()) {
      return;
    }
    migrated += entry.migrated();
    OplogEntry.Call call = entry.call();
    switch (entry.kind()) {
      case WRITE -> entry.writes().forEach(write -> single(write, call, millis));
      case GROUP -> {
        decided(call).forEach(write -> ofTransaction(write, millis));
        entry.writes().forEach(write -> ofTransaction(write, millis));
      }
      case PART -> undecided(call, entry.writes());
      case COMMIT -> decided(call).forEach(write -> ofTransaction(write, millis));
      case ABORT -> decided(call);
      case COMMAND -> commands++;
      case NOTHING, UNKNOWN -> {
        // Nothing was written.
      }
    }
  }

  private void undecided(OplogEntry.@Nullable Call call, List<OplogWrite> writes) {
    if (call == null || undecidedWrites + writes.size() > MOST_UNDECIDED) {
      others += writes.size();
      return;
    }
    undecidedWrites += writes.size();
    undecided.computeIfAbsent(call, key -> new ArrayList<>()).addAll(writes);
  }

  private List<OplogWrite> decided(OplogEntry.@Nullable Call call) {
    List<OplogWrite> writes = call == null ? null : undecided.remove(call);
    if (writes == null) {
      return List.of();
    }
    undecidedWrites -= writes.size();
    return writes;
  }

  private void ofTransaction(OplogWrite write, long millis) {
    CollectionWrites collection = write(write, millis);
    if (collection != null && write.changes()) {
      collection.inTransaction();
    }
  }

  private void single(OplogWrite write, OplogEntry.@Nullable Call call, long millis) {
    CollectionWrites collection = write(write, millis);
    if (collection == null || !write.changes()) {
      return;
    }
    if (call == null) {
      run(collection, millis);
      return;
    }
    Open command = open.get(call.session());
    if (command == null
        || command.number != call.number()
        || !Objects.equals(command.collection, collection)) {
      if (command != null) {
        command.close();
      }
      command = new Open(call.number(), collection);
      open.put(call.session(), command);
    }
    command.updates++;
  }

  private void run(CollectionWrites collection, long millis) {
    if (runOf == null || !runOf.equals(collection) || millis - runEnd > RUN_MILLIS) {
      endRun();
      runOf = collection;
    }
    runEnd = millis;
    runSize++;
  }

  private void endRun() {
    if (runOf != null) {
      runOf.run(runSize);
    }
    runOf = null;
    runSize = 0;
  }

  /** The collection that it belongs to; null if there are too many. */
  private @Nullable CollectionWrites write(OplogWrite write, long millis) {
    CollectionWrites collection = collections.get(write.namespace());
    if (collection == null) {
      if (collections.size() == MOST_COLLECTIONS) {
        others++;
        return null;
      }
      collection = new CollectionWrites(write.namespace(), Duration.between(from, to).toMillis());
      collections.put(write.namespace(), collection);
    }
    documents -= collection.documents().kept();
    collection.add(write, millis);
    documents += collection.documents().kept();
    while (documents > mostDocuments) {
      halveTheLargest();
    }
    if (write.changes()) {
      int minute = (int) (millis / MINUTE_MILLIS);
      while (minutes.size() <= minute) {
        minutes.add(0L);
      }
      minutes.set(minute, minutes.get(minute) + 1);
    }
    return collection;
  }

  private void halveTheLargest() {
    WrittenDocuments largest =
        collections.values().stream()
            .map(CollectionWrites::documents)
            .max(Comparator.comparingInt(WrittenDocuments::kept))
            .orElseThrow();
    documents -= largest.kept();
    largest.halve();
    documents += largest.kept();
  }

  /** What was written in the whole span. */
  public OplogSummary summary() {
    return summary(to);
  }

  /**
   * What was written.
   *
   * @param end of the span, if the entries ended before
   */
  public OplogSummary summary(Instant end) {
    open.values().forEach(Open::close);
    open.clear();
    endRun();
    long span = Duration.between(from, end).toMillis();
    return new OplogSummary(
        from,
        end,
        migrated,
        commands,
        unknown,
        others,
        busiestMinute(span),
        collections.values().stream()
            .map(collection -> collection.summary(span))
            .sorted(Comparator.comparingLong(CollectionSummary::updates).reversed())
            .toList());
  }

  private @Nullable Double busiestMinute(long spanMillis) {
    int whole = (int) (spanMillis / MINUTE_MILLIS);
    List<Long> counted = minutes.subList(0, Math.min(whole, minutes.size()));
    long sum = counted.stream().mapToLong(Long::longValue).sum();
    long most = counted.stream().mapToLong(Long::longValue).max().orElse(0);
    return whole < LEAST_MINUTES || sum == 0 ? null : Double.valueOf((double) most * whole / sum);
  }
}
