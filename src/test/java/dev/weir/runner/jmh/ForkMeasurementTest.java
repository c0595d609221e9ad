package dev.weir.runner.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.driver.PoolCounters;
import dev.weir.record.Totals;
import dev.weir.record.TrialMeasurement;
import dev.weir.record.WriteCounts;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.results.ThroughputResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;

class ForkMeasurementTest {
  private static final PoolCounters.Snapshot POOL =
      new PoolCounters.Snapshot(0, 0, 0, 0, 0, 0, 0, 0, 0);

  /** One iteration of 2 s. */
  private static BenchmarkResult result(double documentsPerSecond, double batchesPerSecond) {
    IterationParams iteration =
        new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.seconds(2), 1);
    BenchmarkParams params =
        new BenchmarkParams(
            "write",
            "write",
            false,
            1,
            new int[] {1},
            List.of(),
            1,
            0,
            iteration,
            iteration,
            Mode.Throughput,
            new WorkloadParams(),
            TimeUnit.SECONDS,
            1,
            "",
            List.of(),
            "",
            "",
            "",
            "",
            TimeValue.minutes(1));
    IterationResult measured = new IterationResult(params, iteration, null);
    measured.addResult(
        new ThroughputResult(ResultRole.PRIMARY, "write", 1_000, 2_000_000_000L, TimeUnit.SECONDS));
    measured.addResult(scalar("documents", documentsPerSecond));
    measured.addResult(scalar("batches", batchesPerSecond));
    return new BenchmarkResult(params, List.of(measured));
  }

  private static ScalarResult scalar(String label, double perSecond) {
    return new ScalarResult(label, perSecond, "ops/s", AggregationPolicy.AVG);
  }

  @Test
  void bytesAreOfTheDocumentsThatChanged() {
    // 1,000 calls of 10 documents in 2 s, 4 of each saved as they were; 3 MB.
    Totals totals =
        new Totals(
            10_000,
            10_000,
            10_000,
            6_000,
            Map.of(),
            0,
            new WriteCounts(0, 10_000, 6_000, 0, 0),
            new WriteCounts(0, 10_000, 6_000, 0, 0));
    List<ForkLog.Line> lines =
        List.of(
            new ForkLog.Iteration(
                1,
                false,
                1,
                0,
                2_000,
                2_000_000_000L,
                1_000,
                new ForkLog.Fork(0, 0, POOL, null),
                new ForkLog.Fork(2_000_000_000L, 0, POOL, null)),
            new ForkLog.Counted(1, 1_000, 3_000_000, totals, 0, null));
    TrialMeasurement measured = ForkMeasurement.of(result(3_000, 500), lines, 10).measurement();
    assertThat(measured.documents()).isEqualTo(6_000);
    assertThat(measured.rates().documentsPerSecond()).isCloseTo(3_000, within(0.001));
    assertThat(measured.rates().megabytesPerSecond()).isCloseTo(1.5, within(0.001));
  }
}
