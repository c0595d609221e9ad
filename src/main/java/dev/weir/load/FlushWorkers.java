package dev.weir.load;

import dev.weir.driver.Completion;
import dev.weir.driver.Writer;
import dev.weir.study.Cell;
import dev.weir.study.Factor;
import dev.weir.workload.UpdateBatch;
import dev.weir.workload.UpdateStream;
import dev.weir.workload.WriteBehind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.hipparchus.random.RandomDataGenerator;

/**
 * A write-behind design at work: one thread lets the players change their documents and cuts what
 * is due into batches, others write them. Times are response times: from the moment a batch was
 * ready, waiting for a free thread included.
 */
public final class FlushWorkers implements AutoCloseable {
  /** How finely players' changes and flushes are told apart. */
  private static final long TICK_NANOS = 1_000_000;

  private static final long POLL_MILLIS = 50;

  private final Writer writer;
  private final Cell cell;
  private final WriteBehind design;
  private final int[] keys;
  private final Timing timing;
  private final ServiceTimes times;
  private final LinkedBlockingQueue<Ready> ready = new LinkedBlockingQueue<>();
  private final List<Thread> threads = new ArrayList<>();
  private final LongAdder acknowledged = new LongAdder();
  private final LongAdder batches = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder busy = new LongAdder();

  private volatile boolean stopping;
  private volatile boolean drained;
  private volatile Changes changes = new Changes(0, 0);

  private record Ready(List<Integer> players, long nanos) {}

  private record Changes(long updates, long taken) {}

  /**
   * What happened since the start.
   *
   * @param updates changes in memory
   * @param due documents that were due and dirty
   * @param documents documents acknowledged
   * @param batches calls acknowledged
   * @param failed documents of failed calls
   */
  public record Progress(long updates, long due, long documents, long batches, long failed) {
    public Progress plus(Progress other) {
      return new Progress(
          updates + other.updates,
          due + other.due,
          documents + other.documents,
          batches + other.batches,
          failed + other.failed);
    }

    public Progress minus(Progress earlier) {
      return new Progress(
          updates - earlier.updates,
          due - earlier.due,
          documents - earlier.documents,
          batches - earlier.batches,
          failed - earlier.failed);
    }
  }

  /**
   * @param writer opened for the cell; must block
   * @param cell how each document is written; its batch is the largest, its concurrency the number
   *     of threads
   * @param documents documents in the collection; a player has one of them, and those who are
   *     flushed after each other have theirs anywhere in it
   * @param seed seed of the values, and of who has which document
   */
  public FlushWorkers(
      Writer writer, Cell cell, WriteBehind design, int documents, long seed, Timing timing) {
    if (!writer.blocking()) {
      throw new IllegalArgumentException("flush threads need a writer that blocks");
    }
    this.writer = writer;
    this.cell = cell;
    this.design = design;
    this.keys = new RandomDataGenerator(seed).nextPermutation(documents, documents);
    this.timing = timing;
    this.times = new ServiceTimes(cell.inFlight());
    threads.add(new Thread(this::pace, "players"));
    for (int i = 0; i < cell.inFlight(); i++) {
      int lane = i;
      threads.add(new Thread(() -> new Lane(lane, seed + lane).run(), "flush-" + i));
    }
    threads.forEach(thread -> thread.setDaemon(true));
  }

  /** Starts the players; everything is clean. */
  public void start() {
    threads.forEach(Thread::start);
  }

  public Progress progress() {
    Changes now = changes;
    return new Progress(
        now.updates(), now.taken(), acknowledged.sum(), batches.sum(), failed.sum());
  }

  /** Response times in ns since the last call. */
  public Histogram takeInterval() {
    return times.takeInterval();
  }

  /**
   * Stops the players and writes all that is dirty, as a shutdown of the game does.
   *
   * @return whether all of it was written in time
   */
  public boolean drain(long timeoutMillis) throws InterruptedException {
    stopping = true;
    long end = timing.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    for (Thread thread : threads) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - timing.nanoTime());
      thread.join(Math.max(1, left));
    }
    return drained && ready.isEmpty() && busy.sum() == 0;
  }

  private void pace() {
    long start = timing.nanoTime();
    try {
      for (long tick = 1; !stopping; tick++) {
        timing.sleepUntil(start + tick * TICK_NANOS);
        // After a stall the design catches up with the clock, not with each tick.
        long now = timing.nanoTime();
        tick = Math.max(tick, (now - start) / TICK_NANOS);
        design.advance(now - start);
        for (var batch = design.next(); batch != null; batch = design.next()) {
          ready.add(new Ready(batch.players(), now));
        }
        changes = new Changes(design.dirty().updates(), design.dirty().taken());
      }
      design.shutdown();
      for (var batch = design.drained(); batch != null; batch = design.drained()) {
        ready.add(new Ready(batch.players(), timing.nanoTime()));
      }
      changes = new Changes(design.dirty().updates(), design.dirty().taken());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      drained = true;
    }
  }

  /** Ends what is left without writing it. */
  @Override
  public void close() {
    stopping = true;
    ready.clear();
    threads.forEach(Thread::interrupt);
    writer.close();
  }

  /** One thread that writes batches. */
  private final class Lane implements Completion {
    private final int index;
    private final long seed;
    private final Map<Integer, Source<?>> sources = new HashMap<>();
    private List<Integer> players = List.of();
    private int next;
    private long readyAt;

    Lane(int index, long seed) {
      this.index = index;
      this.seed = seed;
    }

    void run() {
      try {
        while (true) {
          Ready work = ready.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
          if (work != null) {
            busy.increment();
            write(work);
            busy.decrement();
          } else if (drained) {
            return;
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private void write(Ready work) {
      players = work.players();
      next = 0;
      readyAt = work.nanos();
      try {
        sources.computeIfAbsent(players.size(), this::source).write(this);
      } catch (RuntimeException e) {
        failed(e, 0);
      }
    }

    /** Streams make batches of one size; the sizes that occur are few. */
    private Source<?> source(int size) {
      Cell sized = cell.with(Factor.BATCH, size);
      return new Source<>(
          writer,
          UpdateStream.of(
              sized, () -> keys[players.get(next++) % keys.length], index, seed + size));
    }

    @Override
    public void acknowledged(long matched, long modified) {
      times.record(index, timing.nanoTime() - readyAt);
      acknowledged.add(players.size());
      batches.increment();
    }

    @Override
    public void failed(Throwable cause, long modified) {
      failed.add(players.size());
    }
  }

  private static final class Source<D> {
    private final Writer writer;
    private final UpdateStream<D> stream;
    private final UpdateBatch<D> batch;

    Source(Writer writer, UpdateStream<D> stream) {
      this.writer = writer;
      this.stream = stream;
      this.batch = stream.newBatch();
    }

    void write(Completion completion) {
      stream.fill(batch);
      writer.write(batch, completion);
    }
  }
}
