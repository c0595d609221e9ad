package dev.weir.runner.plan;

import com.mongodb.MongoNamespace;
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
import dev.weir.runner.HostWatch;
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
final class WriteBehindTrial {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final long DRAIN_MILLIS = 30_000;
  private static final int LAST = 3;

  /** A shared host's CPU time moves by as much from one minute to the next. */
  private static final double SAME = 1.2;

  private final Run run;
  private final Timing timing;
  private final LongSupplier clientCpu;
  private final ServerWatch watch;
  private final CheckpointRhythm checkpoints;

  /**
   * Plays the loads of one server, one after another.
   *
   * @param clientCpu CPU time of this process in ns
   */
  WriteBehindTrial(Run run, Timing timing, LongSupplier clientCpu, ServerWatch watch) {
    this.run = run;
    this.timing = timing;
    this.clientCpu = clientCpu;
    this.watch = watch;
    this.checkpoints = new CheckpointRhythm(run.server().facts().checkpointPause());
  }

  /**
   * One type of document, one per player.
   *
   * @param collection that holds the accounts' documents
   * @param cell how they are written: kind, shape, batch, write concern; its concurrency is the
   *     number of threads
   * @param documents in the collection; players have one of them each, anywhere in it, and share
   *     them if there are more players
   * @param players at once
   * @param updatesPerSecond changes of one player's document per second
   * @param schedule when it is flushed; not shared with another type
   * @param lingerNanos how long a batch waits to fill
   */
  record Type(
      String collection,
      Cell cell,
      int documents,
      int players,
      double updatesPerSecond,
      FlushSchedule schedule,
      long lingerNanos) {}

  /**
   * When a trial has been measured for long enough.
   *
   * @param settle time before anything is counted, at least a flush period: all begins clean
   * @param step what it is lengthened by until the blocks lie well between the checkpoints
   * @param block stretch that figures are taken over
   * @param blocks at least
   * @param more blocks at most, until the server's CPU for a document stays; as many as both
   *     together may be made again because other work on the host disturbed them
   */
  record Lengths(Duration settle, Duration step, Duration block, int blocks, int more) {}

  /**
   * One second of the measured span.
   *
   * @param times of the calls that ended in it, in ns
   * @param server at its end
   */
  record Second(Histogram times, ServerWatch.Sample server) {}

  /**
   * One block of the measured span.
   *
   * @param nanos its length
   * @param progress in it
   * @param serverMicros CPU of the server; null if it does not tell
   * @param clientMicros CPU of this process, which plays the players as well
   */
  record Block(
      List<Second> seconds,
      long nanos,
      FlushWorkers.Progress progress,
      @Nullable Long serverMicros,
      double clientMicros) {
    long documents() {
      return progress.documents();
    }

    Histogram times() {
      Histogram all = new Histogram(3);
      seconds.forEach(second -> all.add(second.times()));
      return all;
    }

    @Nullable Double microsPerDocument() {
      return serverMicros == null || documents() == 0
          ? null
          : Double.valueOf((double) serverMicros / documents());
    }
  }

  /**
   * What was measured. Times are in ns, from a batch being ready until it is acknowledged.
   *
   * @param measured the span that counts, and the blocks in it that do not
   * @param nanos its length
   * @param settleMillis before it
   * @param totals documents of the whole trial
   * @param drained whether all that was dirty at the end could be written
   * @param serverUpdates that the server counted over the whole trial
   * @param blocks that count
   * @param leftOut what disturbed each block that does not
   * @param before the server's counters when the span began
   * @param sizesBefore what it held then
   * @param sizesAfter and at the end of the span
   */
  record Result(
      Span measured,
      long nanos,
      long settleMillis,
      Totals totals,
      boolean drained,
      long serverUpdates,
      List<Block> blocks,
      List<String> leftOut,
      ServerWatch.Sample before,
      ServerWatch.Sizes sizesBefore,
      ServerWatch.Sizes sizesAfter) {
    /** Of the blocks that count. */
    double seconds() {
      return blocks.stream().mapToLong(Block::nanos).sum() / 1e9;
    }

    /** Of the blocks that count. */
    FlushWorkers.Progress progress() {
      return blocks.stream()
          .map(Block::progress)
          .reduce(FlushWorkers.Progress.NONE, FlushWorkers.Progress::plus);
    }

    /** Of the blocks that count; null if the server does not tell. */
    @Nullable Long serverMicros() {
      long sum = 0;
      for (Block block : blocks) {
        Long micros = block.serverMicros();
        if (micros == null) {
          return null;
        }
        sum += micros;
      }
      return sum;
    }

    /** Of the blocks that count. */
    double clientMicros() {
      return blocks.stream().mapToDouble(Block::clientMicros).sum();
    }

    double documentsPerSecond() {
      return progress().documents() / seconds();
    }

    Histogram times() {
      Histogram all = new Histogram(3);
      blocks.forEach(block -> all.add(block.times()));
      return all;
    }

    /** The record of the trial: what was due was written, at the players' pace. */
    TrialRecord trial(Identity identity, Instant startedAt, Instant endedAt, List<String> reasons) {
      FlushWorkers.Progress done = progress();
      Long micros = serverMicros();
      long counted = Math.round(seconds() * 1e9);
      return new TrialRecord(
          identity,
          TrialSpan.of(startedAt, endedAt, measured, settleMillis),
          Throughput.of(
              done.documents(),
              done.batches(),
              done.bytes(),
              counted,
              counted / 1_000_000 / Math.max(1, blocks.size()),
              blocks.stream().map(b -> b.documents() * 1e9 / b.nanos()).toList()),
          totals,
          new Server(serverUpdates, micros),
          Times.of(times()),
          CpuPerDocument.of(Math.round(clientMicros()), micros, done.documents()),
          null,
          null,
          reasons,
          null,
          null);
    }
  }

