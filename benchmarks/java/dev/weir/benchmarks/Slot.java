package dev.weir.benchmarks;

import dev.weir.driver.Completion;
import dev.weir.driver.Writer;
import dev.weir.driver.Written;
import dev.weir.load.engine.ServiceTimes;
import dev.weir.record.Totals;
import dev.weir.record.WriteCounts;
import dev.weir.workload.UpdateBatch;
import dev.weir.workload.UpdateStream;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Room for one operation in flight: belongs to its caller while it is in the queue of free slots,
 * and to the driver from {@link #run} until it is put back there.
 */
final class Slot<D> implements Completion, Runnable {
  /** Stands for the documents of a call where there was no call. */
  static final int UNUSED = -1;

  private final int index;
  private final Writer writer;
  private final UpdateStream<D> stream;
  private final UpdateBatch<D> batch;
  private final ServiceTimes times;
  private final Queue<Slot<?>> free;

  private long sentAt;
  private long calls;
  private long bytes;
  private long offered;
  private long acknowledged;
  private long matched;
  private long modified;
  private long failed;
  private long inserted;
  private long upserted;
  private long deleted;
  private long expectedInserts;
  private long expectedUpserts;
  private long expectedDeletes;
  private long unchanged;
  private int fresh = UNUSED;
  private @Nullable Throwable failure;

  Slot(int index, Writer writer, UpdateStream<D> stream, ServiceTimes times, Queue<Slot<?>> free) {
    this.index = index;
    this.writer = writer;
    this.stream = stream;
    this.batch = stream.newBatch();
    this.times = times;
    this.free = free;
  }

  /** Makes the next batch and sends it; the batch is made outside the timed span. */
  @Override
  public void run() {
    try {
      stream.fill(batch);
      writer.prepare(batch);
      offered += batch.size();
      calls++;
      sentAt = System.nanoTime();
      writer.write(batch, this);
    } catch (RuntimeException | Error e) {
      failed(e, Written.NOTHING);
    }
  }

  @Override
  public void acknowledged(Written now) {
    times.record(index, System.nanoTime() - sentAt);
    acknowledged += batch.size();
    bytes += batch.bytes();
    matched += now.documents();
    modified += now.changed();
    inserted += now.inserted();
    upserted += now.upserted();
    deleted += now.deleted();
    expectedInserts += batch.inserts();
    expectedUpserts += batch.upserts();
    expectedDeletes += batch.deletes();
    unchanged += batch.unchanged();
    fresh = batch.size() - batch.unchanged();
    free.add(this);
  }

  @Override
  public void failed(Throwable cause, Written now) {
    failed += batch.size();
    modified += now.changed();
    inserted += now.inserted();
    upserted += now.upserted();
    deleted += now.deleted();
    failure = cause;
    free.add(this);
  }

  /**
   * Documents that the last call changed, 0 if it saved all as they were; {@link #UNUSED} if there
   * was no call since this was last asked.
   *
   * @throws IllegalStateException if the last call failed
   */
  int takeAcknowledged() {
    if (failure != null) {
      throw new IllegalStateException("a write failed: " + failure.getMessage(), failure);
    }
    int documents = fresh;
    fresh = UNUSED;
    return documents;
  }

  /** Calls handed to the driver; exact while nothing is in flight, as {@link #totals}. */
  long calls() {
    return calls;
  }

  /** BSON bytes of the update statements acknowledged. */
  long bytes() {
    return bytes;
  }

  /** Counts since the start; exact while nothing is in flight. */
  Totals totals() {
    Map<String, Long> failures =
        failure == null ? Map.of() : Map.of(failure.getClass().getSimpleName(), failed);
    long updates = acknowledged - expectedInserts - expectedUpserts - expectedDeletes;
    long others = inserted + upserted + deleted;
    return new Totals(
        offered,
        acknowledged,
        matched,
        modified,
        failures,
        offered - acknowledged - failed,
        new WriteCounts(
            expectedInserts, updates, updates - unchanged, expectedUpserts, expectedDeletes),
        new WriteCounts(inserted, matched - others, modified - others, upserted, deleted));
  }
}
