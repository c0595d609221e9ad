package dev.weir.runner.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.study.Cell;
import dev.weir.study.Factor;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class JmhCellsTest {
  /** Made around a trial by the run, not by the fork. */
  private static final Set<Factor<?>> AROUND =
      Set.of(
          Factor.SECONDARY,
          Factor.OPLOG_MEGABYTES,
          Factor.HISTORY,
          Factor.LINK_MILLIS,
          Factor.TLS,
          Factor.SIZE,
          Factor.SHARDS);

  /** Each of these has a cell that JMH can't measure. */
  private static final Set<Factor<?>> REFUSED =
      Set.of(
          Factor.CLIENTS,
          Factor.CYCLE,
          Factor.DISPATCH,
          Factor.TASKS,
          Factor.BATCHES_PER_TASK,
          Factor.QUEUE_WORKERS,
          Factor.THINK,
          Factor.SUSTAINED,
          Factor.FLUSH,
          Factor.FLUSH_SECONDS,
          Factor.FLUSH_DOCUMENTS,
          Factor.FLUSH_KILOBYTES,
          Factor.CHANGES_PER_MINUTE,
          Factor.FAULT,
          Factor.FAULT_SECONDS);

  static Stream<Factor<?>> factors() {
    return Factor.all().stream();
  }

  @ParameterizedTest
  @MethodSource("factors")
  void everyFactorIsAParameterOrMadeAroundOrRefused(Factor<?> factor) {
    Cell cell = Cell.parse(Map.of("driver", "reactive"));
    boolean parameter = JmhCells.params("id", cell).containsKey(factor.yamlName());
    int ways =
        (parameter ? 1 : 0)
            + (AROUND.contains(factor) ? 1 : 0)
            + (REFUSED.contains(factor) ? 1 : 0);
    assertThat(ways).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "clients, 2, in one process",
    "thinkMillis, 5, no pauses",
    "sustainedSeconds, 60, for minutes",
  })
  void namesWhatJmhLacks(String factor, String value, String reason) {
    assertThat(JmhCells.refusal(Cell.parse(Map.of(factor, value))).orElseThrow())
        .startsWith("JMH ")
        .contains(reason);
  }

  @Test
  void jobsAndTheEconomyAreRefusedAndPlainWritesAreNot() {
    Map<String, String> job =
        Map.of("dispatch", "modulo", "tasks", "8", "batchesPerTask", "2", "queueWorkers", "4");
    assertThat(JmhCells.refusal(Cell.parse(job)).orElseThrow()).contains("task queues");
    Map<String, String> economy = Map.of("operation", "economy", "cycleMillis", "40");
    assertThat(JmhCells.refusal(Cell.parse(economy)).orElseThrow()).contains("economy");
    assertThat(JmhCells.refusal(Cell.parse(Map.of()))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"sync, 6", "reactive, 1"})
  void parametersDescribeTheCell(String driver, int threads) {
    Cell cell =
        Cell.parse(
            Map.of(
                "driver", driver,
                "operation", "bulkOrdered",
                "batch", "7",
                "inFlight", "6",
                "writeConcern", "majority"));
    assertThat(JmhCells.threads(cell)).isEqualTo(threads);
    Map<String, String> params = JmhCells.params("six", cell);
    assertThat(params).containsEntry("cell", "six");
    assertThat(JmhCells.cell(JmhCells.benchmark(cell), threads, params)).contains(cell);
  }

  @Test
  void anotherBenchmarkIsNoCell() {
    Map<String, String> params = JmhCells.params("id", Cell.parse(Map.of()));
    assertThat(JmhCells.cell("dev.weir.benchmarks.ClientCeilingBenchmark.write", 1, params))
        .isEmpty();
    assertThat(JmhCells.cell("any", 1, Map.of())).isEmpty();
  }
}
