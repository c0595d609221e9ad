package dev.weir.load;

import dev.weir.driver.VirtualThreads;
import dev.weir.driver.Writer;
import dev.weir.record.TrialMeasurement.Totals;
import dev.weir.study.Cell;
import dev.weir.study.DriverKind;
import dev.weir.workload.UpdateBatch;
import dev.weir.workload.UpdateStream;
import dev.weir.workload.WriteBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToLongFunction;

/**
 * Sends calls at intended times that do not depend on the answers, with a bounded number in flight
 * and a bounded queue before it. The only source of response times (Schroeder et al., <em>Open
 * versus closed: a cautionary tale</em>, NSDI 2006).
 */
public final class OpenLoop implements AutoCloseable {
  private static final long FREE_LANE_MILLIS = 50;

  private final Writer writer;
  private final Settings settings;
  private final ThreadFactory threads;
  private final Timing timing;
  private final ArrivalQueue queue;
  private final OpenTimes times;
  private final List<OpenLane> lanes = new ArrayList<>();
  private final List<OpenSender> senders = new ArrayList<>();
  private final BlockingQueue<OpenLane> free;
  private final CountDownLatch finished;
  private volatile long startedAt;

  /** What a lane writes. Called by one thread at a time. */
  @FunctionalInterface
  public interface Batches {
    /**
     * The batch of an arrival. It stays the lane's own until it is acknowledged, then the lane may
     * fill it again.
     *
     * @param arrival its number, from 0 in order of intended time; lanes take them in no fixed turn
     */
    WriteBatch<?> fill(long arrival);
  }

  /**
   * @param arrivals when to send
   * @param queue how many arrivals may wait for a lane; more are shed
   * @param countFromNanos calls intended before this, after the start, are sent and counted in
   *     {@link #totals}, but enter no time and no figure of the measured span
   * @param pacer how to wait
   */
  public record Settings(Arrivals arrivals, int queue, long countFromNanos, Pacer pacer) {}

  /**
   * What happened so far.
   *
   * @param sent calls handed to the driver
   * @param backlog arrivals that are due and wait for a lane
   * @param inFlight calls without an answer
   * @param shed arrivals that found the queue full
   * @param batches calls acknowledged
   * @param documents documents acknowledged
   * @param bytes BSON of their update statements
   * @param failedCalls calls that failed
   */
  public record Progress(
      long sent,
      long backlog,
      long inFlight,
      long shed,
      long batches,
      long documents,
      long bytes,
      long failedCalls) {}

  /**
   * The measured span, by intended time.
   *
   * @param arrived arrivals
   * @param sent of them, handed to the driver
   * @param shed of them, refused because the queue was full
   * @param failed of them, answered with an error
   */
  public record Span(long arrived, long sent, long shed, long failed) {}

  /**
   * @param lanes one per call in flight
   */
  public OpenLoop(Writer writer, List<? extends Batches> lanes, Settings settings, Timing timing) {
    this(writer, lanes, settings, timing, DriverKind.SYNC);
  }

  private OpenLoop(
      Writer writer,
      List<? extends Batches> lanes,
      Settings settings,
      Timing timing,
      DriverKind driver) {
    this.writer = writer;
    this.settings = settings;
    this.threads = threads(driver);
    this.timing = timing;
    this.queue = new ArrivalQueue(settings.arrivals(), settings.queue(), settings.countFromNanos());
    this.times = new OpenTimes(lanes.size());
    this.free = new ArrayBlockingQueue<>(lanes.size());
    for (int i = 0; i < lanes.size(); i++) {
      this.lanes.add(
          new OpenLane(
              i, writer, lanes.get(i), times, timing, settings.countFromNanos(), this::release));
    }
    this.finished = new CountDownLatch(writer.blocking() ? lanes.size() : 1);
  }

  /**
   * The updates of a cell, {@code inFlight} of them at once.
   *
   * @param writer opened for the same cell
   * @param documents documents in the collection
   * @param seed seed of keys and values
   */
  public static OpenLoop of(
      Writer writer, Cell cell, int documents, long seed, Settings settings, Timing timing) {
    List<Batches> lanes = new ArrayList<>(cell.inFlight());
    for (int i = 0; i < cell.inFlight(); i++) {
      lanes.add(lane(UpdateStream.of(cell, documents, i, seed)));
    }
    return new OpenLoop(writer, lanes, settings, timing, cell.driver());
  }

