package dev.weir.capacity.oplog;

import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Collects what was written to one collection. */
final class CollectionWrites {
  private final String namespace;
  private final WrittenDocuments documents = new WrittenDocuments();
  private final WriteTimes times;
  private final Map<Integer, Long> callSizes = new TreeMap<>();
  private long inserts;
  private long insertBytes;
  private long updates;
  private long replacements;
  private long fields;
  private long bytes;
  private long deletes;
  private long runs;
  private long runUpdates;
  private long inTransactions;

  CollectionWrites(String namespace, long spanMillis) {
    this.namespace = namespace;
    this.times = new WriteTimes(spanMillis);
  }

  /**
   * @param millis since the span began
   */
  void add(OplogWrite write, long millis) {
    switch (write.kind()) {
      case INSERT -> {
        inserts++;
        insertBytes += write.bytes();
      }
      case DELETE -> deletes++;
      case UPDATE, REPLACE -> {
        updates++;
        replacements += write.kind() == OplogWrite.Kind.REPLACE ? 1 : 0;
        fields += write.fields();
        bytes += write.bytes();
        documents.write(write.document(), millis);
        times.write(millis);
      }
    }
  }

  /** Updates that one command made. */
  void call(int size) {
    callSizes.merge(size, 1L, Long::sum);
  }

  /** Updates one right after another, of commands that did not name themselves. */
  void run(int size) {
    runs++;
    runUpdates += size;
  }

  void inTransaction() {
    inTransactions++;
  }

  WrittenDocuments documents() {
    return documents;
  }

  CollectionSummary summary(long spanMillis) {
    Histogram gaps = documents.gaps();
    Double shortGap =
        gaps.getTotalCount() == 0 ? null : Double.valueOf(gaps.getValueAtPercentile(1) / 1e3);
    return new CollectionSummary(
        namespace,
        inserts,
        updates,
        replacements,
        deletes,
        mean(fields, updates),
        mean(bytes, updates),
        mean(insertBytes, inserts),
        documents.documents(),
        documents.estimated(),
        documents.windows(spanMillis),
        rhythm(gaps),
        shortGap,
        calls());
  }

  private @Nullable FlushRhythm rhythm(Histogram gaps) {
    return FlushRhythm.of(gaps, times);
  }

  private CollectionSummary.Calls calls() {
    long calls = 0;
    long inCalls = 0;
    int largest = 0;
    for (Map.Entry<Integer, Long> size : callSizes.entrySet()) {
      calls += size.getValue();
      inCalls += size.getKey() * size.getValue();
      largest = size.getKey();
    }
    long before = 0;
    int typical = 0;
    for (Map.Entry<Integer, Long> size : callSizes.entrySet()) {
      before += size.getKey() * size.getValue();
      typical = size.getKey();
      if (2 * before >= inCalls) {
        break;
      }
    }
    return new CollectionSummary.Calls(
        calls, inCalls, typical, largest, runs, runUpdates, inTransactions);
  }

  private static double mean(long sum, long count) {
    return count == 0 ? 0 : (double) sum / count;
  }
}
