package dev.weir.load;

import dev.weir.driver.Completion;
import dev.weir.driver.Writer;
import dev.weir.workload.UpdateBatch;
import dev.weir.workload.UpdateStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One operation in flight: makes a batch, sends it, waits for the answer, again. The batch is made
 * outside the timed span. Counts are written by whoever completes a call and read by the sampling
 * thread.
 */
final class Lane<D> implements Completion, Runnable {
  /** A lane that only fails would spin; the trial is lost by then anyway. */
  private static final int MOST_FAILURES = 20;

  private static final VarHandle DOCUMENTS = counter("documents");
  private static final VarHandle BATCHES = counter("batches");
  private static final VarHandle BYTES = counter("bytes");

  private final int index;
  private final Writer writer;
  private final UpdateStream<D> stream;
  private final UpdateBatch<D> batch;
  private final ServiceTimes times;
  private final Timing timing;
  private final CountDownLatch finished;
  private final Map<String, Long> failed = new ConcurrentHashMap<>();

  /** Calls to start; above one only while a completion runs inside {@link #write}. */
  private final AtomicInteger pending = new AtomicInteger();

  private volatile boolean stopping;
  private volatile boolean done;
  private long sentAt;
  private int failures;

  private long documents;
  private long batches;
  private long bytes;
  private volatile long offered;
  private volatile long matched;
  private volatile long modified;

  Lane(
      int index,
      Writer writer,
      UpdateStream<D> stream,
      ServiceTimes times,
      Timing timing,
      CountDownLatch finished) {
    this.index = index;
    this.writer = writer;
    this.stream = stream;
    this.batch = stream.newBatch();
    this.times = times;
    this.timing = timing;
    this.finished = finished;
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
      if (stopping || failures >= MOST_FAILURES) {
        finish();
        return;
      }
      try {
        stream.fill(batch);
        offered += batch.size(); // only one thread at a time runs a lane
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
    int size = batch.size();
    DOCUMENTS.setOpaque(this, documents + size);
    BATCHES.setOpaque(this, batches + 1);
    BYTES.setOpaque(this, bytes + batch.bytes());
    matched += matchedNow;
    modified += modifiedNow;
    next();
  }

  @Override
  public void failed(Throwable cause, long modifiedNow) {
    failures++;
    failed.merge(cause.getClass().getSimpleName(), (long) batch.size(), Long::sum);
    modified += modifiedNow;
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
    return (long) DOCUMENTS.getOpaque(this);
  }

  long batches() {
    return (long) BATCHES.getOpaque(this);
  }

  long bytes() {
    return (long) BYTES.getOpaque(this);
  }

  long offered() {
    return offered;
  }

  long matched() {
    return matched;
  }

  long modified() {
    return modified;
  }

  Map<String, Long> failedByClass() {
    return failed;
  }

  private static VarHandle counter(String field) {
    try {
      return MethodHandles.lookup().findVarHandle(Lane.class, field, long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