  private static <D> Batches lane(UpdateStream<D> stream) {
    UpdateBatch<D> batch = stream.newBatch();
    return arrival -> {
      stream.fill(batch);
      return batch;
    };
  }

  private static ThreadFactory threads(DriverKind driver) {
    if (driver == DriverKind.VIRTUAL) {
      return VirtualThreads.factory("open-")
          .orElseThrow(() -> new IllegalStateException("this JVM has no virtual threads"));
    }
    AtomicInteger next = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, "open-" + next.getAndIncrement());
      thread.setDaemon(true);
      return thread;
    };
  }

  /**
   * Starts sending.
   *
   * @param at the moment of {@link Timing#nanoTime} that arrivals count from
   */
  public void start(long at) {
    for (OpenSender sender : senders(at)) {
      threads.newThread(sender).start();
    }
  }

  /** The senders, to be run each on a thread. */
  List<OpenSender> senders(long at) {
    startedAt = at;
    if (writer.blocking()) {
      // Its lane is free whenever the sender asks: the call before has been answered.
      lanes.forEach(lane -> senders.add(sender(() -> lane, at)));
    } else {
      free.addAll(lanes);
      senders.add(sender(() -> free.poll(FREE_LANE_MILLIS, TimeUnit.MILLISECONDS), at));
    }
    return senders;
  }

  private OpenSender sender(OpenSender.Lanes source, long at) {
    return new OpenSender(queue, source, settings.pacer(), timing, at, finished);
  }

  private void release(OpenLane lane) {
    if (!writer.blocking()) {
      free.add(lane);
    }
  }

  public Progress progress() {
    ArrivalQueue.Snapshot arrivals = queue.snapshot(timing.nanoTime() - startedAt);
    long answered = sum(lane -> lane.answered.get());
    long sent = sum(lane -> lane.sent.get());
    long batches = sum(lane -> lane.batchesDone.get());
    return new Progress(
        sent,
        arrivals.waiting(),
        Math.max(0, sent - answered),
        arrivals.shed(),
        batches,
        sum(lane -> lane.documents.get()),
        sum(lane -> lane.bytes.get()),
        Math.max(0, answered - batches));
  }

  /** The measured span so far; final once {@link #finish} returned true. */
  public Span span() {
    ArrivalQueue.Snapshot arrivals = queue.snapshot(timing.nanoTime() - startedAt);
    return new Span(
        arrivals.counted(),
        sum(lane -> lane.countedSent.get()),
        arrivals.countedShed(),
        sum(lane -> lane.countedFailures.get()));
  }

  public OpenTimes times() {
    return times;
  }

  /**
   * Waits until every arrival was sent and answered. What is still unsent when the time is over is
   * not sent any more.
   *
   * @return whether all were sent and answered in time
   */
  public boolean finish(long timeoutMillis) throws InterruptedException {
    long deadline = timing.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    boolean sent = finished.await(timeoutMillis, TimeUnit.MILLISECONDS);
    senders.forEach(OpenSender::stop);
    while (progress().inFlight() > 0 && timing.nanoTime() < deadline) {
      timing.sleepUntil(Math.min(deadline, timing.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1)));
    }
    return sent && progress().inFlight() == 0;
  }

  /** Arrivals that are due or were taken and have not been sent. */
  public long unsent() {
    return progress().backlog() + senders.stream().filter(OpenSender::holdsOne).count();
  }

  /** Counts since the start, the time before the measured span included. */
  public Totals totals() {
    Map<String, Long> failed = new TreeMap<>();
    lanes.forEach(
        lane -> lane.failedByClass().forEach((name, n) -> failed.merge(name, n, Long::sum)));
    long failures = failed.values().stream().mapToLong(Long::longValue).sum();
    long offered = sum(lane -> lane.offered.get());
    long acknowledged = sum(lane -> lane.documents.get());
    return new Totals(
        offered,
        acknowledged,
        sum(lane -> lane.matched.get()),
        sum(lane -> lane.modified.get()),
        failed,
        offered - acknowledged - failures);
  }

  private long sum(ToLongFunction<OpenLane> counter) {
    return lanes.stream().mapToLong(counter).sum();
  }

  @Override
  public void close() {
    senders.forEach(OpenSender::stop);
    writer.close();
  }
}