  /** The kind whose updates carry that number of fields and, as nearly as it can, of BSON bytes. */
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
   * @param seed of times and values, another one for each load on the same documents
   * @throws ServerException if the server can't be used
   */
  Result run(List<Type> types, Lengths lengths, long seed)
      throws ServerException, InterruptedException {
    List<FlushWorkers> workers = new ArrayList<>();
    try {
      for (Type type : types) {
        workers.add(prepare(type, workers.size(), seed));
      }
      return measured(workers, lengths);
    } finally {
      workers.forEach(FlushWorkers::close);
    }
  }

  private FlushWorkers prepare(Type type, int place, long seed) {
    WriteBehind design =
        new WriteBehind(
            new DirtySet(type.players(), new PoissonUpdates(type.updatesPerSecond(), seed + place)),
            type.schedule(),
            type.cell().batch(),
            type.lingerNanos());
    MongoNamespace namespace = new MongoNamespace(run.database().name(), type.collection());
    return Writers.ownedBy(
        Writers.open(run.server().connectionString(), namespace, type.cell()),
        writer ->
            new FlushWorkers(
                writer, type.cell(), design, type.documents(), place, seed + place, timing));
  }

  private Result measured(List<FlushWorkers> workers, Lengths lengths)
      throws ServerException, InterruptedException {
    ServerCounters begun = run.server().counters();
    long started = timing.nanoTime();
    workers.forEach(FlushWorkers::start);
    settle(started + lengths.settle().toNanos(), lengths);
    ServerWatch.Sizes sizesBefore = watch.sizes();
    ServerWatch.Sample first = look();
    workers.forEach(FlushWorkers::takeInterval);
    long fromMillis = run.clock().millis();
    long start = timing.nanoTime();
    List<Block> blocks = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    int most = lengths.blocks() + lengths.more();
    while (blocks.size() < lengths.blocks() || (blocks.size() < most && !steady(blocks))) {
      long end = start + lengths.block().toNanos() * (blocks.size() + leftOut.size() + 1L);
      HostWatch.Watched host = run.hostWatch().begin();
      Block block = block(workers, end);
      String cause = null;
      if (leftOut.size() < most) {
        cause = host.cause();
      } else {
        host.kept();
      }
      if (cause == null) {
        blocks.add(block);
      } else {
        leftOut.add(cause);
      }
    }
    long nanos = timing.nanoTime() - start;
    Span span = new Span(fromMillis, run.clock().millis());
    ServerWatch.Sizes sizesAfter = watch.sizes();
    Totals totals = Totals.NONE;
    boolean drained = true;
    for (FlushWorkers one : workers) {
      drained &= one.drain(DRAIN_MILLIS);
      totals = totals.plus(one.totals());
    }
    return new Result(
        span,
        nanos,
        Duration.ofNanos(start - started).toMillis(),
        totals,
        drained,
        run.server().counters().minus(begun).update(),
        blocks,
        leftOut,
        first,
        sizesBefore,
        sizesAfter);
  }

  /** Until that moment, and then by steps until a checkpoint's place is right, if it ever is. */
  private void settle(long least, Lengths lengths) throws ServerException, InterruptedException {
    long step = lengths.step().toNanos();
    long last = least + checkpoints.patience().toNanos();
    long span = lengths.block().toNanos() * lengths.blocks();
    long end = least;
    lookUntil(end);
    while (end + step <= last && !checkpoints.begins(span)) {
      end += step;
      lookUntil(end);
    }
  }

  private void lookUntil(long end) throws ServerException, InterruptedException {
    for (long now = timing.nanoTime(); now < end; now = timing.nanoTime()) {
      timing.sleepUntil(Math.min(end, now + SECOND.toNanos()));
      look();
    }
  }

  private ServerWatch.Sample look() throws ServerException {
    ServerWatch.Sample sample = watch.sample();
    checkpoints.see(sample, timing.nanoTime());
    return sample;
  }

  private Block block(List<FlushWorkers> workers, long end)
      throws ServerException, InterruptedException {
    ServerCounters from = run.server().counters();
    FlushWorkers.Progress before = progress(workers);
    long client = clientCpu.getAsLong();
    long start = timing.nanoTime();
    List<Second> seconds = new ArrayList<>();
    for (long now = timing.nanoTime(); now < end; now = timing.nanoTime()) {
      timing.sleepUntil(Math.min(end, now + SECOND.toNanos()));
      Histogram times = new Histogram(3);
      workers.forEach(one -> times.add(one.takeInterval()));
      seconds.add(new Second(times, look()));
    }
    return new Block(
        seconds,
        timing.nanoTime() - start,
        progress(workers).minus(before),
        run.server().counters().minus(from).cpuMicros(),
        (clientCpu.getAsLong() - client) / 1e3);
  }

  /** Whether the last blocks cost the server the same: what it puts off has come and gone. */
  static boolean steady(List<Block> blocks) {
    List<Block> last = blocks.subList(Math.max(0, blocks.size() - LAST), blocks.size());
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (Block block : last) {
      Double micros = block.microsPerDocument();
      if (micros == null) {
        return true; // nobody can say otherwise
      }
      least = Math.min(least, micros);
      most = Math.max(most, micros);
    }
    return last.size() == LAST && most <= least * SAME;
  }

  private static FlushWorkers.Progress progress(List<FlushWorkers> workers) {
    FlushWorkers.Progress sum = FlushWorkers.Progress.NONE;
    for (FlushWorkers one : workers) {
      sum = sum.plus(one.progress());
    }
    return sum;
  }
}
