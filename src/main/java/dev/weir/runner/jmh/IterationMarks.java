package dev.weir.runner.jmh;

import dev.weir.driver.PoolCounters;
import dev.weir.load.engine.CpuClocks;
import dev.weir.load.engine.Timing;
import dev.weir.load.trial.GeneratorWatch;
import dev.weir.runner.LoadMain;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.IterationType;

/**
 * A JMH profiler without a result of its own: it writes the start and end of each iteration into
 * the {@link ForkLog}, with what the fork's JVM used. JMH makes it once in the host and once in
 * each fork; it begins its work with the first iteration.
 */
public final class IterationMarks implements InternalProfiler {
  private static final long PID = ProcessHandle.current().pid();

  /** JMH tears a trial down before it tells a profiler that the last iteration is over. */
  private static volatile @Nullable End ended;

  private static volatile @Nullable GeneratorWatch watch;
  private ForkLog.@Nullable Fork before;
  private long fromMillis;
  private int warmUps;
  private int measured;

  private record End(long millis, ForkLog.Fork fork) {}

  /** To be called by a benchmark where its iteration ends, before anything is closed. */
  public static void iterationEnded() {
    ended = new End(System.currentTimeMillis(), fork());
  }

  @Override
  public String getDescription() {
    return "Instants of the iterations, for a recorded run";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    if (warmUps + measured == 0) {
      endWithTheHost();
      Map<String, String> params = new LinkedHashMap<>();
      benchmark.getParamsKeys().forEach(key -> params.put(key, benchmark.getParam(key)));
      ForkLog.write(
          new ForkLog.Started(PID, benchmark.getBenchmark(), benchmark.getThreads(), params));
    }
    if (iteration.getType() == IterationType.MEASUREMENT && watch == null) {
      watch = new GeneratorWatch(Timing.system(), LoadMain::throttledMicros);
    }
    ended = null;
    fromMillis = System.currentTimeMillis();
    before = fork();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    ForkLog.Fork from = before;
    if (from != null) {
      End known = ended;
      End end = known == null ? new End(System.currentTimeMillis(), fork()) : known;
      ForkLog.Fork at = end.fork();
      boolean warmUp = iteration.getType() == IterationType.WARMUP;
      int number = warmUp ? ++warmUps : ++measured;
      ForkLog.write(
          new ForkLog.Iteration(
              PID,
              warmUp,
              number,
              fromMillis,
              end.millis(),
              at.nanos() - from.nanos(),
              result.getMetadata().getAllOps(),
              from,
              at));
    }
    return List.of();
  }

  /** A host that is killed must not leave a load behind. */
  private static void endWithTheHost() {
    ProcessHandle.current()
        .parent()
        .ifPresent(
            host -> {
              var unused = host.onExit().thenRun(() -> Runtime.getRuntime().halt(1));
            });
  }

  private static ForkLog.Fork fork() {
    GeneratorWatch watching = watch;
    return new ForkLog.Fork(
        System.nanoTime(),
        CpuClocks.process().getAsLong() / 1_000,
        PoolCounters.ofThisJvm(),
        watching == null ? null : watching.health());
  }
}
