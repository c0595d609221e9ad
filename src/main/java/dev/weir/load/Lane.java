package dev.weir.load;

import dev.weir.driver.Completion;
import dev.weir.driver.Writer;
import dev.weir.workload.UpdateBatch;
import dev.weir.workload.UpdateStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One operation in flight: makes a batch when its feed has one due, sends it, waits for the answer,
 * again. The batch is made outside the timed span. Counts are written by whoever completes a call
 * and read by the sampling thread.
 */
final class Lane<D> implements Completion, Runnable {
  /** A lane that only fails would spin; the trial is lost by then anyway. */
  private static final int MOST_FAILURES = 20;

  private final int index;
  private final Writer writer;
  private final UpdateStream<D> stream;
  private final UpdateBatch<D> batch;
  private final ServiceTimes times;
  private final Timing timing;
  private final CountDownLatch finished;
  private final Feed feed;
  private final Map<String, Long> failed = new ConcurrentHashMap<>();

  /** Calls to start; above one only while a completion runs inside {@link Writer#write}. */
  private final AtomicInteger pending = new AtomicInteger();

  private volatile boolean stopping;
  private volatile boolean done;
  private long sentAt;
  private int failures;

  private final SingleWriterCounter documents = new SingleWriterCounter();
  private final SingleWriterCounter batches = new SingleWriterCounter();
  private final SingleWriterCounter bytes = new SingleWriterCounter();
  private final SingleWriterCounter offered = new SingleWriterCounter();
  private final SingleWriterCounter matched = new SingleWriterCounter();
  private final SingleWriterCounter modified = new SingleWriterCounter();

  Lane(
      int index,
      Writer writer,
      UpdateStream<D> stream,
      ServiceTimes times,
      Timing timing,
      CountDownLatch finished,
      Feed feed) {
    this.index = index;
    this.writer = writer;
    this.stream = stream;
    this.batch = stream.newBatch();
    this.times = times;
    this.timing = timing;
    this.finished = finished;
    this.feed = feed;
  }

  /** Starts the lane; on a blocking writer returns when the lane has stopped. */
  @Override
  public void run() {
    next();
  }

  /**
   * Starts the next call unless one is being started further up this very stack, which then goes
   * on: answers that come at once don't pile up frames.
   */
  private void next() {
    if (pending.getAndIncrement() != 0) {
      return;
    }
    do {
      if (stopping || failures >= MOST_FAILURES || !feed.next()) {
        finish();
        return;
      }
      try {
        stream.fill(batch);
        offered.add(batch.size());
        sentAt = timing.nanoTime();
        writer.write(batch, this);
      } catch (RuntimeException | Error e) {
        failed(e, 0);
      }
    } while (pending.decrementAndGet() != 0);
  }

  @Override
  public void acknowledged(long matchedNow, long modifiedNow) {
    times.record(index, timing.nanoTime() - sentAt);
    documents.add(batch.size());
    batches.add(1);
    bytes.add(batch.bytes());
    matched.add(matchedNow);
    modified.add(modifiedNow);
    next();
  }

  @Override
  public void failed(Throwable cause, long modifiedNow) {
    failures++;
    failed.merge(cause.getClass().getSimpleName(), (long) batch.size(), Long::sum);
    modified.add(modifiedNow);
    next();
  }

  private void finish() {
    if (!done) {
      done = true;
      finished.countDown();
    }
  }

  void stop() {
    stopping = true;
  }

  boolean done() {
    return done;
  }

  long documents() {
    return documents.get();
  }

  long batches() {
    return batches.get();
  }

  long bytes() {
    return bytes.get();
  }

  long offered() {
    return offered.get();
  }

  long matched() {
    return matched.get();
  }

  long modified() {
    return modified.get();
  }

  Map<String, Long> failedByClass() {
    return failed;
  }
}
