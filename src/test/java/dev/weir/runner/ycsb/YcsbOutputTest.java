package dev.weir.runner.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.record.Percentiles;
import dev.weir.record.TrialMeasurement.LatencyInterval;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class YcsbOutputTest {
  private static final List<String> TEXT =
      List.of(
          "[OVERALL], RunTime(ms), 2500",
          "[OVERALL], Throughput(ops/sec), 40.0",
          "[TOTAL_GC_TIME_%_G1_Young_Generation], Time(%), 1.3",
          "[UPDATE], Operations, 100",
          "[UPDATE], Return=OK, 93",
          "[UPDATE], Return=MongoTimeoutException, 7",
          "[BATCH-UPDATE], Operations, 14",
          "not a figure");

  @Test
  void readsCountsByStatus(@TempDir Path folder) {
    YcsbOutput output = YcsbOutput.parse(TEXT, folder, "run-1-");
    assertThat(output.runTimeMillis()).isEqualTo(2500);
    assertThat(output.succeeded("UPDATE")).isEqualTo(93);
    assertThat(output.failed("UPDATE")).isEqualTo(Map.of("MongoTimeoutException", 7L));
    assertThat(output.has("READ")).isFalse();
    assertThat(output.succeeded("READ")).isZero();
    assertThat(YcsbTrials.operations(output)).containsExactly("UPDATE");
  }

  @Test
  void anEmptyReportHasNoRunTime(@TempDir Path folder) {
    assertThat(YcsbOutput.parse(List.of(), folder, "run-1-").runTimeMillis()).isZero();
  }

  @Test
  void histogramsOfMicrosecondsBecomeNanoseconds(@TempDir Path folder) throws Exception {
    Path log = folder.resolve("run-1-BATCH-UPDATE.hdr");
    try (PrintStream out = new PrintStream(log.toFile(), StandardCharsets.UTF_8)) {
      HistogramLogWriter writer = new HistogramLogWriter(out);
      writer.outputLogFormatVersion();
      for (int second = 0; second < 3; second++) {
        Histogram micros = new Histogram(3);
        if (second != 1) {
          micros.recordValueWithCount(2_000, 10);
        }
        micros.setStartTimeStamp(second * 1_000L);
        micros.setEndTimeStamp(second * 1_000L + 1_000);
        writer.outputIntervalHistogram(micros);
      }
    }
    List<LatencyInterval> intervals =
        YcsbOutput.parse(TEXT, folder, "run-1-").intervals("BATCH-UPDATE");
    assertThat(intervals).hasSize(2);
    Percentiles all =
        Objects.requireNonNull(
            Percentiles.of(
                Percentiles.merge(intervals.stream().map(LatencyInterval::histogram).toList())));
    assertThat(all.n()).isEqualTo(20);
    assertThat(all.p50()).isCloseTo(2_000, within(4.0));
  }

  @Test
  void ourDatabaseEntersTheUriAndCredentialsStayWhereTheyWere() {
    assertThat(YcsbWorkload.withDatabase("mongodb://h:1")).isEqualTo("mongodb://h:1/weir_ycsb");
    assertThat(YcsbWorkload.withDatabase("mongodb://h:1,i:2/?replicaSet=r"))
        .isEqualTo("mongodb://h:1,i:2/weir_ycsb?replicaSet=r");
    assertThat(YcsbWorkload.withDatabase("mongodb://u:p@h:1/shop?w=1"))
        .isEqualTo("mongodb://u:p@h:1/weir_ycsb?w=1&authSource=shop");
    assertThat(YcsbWorkload.withDatabase("mongodb://u:p@h:1/?authSource=x"))
        .isEqualTo("mongodb://u:p@h:1/weir_ycsb?authSource=x");
    assertThat(YcsbWorkload.withDatabase("mongodb://u:p@h:1"))
        .isEqualTo("mongodb://u:p@h:1/weir_ycsb?authSource=admin");
  }
}
