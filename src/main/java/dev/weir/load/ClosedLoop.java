package dev.weir.load;

import dev.weir.driver.VirtualThreads;
import dev.weir.driver.Writer;
import dev.weir.record.QueueSkew;
import dev.weir.record.TrialMeasurement.Totals;
import dev.weir.study.Cell;
import dev.weir.study.Dispatch;
import dev.weir.study.DriverKind;
import dev.weir.workload.UpdateStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A fixed number of operations in flight; each acknowledgement starts the next one, or, where the
 * cell has tasks, the next one of its worker's queue, if it holds any. Gives throughput and service
 * times, never response times (Schroeder et al., NSDI 2006).
 */
public final class ClosedLoop implements AutoCloseable {
  private static final long LONGEST_WAKE_SECONDS = 10;

  private final Writer writer;
  private final List<Lane<?>> lanes;
  private final ServiceTimes times;
  private final CountDownLatch finished;
  private final ThreadFactory threads;
  private final @Nullable TaskQueues queues;
  private final CountDownLatch gate = new CountDownLatch(1);
  private final CountDownLatch running = new CountDownLatch(1);
  private final Timing timing;
  private volatile long startAt;
  private long runningSince;
  private boolean ready;

  /** Documents, calls and bytes acknowledged so far. */
  public record Progress(long documents, long batches, long bytes) {}

  /**
   * @param writer opened for the same cell
   * @param cell what to write and how many at once
   * @param documents documents in the collection
   * @param seed seed of keys and values
   */
  public ClosedLoop(Writer writer, Cell cell, int documents, long seed, Timing timing) {
    this(writer, cell, documents, seed, timing, 0);
  }

  /**
   * The share of one client of several.
   *
   * @param client index of the client, from 0: it runs the lanes that are its own among all
   */
  ClosedLoop(Writer writer, Cell cell, int documents, long seed, Timing timing, int client) {
    this.writer = writer;
    this.timing = timing;
    this.times = new ServiceTimes(cell.inFlight());
    this.finished = new CountDownLatch(cell.inFlight());
    this.lanes = new ArrayList<>(cell.inFlight());
    this.threads = threads(cell.driver());
    this.queues = cell.dispatch() == Dispatch.NONE ? null : queues(cell, seed + client, timing);
    IntFunction<Feed> feeds = feeds(cell, seed + client, timing);
    for (int i = 0; i < cell.inFlight(); i++) {
      int among = client * cell.inFlight() + i;
      UpdateStream<?> stream = UpdateStream.of(cell, documents, among, seed);
      lanes.add(lane(i, stream, timing, feeds.apply(i)));
    }
  }

  private TaskQueues queues(Cell cell, long seed, Timing timing) {
    if (!writer.blocking()) {
      throw new IllegalArgumentException("queue workers need a writer that blocks");
    }
    return new TaskQueues(cell, seed, timing);
  }

  private IntFunction<Feed> feeds(Cell cell, long seed, Timing timing) {
    if (queues != null) {
      return queues::worker;
    }
    return cell.thinkMillis() == 0
        ? index -> Feed.ENDLESS
        : index -> new ThinkTime(cell.thinkMillis(), seed * 31 + index, timing);
  }

  private <D> Lane<D> lane(int index, UpdateStream<D> stream, Timing timing, Feed feed) {
    return new Lane<>(index, writer, stream, times, timing, finished, feed);
  }

  private static ThreadFactory threads(DriverKind driver) {
    if (driver == DriverKind.VIRTUAL) {
      return VirtualThreads.factory("lane-")
          .orElseThrow(() -> new IllegalStateException("this JVM has no virtual threads"));
    }
    AtomicInteger next = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, "lane-" + next.getAndIncrement());
      thread.setDaemon(true);
      return thread;
    };
  }

  /**
   * Makes the threads of a writer that blocks, which then wait for {@link #start}: making hundreds
   * takes longer than clients that start together may be apart.
   */
  void ready() {
    if (!ready && writer.blocking()) {
      lanes.forEach(lane -> threads.newThread(() -> runBehindGate(lane)).start());
    }
    ready = true;
  }

  private void runBehindGate(Lane<?> lane) {
    try {
      gate.await();
      timing.sleepUntil(startAt);
      begin();
      lane.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // nobody does: the thread is ours alone
    }
  }

  /** Starts every lane: on threads of their own if the writer blocks, else on the driver's. */
  public void start() {
    open(timing.nanoTime());
  }

  /**
   * Starts every lane at that moment and returns then. Threads sleep until it themselves: on a busy
   * host one that is woken by another waits for a core twice.
   *
   * @param at as {@link Timing#nanoTime} tells it
   */
  void startAt(long at) throws InterruptedException {
    if (queues != null || !writer.blocking()) {
      timing.sleepUntil(at); // what this thread starts itself
    }
    open(at);
    timing.sleepUntil(at);
  }

  private void open(long at) {
    ready();
    startAt = at;
    if (queues != null) {
      queues.start();
    }
    gate.countDown();
    if (!writer.blocking()) {
      begin();
      lanes.forEach(Lane::run);
    }
  }

  private synchronized void begin() {
    if (running.getCount() > 0) {
      runningSince = timing.nanoTime();
      running.countDown();
    }
  }

  /**
   * When the first lane went to work, as {@link Timing#nanoTime} tells it; waits for it, as a busy
   * host may let it wait.
   */
  long awaitRunning() throws InterruptedException {
    boolean runs = running.await(LONGEST_WAKE_SECONDS, TimeUnit.SECONDS);
    synchronized (this) {
      return runs ? runningSince : timing.nanoTime();
    }
  }

  public Progress progress() {
    long documents = 0;
    long batches = 0;
    long bytes = 0;
    for (Lane<?> lane : lanes) {
      documents += lane.documents();
      batches += lane.batches();
      bytes += lane.bytes();
    }
    return new Progress(documents, batches, bytes);
  }

  /** Whether every lane has given up after failures. */
  public boolean gaveUp() {
    return finished.getCount() == 0;
  }

  /** Whether any call has failed. */
  public boolean failing() {
    return lanes.stream().anyMatch(lane -> !lane.failedByClass().isEmpty());
  }

  ServiceTimes times() {
    return times;
  }

  /** How evenly jobs fell on queue workers since the last call; null if no job ended. */
  @Nullable QueueSkew takeSkew() {
    return queues == null ? null : queues.takeSkew();
  }

  /**
   * Stops after the calls in flight.
   *
   * @return whether all were answered in time
   */
  public boolean stop(long timeoutMillis) throws InterruptedException {
    end();
    return finished.await(timeoutMillis, TimeUnit.MILLISECONDS);
  }

  private void end() {
    lanes.forEach(Lane::stop);
    if (queues != null) {
      queues.stop();
    }
  }

  /** Counts since the start; exact once {@link #stop} returned true. */
  public Totals totals() {
    long offered = 0;
    long acknowledged = 0;
    long matched = 0;
    long modified = 0;
    Map<String, Long> failed = new TreeMap<>();
    for (Lane<?> lane : lanes) {
      offered += lane.offered();
      acknowledged += lane.documents();
      matched += lane.matched();
      modified += lane.modified();
      lane.failedByClass().forEach((name, n) -> failed.merge(name, n, Long::sum));
    }
    long failures = failed.values().stream().mapToLong(Long::longValue).sum();
    return new Totals(
        offered, acknowledged, matched, modified, failed, offered - acknowledged - failures);
  }

  @Override
  public void close() {
    end();
    gate.countDown();
    writer.close();
  }
}
