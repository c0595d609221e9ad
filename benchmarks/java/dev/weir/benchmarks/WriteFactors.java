package dev.weir.benchmarks;

import dev.weir.capture.LoadSeries;
import dev.weir.driver.VirtualThreads;
import dev.weir.load.LoadOrder;
import dev.weir.record.LatencyLog;
import dev.weir.record.Times;
import dev.weir.record.TrialMeasurement.LatencyInterval;
import dev.weir.runner.jmh.ForkLog;
import dev.weir.runner.jmh.ForkOrder;
import dev.weir.runner.jmh.IterationMarks;
import dev.weir.server.ServerException;
import dev.weir.study.Cell;
import dev.weir.study.DriverKind;
import dev.weir.study.Factor;
import dev.weir.study.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.infra.ThreadParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * What every write benchmark shares: the study's factors as parameters, one call to the driver per
 * invocation, counts checked at the end of each fork.
 *
 * <p>JMH's own score is calls started per second; {@code documents} and {@code batches} count what
 * was acknowledged. With {@code -Dweir.hlog=DIR} each measured iteration appends its service times
 * in nanoseconds to {@code DIR/<benchmark>_<cell>.hlog}. A fresh JVM needs some 16 s on two cores
 * to reach its steady state, hence the warm-up.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(java.util.concurrent.TimeUnit.SECONDS)
@Fork(value = 3, jvmArgsAppend = "-Xmx512m")
@Warmup(iterations = 8, time = 2)
@Measurement(iterations = 5, time = 2)
public abstract class WriteFactors {
  /** Always in the name of a log; the others where they depart from a study's defaults. */
  private static final List<Factor<?>> NAMED =
      List.of(Factor.DRIVER, Factor.OPERATION, Factor.BATCH, Factor.IN_FLIGHT);

  private static final int DOCUMENTS = 10_000;
  private static final long SEED = 1;

  @Param({"single", "bulkUnordered"})
  public String operation;

  /** Updates in one bulkWrite; without effect on single updates. */
  @Param("50")
  public String batch;

  @Param("role56")
  public String document;

  @Param("update")
  public String write;

  @Param("setFields")
  public String shape;

  @Param("0")
  public String unchangedPercent;

  @Param("document")
  public String encoding;

  @Param("uniform")
  public String keys;

  @Param("w1")
  public String writeConcern;

  @Param("100")
  public String pool;

  @Param("true")
  public String retryWrites;

  @Param("30000")
  public String poolWaitMillis;

  @Param("0")
  public String stuck;

  @Param("pooled")
  public String connections;

  @Param("1")
  public String collections;

  @Param("none")
  public String indexes;

  @Param("snappy")
  public String compressor;

  @Param("uncompressed")
  public String wire;

  /** The id of a study's cell; empty outside of a study. */
  @Param("")
  public String cell;

  private String name;
  private WriteTrial trial;
  private @Nullable LoadSeries series;
  private long iterationFromMillis;

  /** Name of the driver kind. */
  abstract String driver();

  /** Operations in flight of all JMH threads together. */
  abstract int inFlight(int threads);

  /** What to write to. */
  Target target() {
    return Target.MONGODB;
  }

  @Setup(Level.Trial)
  public void open(BenchmarkParams params) throws ServerException, IOException {
    String[] path = params.getBenchmark().split("\\.", -1);
    name = path[path.length - 2]; // the class; what follows is the method
    ForkOrder order = ForkOrder.ofThisJvm();
    if (order != null && order.cell() != null) {
      trial = WriteTrial.of(order.uri(), order.cell());
    } else {
      Cell asked = asked(params);
      trial = WriteTrial.open(BenchmarkServers.open(target()), asked, DOCUMENTS, SEED);
    }
    LoadOrder.Connect.Series own = order == null ? null : order.series();
    if (own != null) {
      series =
          LoadSeries.start(
              Path.of(own.folder()), own.name(), own.label(), () -> trial.pool().columns());
    }
  }

