package dev.weir.load.engine;

import dev.weir.driver.Writer;
import dev.weir.record.QueueSkew;
import dev.weir.record.Totals;
import dev.weir.study.Cell;
import dev.weir.study.Dispatch;
import dev.weir.study.DriverKind;
import dev.weir.workload.UpdateStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A number of lanes that make calls, each one at a time. Their source says which call comes next
 * and when it was intended. A closed loop makes it at once, or after a pause, or from a task queue,
 * and gives throughput and service times; an open loop makes it at a moment that does not depend on
 * the answers, and is the only source of response times (Schroeder et al., <em>Open versus closed:
 * a cautionary tale</em>, NSDI 2006).
 */
public final class CallLoop implements AutoCloseable {
  /** The driver's own bounds (60 s to read, 10 s to find a server) end before this one. */
  public static final long DRAIN_MILLIS = 90_000;

  private static final long LONGEST_WAKE_SECONDS = 10;

  /** A lane that only fails would spin; the trial is lost by then anyway. */
  private static final int MOST_FAILURES = 20;

  private final CallSource source;
  private final CallTimes times;
  private final Timing timing;
  private final Runnable closer;
  private final @Nullable ThreadFactory threads;
  private final @Nullable Sender sender;
  private final List<Lane> lanes;
  private final CountDownLatch finished;
  private final CountDownLatch gate = new CountDownLatch(1);
  private final CountDownLatch running = new CountDownLatch(1);
  private volatile long startAt;
  private long runningSince;
  private boolean ready;

  /**
   * What happened so far.
   *
   * @param documents acknowledged, without those that were saved as they were
   * @param batches calls acknowledged
   * @param bytes BSON of their update statements
   * @param sent calls sent
   * @param failedCalls calls that failed
   */
  public record Progress(long documents, long batches, long bytes, long sent, long failedCalls) {
    /** What happened since an earlier moment. */
    public Progress minus(Progress earlier) {
      return new Progress(
          documents - earlier.documents,
          batches - earlier.batches,
          bytes - earlier.bytes,
          sent - earlier.sent,
          failedCalls - earlier.failedCalls);
    }

    /** Calls without an answer. */
    public long inFlight() {
      return Math.max(0, sent - batches - failedCalls);
    }
  }

  /** The calls of the measured span, by intended time. */
  public record Counted(long sent, long failed) {}

  /**
   * The lanes of a loop.
   *
   * @param lanes calls in flight
   * @param threads makes one thread for each lane, null if calls don't block
   * @param mostFailures after that number of failed calls a lane gives up
   */
  public record Crew(int lanes, @Nullable ThreadFactory threads, int mostFailures) {
    static Crew of(Writer writer, Cell cell, int mostFailures) {
      return new Crew(
          cell.inFlight(), writer.blocking() ? LaneThreads.of(cell.driver()) : null, mostFailures);
    }
  }

  /**
   * @param actions what each lane does, by its index
   * @param pacer waits for the moments of calls
   * @param closer ends what the actions use
   */
  public CallLoop(
      Crew crew,
      CallSource source,
      IntFunction<Action> actions,
      CallTimes times,
      Pacer pacer,
      Timing timing,
      Runnable closer) {
    this.source = source;
    this.times = times;
    this.timing = timing;
    this.closer = closer;
    this.threads = crew.threads();
    this.sender = threads == null && source.inOneOrder() ? new Sender(crew.lanes()) : null;
    this.finished = new CountDownLatch(crew.lanes());
    this.lanes = new ArrayList<>(crew.lanes());
    for (int i = 0; i < crew.lanes(); i++) {
      lanes.add(
          new Lane(
              i,
              source.feed(i),
              actions.apply(i),
              times,
              timing,
              pacer,
              crew.mostFailures(),
              finished,
              sender));
    }
  }

  /**
   * A closed loop: each acknowledgement starts the next call, or, where the cell has tasks, the
   * next one of its worker's queue, if it holds any.
   *
   * @param writer opened for the same cell; closed with the loop
   * @param cell what to write and how many at once
   * @param documents documents in the collection
   * @param seed seed of keys and values
   */
  public static CallLoop closed(Writer writer, Cell cell, int documents, long seed, Timing timing) {
    return closed(writer, cell, documents, seed, timing, 0);
  }

  /**
   * The share of one client of several.
   *
   * @param client index of the client, from 0: it runs the lanes that are its own among all
   */
  public static CallLoop closed(
      Writer writer, Cell cell, int documents, long seed, Timing timing, int client) {
    return new CallLoop(
        Crew.of(writer, cell, MOST_FAILURES),
        source(writer, cell, seed + client, timing),
        lane -> batches(writer, cell, documents, client * cell.inFlight() + lane, seed),
        CallTimes.ofService(cell.inFlight()),
        Pacer.parking(timing),
        timing,
        writer::close);
  }

