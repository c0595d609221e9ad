package dev.weir.benchmarks;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.dataset.Datasets;
import dev.weir.driver.VirtualThreads;
import dev.weir.driver.Writer;
import dev.weir.driver.Writers;
import dev.weir.load.ServiceTimes;
import dev.weir.record.Totals;
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

/**
 * One cell on its server, from the loaded collection to the checked counts: what JMH calls a trial.
 */
final class WriteTrial implements AutoCloseable {
  private static final String DATABASE = DatabaseGuard.PREFIX + "jmh";

  private final ServerUnderTest server;
  private final MongoClient control;
  private final DatabaseGuard guard;
  private final Cell cell;
  private final int documents;
  private final long seed;
  private final Writer writer;
  private final ServiceTimes times;
  private final Consumer<Slot<?>> start;
  private final Counts counts;
  private final List<Lane> lanes = new ArrayList<>();
  private int slots;

  private WriteTrial(
      ServerUnderTest server, MongoClient control, Cell cell, int documents, long seed)
      throws ServerException {
    this.server = server;
    this.control = control;
    this.cell = cell;
    this.documents = documents;
    this.seed = seed;
    this.start = starter(cell.driver());
    this.guard = DatabaseGuard.open(control, DATABASE);
    new Datasets(control, guard, documents, seed).reset(cell.document());
    this.writer =
        Writers.open(
            server.connectionString(),
            new MongoNamespace(DATABASE, Datasets.collection(cell.document())),
            cell);
    this.times = new ServiceTimes(cell.inFlight());
    this.counts = Counts.start(server);
  }

  /**
   * Loads the collection and opens the writer.
   *
   * @param server closed with the trial, or if it can't be opened
   */
  static WriteTrial open(ServerUnderTest server, Cell cell, int documents, long seed)
      throws ServerException {
    MongoClient control = MongoClients.create(server.connectionString());
    try {
      return new WriteTrial(server, control, cell, documents, seed);
    } catch (ServerException | RuntimeException e) {
      control.close();
      server.close();
      throw e;
    }
  }

  private static Consumer<Slot<?>> starter(DriverKind driver) {
    if (driver != DriverKind.VIRTUAL) {
      return Slot::run;
    }
    ThreadFactory virtual = VirtualThreads.factory("write-").orElseThrow(Skipped::noVirtualThreads);
    return slot -> virtual.newThread(slot).start();
  }

  /** Room for some of the cell's operations in flight, for one thread. */
  synchronized Lane lane(int inFlight) {
    Lane lane = new Lane(inFlight, this::slot, start);
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
   * Waits for what is in flight, checks the counts, drops the database and ends what was opened.
   *
   * @throws IllegalStateException if the counts don't agree
   */
  @Override
  public synchronized void close() throws ServerException, InterruptedException {
    try (server;
        control;
        writer) {
      List<Totals> totals = new ArrayList<>();
      for (Lane lane : lanes) {
        lane.drain();
        totals.addAll(lane.totals());
      }
      counts.check(totals);
      guard.dropDatabase();
    }
  }
}