  private Cell asked(BenchmarkParams params) {
    Map<String, String> factors = new HashMap<>();
    factors.put(Factor.DRIVER.yamlName(), driver());
    factors.put(Factor.OPERATION.yamlName(), operation);
    factors.put(Factor.BATCH.yamlName(), batch);
    factors.put(Factor.IN_FLIGHT.yamlName(), Integer.toString(inFlight(params.getThreads())));
    factors.put(Factor.DOCUMENT.yamlName(), document);
    factors.put(Factor.WRITE.yamlName(), write);
    factors.put(Factor.SHAPE.yamlName(), shape);
    factors.put(Factor.UNCHANGED.yamlName(), unchangedPercent);
    factors.put(Factor.ENCODING.yamlName(), encoding);
    factors.put(Factor.KEYS.yamlName(), keys);
    factors.put(Factor.WRITE_CONCERN.yamlName(), writeConcern);
    factors.put(Factor.POOL.yamlName(), pool);
    factors.put(Factor.RETRY_WRITES.yamlName(), retryWrites);
    factors.put(Factor.POOL_WAIT.yamlName(), poolWaitMillis);
    factors.put(Factor.STUCK.yamlName(), stuck);
    factors.put(Factor.CONNECTIONS.yamlName(), connections);
    factors.put(Factor.COLLECTIONS.yamlName(), collections);
    factors.put(Factor.INDEXES.yamlName(), indexes);
    factors.put(Factor.COMPRESSOR.yamlName(), compressor);
    factors.put(Factor.WIRE.yamlName(), wire);
    Cell asked = Cell.parse(factors);
    if (asked.inFlight() < params.getThreads()) {
      throw new IllegalArgumentException(
          asked.inFlight()
              + " operations in flight can't occupy "
              + params.getThreads()
              + " threads");
    }
    if (asked.driver() == DriverKind.VIRTUAL && !VirtualThreads.available()) {
      throw Skipped.noVirtualThreads();
    }
    return asked;
  }

  SlotLane lane(ThreadParams thread) {
    int all = trial.cell().inFlight();
    int threads = thread.getThreadCount();
    int share = all / threads + (thread.getThreadIndex() < all % threads ? 1 : 0);
    return trial.lane(share);
  }

  @Setup(Level.Iteration)
  public void startIteration() {
    trial.takeServiceTimes(); // what came between iterations
    iterationFromMillis = System.currentTimeMillis();
  }

  @TearDown(Level.Iteration)
  public void endIteration(IterationParams iteration) throws IOException {
    IterationMarks.iterationEnded();
    if (iteration.getType() != IterationType.MEASUREMENT) {
      return;
    }
    LatencyInterval interval =
        new LatencyInterval(
            iterationFromMillis,
            System.currentTimeMillis(),
            Times.encode(trial.takeServiceTimes()));
    long pid = ProcessHandle.current().pid();
    ForkLog.write(new ForkLog.Latency(pid, interval));
    String folder = System.getProperty("weir.hlog", "");
    if (!folder.isEmpty()) {
      Path file =
          Files.createDirectories(Path.of(folder))
              .resolve(name + "_" + trial.cell().id(NAMED, Cell.of(Map.of())) + ".hlog");
      LatencyLog.append(file, "service-fork" + pid, List.of(interval));
    }
  }

  @TearDown(Level.Trial)
  public void check() throws ServerException, IOException, InterruptedException {
    if (series != null) {
      series.close();
    }
    if (trial != null) {
      trial.close();
    }
  }

  /** Starts one call as soon as one more may be in flight. */
  @Benchmark
  public int write(ThreadLane lane, ThreadParams thread, WriteCounts counts)
      throws InterruptedException {
    int acknowledged = lane.of(this, thread).write();
    counts.add(acknowledged);
    return acknowledged;
  }
}
