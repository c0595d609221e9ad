package dev.weir.runner;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.dataset.Datasets;
import dev.weir.driver.Writers;
import dev.weir.load.FlushWorkers;
import dev.weir.load.Timing;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.ServerCounters;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.DocumentKind;
import dev.weir.study.UpdateShape;
import dev.weir.workload.DirtySet;
import dev.weir.workload.FlushSchedule;
import dev.weir.workload.PoissonUpdates;
import dev.weir.workload.RoleSchema;
import dev.weir.workload.UpdateSizes;
import dev.weir.workload.WriteBehind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Runs a write-behind design against a server and says what came of it. */
public final class WriteBehindTrial {
  private static final String DATABASE = "weir_plan";
  private static final long DRAIN_MILLIS = 60_000;
  private static final double MILLION = 1e6;

  private final ServerUnderTest server;
  private final Timing timing;
  private final LongSupplier clientCpu;
  private final int mostDocuments;

  /**
   * @param clientCpu CPU time of this process in ns
   * @param mostDocuments of a type; players beyond that share them, so that the collection is as
   *     large as the one a prediction was measured on
   */
  public WriteBehindTrial(
      ServerUnderTest server, Timing timing, LongSupplier clientCpu, int mostDocuments) {
    this.server = server;
    this.timing = timing;
    this.clientCpu = clientCpu;
    this.mostDocuments = mostDocuments;
  }

  /**
   * One type of document, one per player.
   *
   * @param cell how it is written: kind, shape, batch, write concern; its concurrency is the number
   *     of threads
   * @param players players
   * @param updatesPerSecond changes of one player's document per second
   * @param schedule when it is flushed; not shared with another type
   * @param lingerNanos how long a batch waits to fill
   */
  public record Type(
      Cell cell, int players, double updatesPerSecond, FlushSchedule schedule, long lingerNanos) {}

  /**
   * What was measured.
   *
   * @param updatesPerSecond changes in memory
   * @param documentsPerSecond documents acknowledged
   * @param writesPerUpdate documents due for each change
   * @param batch mean documents per call
   * @param serverCores CPU of the server; null if it does not tell
   * @param clientCores CPU of this process, which plays the players as well
   * @param p50Millis median response time: from a batch being ready until acknowledged
   * @param p99Millis its 99th percentile
   * @param failed documents of failed calls
   * @param drainSeconds time to write all that was dirty at the end
   */
  public record Result(
      double updatesPerSecond,
      double documentsPerSecond,
      double writesPerUpdate,
      double batch,
      @Nullable Double serverCores,
      double clientCores,
      double p50Millis,
      double p99Millis,
      long failed,
      double drainSeconds) {}

  /** The kind whose updates carry so many fields and, as nearly as it can, so many BSON bytes. */
  public static DocumentKind kind(double fields, double updateBytes, UpdateShape shape) {
    int count = (int) Math.max(2, Math.round(fields));
    int least = count + 3;
    DocumentKind smallest = DocumentKind.parse("fields" + count + "of" + least);
    int around = new UpdateSizes(RoleSchema.of(smallest), shape).of(least);
    long data = least + Math.max(0, Math.round(updateBytes) - around);
    return DocumentKind.parse("fields" + count + "of" + data);
  }

  /**
   * Runs the types together.
   *
   * @param settle time before anything is counted, at least a flush period: all begins clean
   * @param measure time that counts
   * @throws ServerException if the server can't be used
   */
  public Result run(List<Type> types, Duration settle, Duration measure, long seed)
      throws ServerException, InterruptedException {
    List<FlushWorkers> workers = new ArrayList<>();
    try (MongoClient client = MongoClients.create(server.connectionString())) {
      DatabaseGuard guard = DatabaseGuard.open(client, DATABASE);
      try {
        for (Type type : types) {
          workers.add(prepare(type, client, guard, seed + workers.size()));
        }
        workers.forEach(FlushWorkers::start);
        return measured(workers, settle, measure);
      } finally {
        workers.forEach(FlushWorkers::close);
        guard.dropDatabase();
      }
    }
  }

  private FlushWorkers prepare(Type type, MongoClient client, DatabaseGuard guard, long seed)
      throws ServerException {
    int documents = Math.min(type.players(), mostDocuments);
    DocumentKind kind = type.cell().document();
    new Datasets(client, guard, documents, seed).reset(kind);
    WriteBehind design =
        new WriteBehind(
            new DirtySet(type.players(), new PoissonUpdates(type.updatesPerSecond(), seed)),
            type.schedule(),
            type.cell().batch(),
            type.lingerNanos());
    MongoNamespace namespace = new MongoNamespace(DATABASE, Datasets.collection(kind));
    return new FlushWorkers(
        Writers.open(server.connectionString(), namespace, type.cell()),
        type.cell(),
        design,
        documents,
        seed,
        timing);
  }

  private Result measured(List<FlushWorkers> workers, Duration settle, Duration measure)
      throws ServerException, InterruptedException {
    timing.sleepUntil(timing.nanoTime() + settle.toNanos());
    workers.forEach(FlushWorkers::takeInterval);
    List<FlushWorkers.Progress> before = workers.stream().map(FlushWorkers::progress).toList();
    ServerCounters from = server.counters();
    long clientFrom = clientCpu.getAsLong();
    long start = timing.nanoTime();
    timing.sleepUntil(start + measure.toNanos());
    long client = clientCpu.getAsLong() - clientFrom;
    ServerCounters used = server.counters().minus(from);
    double seconds = (timing.nanoTime() - start) / 1e9;
    FlushWorkers.Progress sum = new FlushWorkers.Progress(0, 0, 0, 0, 0);
    Histogram times = new Histogram(3);
    for (int i = 0; i < workers.size(); i++) {
      sum = sum.plus(workers.get(i).progress().minus(before.get(i)));
      times.add(workers.get(i).takeInterval());
    }
    long drainFrom = timing.nanoTime();
    for (FlushWorkers one : workers) {
      if (!one.drain(DRAIN_MILLIS)) {
        throw new ServerException("the dirty documents could not be written within 60 s");
      }
    }
    Long cpu = used.cpuMicros();
    return new Result(
        sum.updates() / seconds,
        sum.documents() / seconds,
        sum.updates() == 0 ? 0 : (double) sum.due() / sum.updates(),
        sum.batches() == 0 ? 0 : (double) sum.documents() / sum.batches(),
        cpu == null ? null : Double.valueOf(cpu / MILLION / seconds),
        client / 1e9 / seconds,
        times.getValueAtPercentile(50) / MILLION,
        times.getValueAtPercentile(99) / MILLION,
        sum.failed(),
        (timing.nanoTime() - drainFrom) / 1e9);
  }
}
