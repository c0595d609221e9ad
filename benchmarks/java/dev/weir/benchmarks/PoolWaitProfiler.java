package dev.weir.benchmarks;

import dev.weir.driver.PoolCounters;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * The mean wait of a call for a connection, {@code -prof dev.weir.benchmarks.PoolWaitProfiler}: of
 * every client whose settings have a {@link PoolCounters} as a listener of their pool, which all of
 * Weir's own have.
 */
public final class PoolWaitProfiler implements InternalProfiler {
  private PoolCounters.Snapshot before = PoolCounters.ofThisJvm();

  @Override
  public String getDescription() {
    return "Mean wait of a batch for a connection in microseconds";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    before = PoolCounters.ofThisJvm();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    PoolCounters.Snapshot grown = PoolCounters.ofThisJvm().minus(before);
    return List.of(
        new ScalarResult(
            "weir.pool.wait", grown.meanWaitMicros(), "us/batch", AggregationPolicy.AVG));
  }
}