  /**
   * An open loop: calls at their intended times, with a bounded number in flight and a bounded
   * queue before it.
   *
   * @param arrivals gets its start before this loop is started
   */
  public static CallLoop open(
      Writer writer,
      Cell cell,
      int documents,
      long seed,
      ArrivalQueue arrivals,
      Pacer pacer,
      Timing timing) {
    return new CallLoop(
        Crew.of(writer, cell, Integer.MAX_VALUE),
        arrivals,
        lane -> batches(writer, cell, documents, lane, seed),
        CallTimes.ofAll(cell.inFlight()),
        pacer,
        timing,
        writer::close);
  }

  static Action batches(Writer writer, Cell cell, int documents, int lane, long seed) {
    return new Action.Batches<>(writer, UpdateStream.of(cell, documents, lane, seed));
  }

  private static CallSource source(Writer writer, Cell cell, long seed, Timing timing) {
    if (cell.dispatch() != Dispatch.NONE) {
      if (!writer.blocking()) {
        throw new IllegalArgumentException("queue workers need a writer that blocks");
      }
      return new TaskQueues(cell, seed, timing);
    }
    return cell.thinkMillis() == 0
        ? lane -> Feed.ENDLESS
        : lane -> new ThinkTime(cell.thinkMillis(), seed * 31 + lane, timing);
  }

  /**
   * Makes the threads of calls that block, which then wait for {@link #start}: making hundreds
   * takes longer than clients that start together may be apart.
   */
  public void ready() {
    ThreadFactory factory = threads;
    if (!ready && factory != null) {
      lanes.forEach(lane -> factory.newThread(() -> runBehindGate(lane)).start());
    }
    ready = true;
  }

  private void runBehindGate(Lane lane) {
    try {
      gate.await();
      timing.sleepUntil(startAt);
      begin();
      lane.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // nobody does: the thread is ours alone
    }
  }

  /** Starts every lane: on threads of their own if calls block, else on the driver's. */
  public void start() {
    open(timing.nanoTime());
  }

  /**
   * Starts every lane at that moment and returns then. Threads sleep until it themselves: on a busy
   * host one that is woken by another waits for a core twice.
   *
   * @param at a moment of {@link Timing#nanoTime}
   */
  public void startAt(long at) throws InterruptedException {
    if (threads == null) {
      timing.sleepUntil(at); // what this thread starts itself
    }
    open(at);
    timing.sleepUntil(at);
  }

  private void open(long at) {
    ready();
    startAt = at;
    gate.countDown();
    if (threads == null) {
      begin();
      if (sender == null) {
        lanes.forEach(Lane::run);
      } else {
        lanes.forEach(sender::release);
        LaneThreads.of(DriverKind.SYNC).newThread(sender).start();
      }
    }
  }

  private synchronized void begin() {
    if (running.getCount() > 0) {
      source.start();
      runningSince = timing.nanoTime();
      running.countDown();
    }
  }

  /**
   * When the first lane went to work, as {@link Timing#nanoTime} tells it; waits for it, as a busy
   * host may let it wait.
   */
  public long awaitRunning() throws InterruptedException {
    boolean runs = running.await(LONGEST_WAKE_SECONDS, TimeUnit.SECONDS);
    synchronized (this) {
      return runs ? runningSince : timing.nanoTime();
    }
  }

  /** The lanes, each to be run on one thread. */
  public List<Lane> lanes() {
    return lanes;
  }

  /** What happened so far. */
  public Progress progress() {
    return LaneSums.progress(lanes);
  }

  /** The measured span so far; final once {@link #finish} returned true. */
  public Counted counted() {
    return LaneSums.counted(lanes);
  }

  /** Whether every lane has given up after failures, or has no call any more. */
  public boolean gaveUp() {
    return finished.getCount() == 0;
  }

  /** Whether any call has failed. */
  public boolean failing() {
    return lanes.stream().anyMatch(lane -> !lane.failedByClass().isEmpty());
  }

  public CallTimes times() {
    return times;
  }

  /** How evenly jobs fell on queue workers since the last call; null if no job ended. */
  public @Nullable QueueSkew takeSkew() {
    return source.takeSkew();
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

  /**
   * Waits until every call that its source has was sent and answered. What is still unsent when the
   * time is over is not sent any more.
   *
   * @return whether all were sent and answered in time
   */
  public boolean finish(long timeoutMillis) throws InterruptedException {
    boolean all = finished.await(timeoutMillis, TimeUnit.MILLISECONDS);
    end();
    return all;
  }

  /** Lets no more calls begin. */
  public void end() {
    lanes.forEach(Lane::stop);
    source.stop();
    if (sender != null) {
      sender.stop();
    }
  }

  /** Counts since the start; exact once {@link #stop} or {@link #finish} returned true. */
  public Totals totals() {
    return LaneSums.totals(lanes);
  }

  @Override
  public void close() {
    end();
    gate.countDown();
    closer.run();
  }
}
