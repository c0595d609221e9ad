package dev.weir.runner.plan;

import com.mongodb.MongoNamespace;
import dev.weir.dataset.Datasets;
import dev.weir.driver.Writers;
import dev.weir.load.engine.FlushWorkers;
import dev.weir.load.engine.Timing;
import dev.weir.record.Span;
import dev.weir.record.Throughput;
import dev.weir.record.Times;
import dev.weir.record.Totals;
import dev.weir.record.TrialRecord;
import dev.weir.record.TrialRecord.CpuPerDocument;
import dev.weir.record.TrialRecord.Identity;
import dev.weir.record.TrialRecord.Server;
import dev.weir.record.TrialRecord.TrialSpan;
import dev.weir.runner.Run;
import dev.weir.server.ServerCounters;
import dev.weir.server.ServerException;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Plays a write-behind design once and says what came of it. */
public final class WriteBehindTrial {
  private static final long DRAIN_MILLIS = 60_000;
  private static final double MILLION = 1e6;

  private final Run run;
  private final Timing timing;
  private final LongSupplier clientCpu;
  private final int mostDocuments;

  /**
   * @param clientCpu CPU time of this process in ns
   * @param mostDocuments of a type; players beyond that share them, so that the collection is as
   *     large as the one a prediction was measured on
   */
  WriteBehindTrial(Run run, Timing timing, LongSupplier clientCpu, int mostDocuments) {
    this.run = run;
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
  record Type(
      Cell cell, int players, double updatesPerSecond, FlushSchedule schedule, long lingerNanos) {}

  /**
   * What was measured.
   *
   * @param measured the span that counts
   * @param nanos its length
   * @param progress of the span
   * @param totals documents of the whole trial
   * @param serverUpdates that the server counted over the whole trial
   * @param serverMicros CPU of the server in the span; null if it does not tell
   * @param clientMicros CPU of this process in the span, which plays the players as well
   * @param times response times in ns: from a batch being ready until acknowledged
   */
  public record Result(
      Span measured,
      long nanos,
      FlushWorkers.Progress progress,
      Totals totals,
      long serverUpdates,
      @Nullable Long serverMicros,
      double clientMicros,
      Histogram times) {
    /** Changes in memory per second. */
    double updatesPerSecond() {
      return progress.updates() * 1e9 / nanos;
    }

    public double documentsPerSecond() {
      return progress.documents() * 1e9 / nanos;
    }

    /** Documents due for each change. */
    double writesPerUpdate() {
      return progress.updates() == 0 ? 0 : (double) progress.due() / progress.updates();
    }

    @Nullable Double serverCores() {
      return serverMicros == null ? null : Double.valueOf(serverMicros * 1e3 / nanos);
    }

    double clientCores() {
      return clientMicros * 1e3 / nanos;
    }

    /** The record of the trial: what was due was written, at the players' pace. */
    TrialRecord trial(
        Identity identity,
        Instant startedAt,
        Instant endedAt,
        Duration settle,
        List<String> reasons) {
      return new TrialRecord(
          identity,
          TrialSpan.of(startedAt, endedAt, measured, settle.toMillis()),
          Throughput.of(
              progress.documents(),
              progress.batches(),
              progress.bytes(),
              nanos,
              nanos / 1_000_000,
              List.of(documentsPerSecond())),
          totals,
          new Server(serverUpdates, serverMicros),
          Times.of(times),
          CpuPerDocument.of(Math.round(clientMicros), serverMicros, progress.documents()),
          null,
          null,
          reasons,
          null,
          null);
    }

    double millis(double percentile) {
      return times.getValueAtPercentile(percentile) / MILLION;
    }
  }

  /** The kind whose updates carry so many fields and, as nearly as it can, so many BSON bytes. */
  static DocumentKind kind(double fields, double updateBytes, UpdateShape shape) {
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
  Result run(List<Type> types, Duration settle, Duration measure, long seed)
      throws ServerException, InterruptedException {
    List<FlushWorkers> workers = new ArrayList<>();
    try {
      for (Type type : types) {
        workers.add(prepare(type, seed + workers.size()));
      }
      return measured(workers, settle, measure);
    } finally {
      workers.forEach(FlushWorkers::close);
    }
  }

  private FlushWorkers prepare(Type type, long seed) throws ServerException {
    int documents = Math.min(type.players(), mostDocuments);
    DocumentKind kind = type.cell().document();
    run.datasets(documents).reset(kind);
    WriteBehind design =
        new WriteBehind(
            new DirtySet(type.players(), new PoissonUpdates(type.updatesPerSecond(), seed)),
            type.schedule(),
            type.cell().batch(),
            type.lingerNanos());
    MongoNamespace namespace = new MongoNamespace(run.database().name(), Datasets.collection(kind));
    return new FlushWorkers(
        Writers.open(run.server().connectionString(), namespace, type.cell()),
        type.cell(),
        design,
        documents,
        seed,
        timing);
  }

  private Result measured(List<FlushWorkers> workers, Duration settle, Duration measure)
      throws ServerException, InterruptedException {
    ServerCounters begun = run.server().counters();
    workers.forEach(FlushWorkers::start);
    timing.sleepUntil(timing.nanoTime() + settle.toNanos());
    workers.forEach(FlushWorkers::takeInterval);
    FlushWorkers.Progress before = progress(workers);
    ServerCounters from = run.server().counters();
    long clientFrom = clientCpu.getAsLong();
    long fromMillis = run.clock().millis();
    long start = timing.nanoTime();
    timing.sleepUntil(start + measure.toNanos());
    long client = clientCpu.getAsLong() - clientFrom;
    Long cpu = run.server().counters().minus(from).cpuMicros();
    long nanos = timing.nanoTime() - start;
    Span span = new Span(fromMillis, run.clock().millis());
    FlushWorkers.Progress done = progress(workers).minus(before);
    Histogram times = new Histogram(3);
    workers.forEach(one -> times.add(one.takeInterval()));
    Totals totals = Totals.NONE;
    for (FlushWorkers one : workers) {
      if (!one.drain(DRAIN_MILLIS)) {
        throw new ServerException("the dirty documents could not be written within 60 s");
      }
      totals = totals.plus(one.totals());
    }
    return new Result(
        span,
        nanos,
        done,
        totals,
        run.server().counters().minus(begun).update(),
        cpu,
        client / 1e3,
        times);
  }

  private static FlushWorkers.Progress progress(List<FlushWorkers> workers) {
    FlushWorkers.Progress sum = new FlushWorkers.Progress(0, 0, 0, 0, 0);
    for (FlushWorkers one : workers) {
      sum = sum.plus(one.progress());
    }
    return sum;
  }
}
