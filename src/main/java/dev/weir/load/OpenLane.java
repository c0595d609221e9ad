package dev.weir.load;

import dev.weir.driver.Completion;
import dev.weir.driver.Writer;
import dev.weir.load.ArrivalQueue.Arrival;
import dev.weir.workload.UpdateBatch;
import dev.weir.workload.WriteBatch;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One call in flight at a time of an open loop. Whoever holds the lane prepares and sends; whoever
 * completes the call counts it and gives the lane back.
 */
final class OpenLane implements Completion {
  private final int index;
  private final Writer writer;
  private final OpenLoop.Batches batches;
  private final OpenTimes times;
  private final Timing timing;
  private final long countFrom;
  private final Consumer<OpenLane> free;
  private final Map<String, Long> failed = new ConcurrentHashMap<>();

  private @Nullable WriteBatch<?> batch;
  private long intendedAt;
  private long sentAt;
  private boolean counts;

  final SingleWriterCounter sent = new SingleWriterCounter();
  final SingleWriterCounter answered = new SingleWriterCounter();
  final SingleWriterCounter batchesDone = new SingleWriterCounter();
  final SingleWriterCounter documents = new SingleWriterCounter();
  final SingleWriterCounter bytes = new SingleWriterCounter();
  final SingleWriterCounter offered = new SingleWriterCounter();
  final SingleWriterCounter matched = new SingleWriterCounter();
  final SingleWriterCounter modified = new SingleWriterCounter();
  final SingleWriterCounter countedFailures = new SingleWriterCounter();
  final SingleWriterCounter countedSent = new SingleWriterCounter();

  OpenLane(
      int index,
      Writer writer,
      OpenLoop.Batches batches,
      OpenTimes times,
      Timing timing,
      long countFrom,
      Consumer<OpenLane> free) {
    this.index = index;
    this.writer = writer;
    this.batches = batches;
    this.times = times;
    this.timing = timing;
    this.countFrom = countFrom;
    this.free = free;
  }

  /** Makes the arrival's batch, before it is due if there is time. */
  void prepare(Arrival arrival) {
    batch = batches.fill(arrival.number());
  }

  /**
   * Sends the prepared batch; on a blocking writer returns when it is answered.
   *
   * @param startedAt when the loop began
   */
  void send(Arrival arrival, long startedAt) {
    WriteBatch<?> ready = batch();
    intendedAt = startedAt + arrival.at();
    counts = arrival.at() >= countFrom;
    offered.add(ready.size());
    sent.add(1);
    sentAt = timing.nanoTime();
    if (counts) {
      countedSent.add(1);
      times.sent(index, sentAt - intendedAt, arrival.waited());
    }
    try {
      writer.write(ready, this);
    } catch (RuntimeException | Error e) {
      failed(e, 0);
    }
  }

  @Override
  public void acknowledged(long matchedNow, long modifiedNow) {
    WriteBatch<?> done = batch();
    if (counts) {
      long now = timing.nanoTime();
      times.answered(index, now - sentAt, now - intendedAt);
    }
    batchesDone.add(1);
    documents.add(done.size());
    bytes.add(done instanceof UpdateBatch<?> updates ? updates.bytes() : 0);
    matched.add(matchedNow);
    modified.add(modifiedNow);
    answered.add(1);
    free.accept(this);
  }

  @Override
  public void failed(Throwable cause, long modifiedNow) {
    failed.merge(cause.getClass().getSimpleName(), (long) batch().size(), Long::sum);
    modified.add(modifiedNow);
    countedFailures.add(counts ? 1 : 0);
    answered.add(1);
    free.accept(this);
  }

  Map<String, Long> failedByClass() {
    return failed;
  }

  private WriteBatch<?> batch() {
    WriteBatch<?> held = batch;
    if (held == null) {
      throw new IllegalStateException("a lane prepares before it sends");
    }
    return held;
  }
}
