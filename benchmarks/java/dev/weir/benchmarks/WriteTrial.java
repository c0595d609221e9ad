package dev.weir.benchmarks;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.dataset.Datasets;
import dev.weir.driver.PoolCounters;
import dev.weir.driver.VirtualThreads;
import dev.weir.driver.Writer;
import dev.weir.driver.Writers;
import dev.weir.load.engine.ServiceTimes;
import dev.weir.record.Totals;
import dev.weir.runner.jmh.ForkLog;
import dev.weir.runner.jmh.ForkOrder;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.DriverKind;
import dev.weir.workload.UpdateStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * One cell on its server, from the loaded collection to the checked counts: what JMH calls a trial.
 */
final class WriteTrial implements AutoCloseable {
  private static final String DATABASE = DatabaseGuard.PREFIX + "jmh";

  private final Cell cell;
  private final int documents;
  private final long seed;
  private final Writer writer;
  private final ServiceTimes times;
  private final Consumer<Slot<?>> start;
  private final Ending ending;
  private final List<SlotLane> lanes = new ArrayList<>();
  private int slots;

  /** What is done when nothing is in flight any more and the writer is closed. */
  @FunctionalInterface
  private interface Ending {
    /**
     * @return the updates that the server counted; null if it was not asked
     */
    @Nullable Long end(List<Totals> written) throws ServerException;
  }

  private WriteTrial(Cell cell, int documents, long seed, Writer writer, Ending ending) {
    this.cell = cell;
    this.documents = documents;
    this.seed = seed;
    this.writer = writer;
    this.ending = ending;
    this.start = starter(cell.driver());
    this.times = new ServiceTimes(cell.inFlight());
  }

  /**
   * Loads a collection and opens the writer. The trial checks its counts by itself.
   *
   * @param server closed with the trial, or if it can't be opened
   */
  static WriteTrial open(ServerUnderTest server, Cell cell, int documents, long seed)
      throws ServerException {
    MongoClient control = MongoClients.create(server.connectionString());
    try {
      DatabaseGuard guard = DatabaseGuard.open(control, DATABASE);
      new Datasets(control, guard, documents, seed).reset(cell);
      Writer writer =
          Writers.open(
              server.connectionString(),
              new MongoNamespace(DATABASE, Datasets.collection(cell)),
              cell);
      Counts counts = Counts.start(server);
      return new WriteTrial(
          cell,
          documents,
          seed,
          writer,
          written -> {
            try (server;
                control) {
              Long updates = counts.updates();
              counts.check(written);
              guard.dropDatabase();
              return updates;
            }
          });
    } catch (ServerException | RuntimeException e) {
      control.close();
      server.close();
      throw e;
    }
  }

  /** Opens the writer of a study's cell, whose collection is loaded and whose counts it checks. */
  static WriteTrial of(String uri, ForkOrder.StudyCell order) {
    Cell cell = Cell.parse(order.factors());
    Writer writer =
        Writers.open(uri, new MongoNamespace(order.database(), order.collection()), cell);
    return new WriteTrial(cell, order.documents(), order.seed(), writer, written -> null);
  }

  Cell cell() {
    return cell;
  }

  PoolCounters.Snapshot pool() {
    return writer.pool().snapshot();
  }

  private static Consumer<Slot<?>> starter(DriverKind driver) {
    if (driver != DriverKind.VIRTUAL) {
      return Slot::run;
    }
    ThreadFactory virtual = VirtualThreads.factory("write-").orElseThrow(Skipped::noVirtualThreads);
    return slot -> virtual.newThread(slot).start();
  }

  /** Room for some of the cell's operations in flight, for one thread. */
  synchronized SlotLane lane(int inFlight) {
    SlotLane lane = new SlotLane(inFlight, this::slot, start);
    lanes.add(lane);
    return lane;
  }

  private Slot<?> slot(BlockingQueue<Slot<?>> free) {
    return slot(UpdateStream.of(cell, documents, slots, seed), free);
  }

  private <D> Slot<D> slot(UpdateStream<D> stream, BlockingQueue<Slot<?>> free) {
    return new Slot<>(slots++, writer, stream, times, free);
  }

  /** Service times since the last call, in nanoseconds. */
  Histogram takeServiceTimes() {
    return times.takeInterval();
  }

  /**
   * Waits for what is in flight, tells the counts, and ends what was opened.
   *
   * @throws IllegalStateException if the counts don't agree
   */
  @Override
  public synchronized void close() throws ServerException, InterruptedException {
    List<Slot<?>> all = new ArrayList<>();
    try (writer) {
      for (SlotLane lane : lanes) {
        lane.drain();
        all.addAll(lane.slots());
      }
    }
    List<Totals> written = all.stream().<Totals>map(Slot::totals).toList();
    Long updates = ending.end(written);
    ForkLog.write(
        new ForkLog.Counted(
            ProcessHandle.current().pid(),
            all.stream().mapToLong(Slot::calls).sum(),
            all.stream().mapToLong(Slot::bytes).sum(),
            written.stream().reduce(Totals.NONE, Totals::plus),
            times.overflows(),
            updates));
  }
}
