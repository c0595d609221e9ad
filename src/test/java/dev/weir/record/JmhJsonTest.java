package dev.weir.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.ThroughputResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;

/** Held against what JMH itself writes. */
class JmhJsonTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static JsonNode ours() {
    return JSON.valueToTree(JmhJson.of(Samples.run(), List.of(Samples.cell("a", "8", 1_000))));
  }

  /** One result of two forks with three iterations each, written by JMH. */
  private static JsonNode jmhs() throws Exception {
    WorkloadParams workload = new WorkloadParams();
    workload.put("batch", "50", 0);
    IterationParams iterations =
        new IterationParams(IterationType.MEASUREMENT, 3, TimeValue.seconds(1), 1);
    BenchmarkParams params =
        new BenchmarkParams(
            "a.B.c",
            "a.B.c",
            true,
            1,
            new int[] {1},
            List.of(),
            2,
            0,
            new IterationParams(IterationType.WARMUP, 1, TimeValue.seconds(1), 1),
            iterations,
            Mode.Throughput,
            workload,
            TimeUnit.SECONDS,
            1,
            "java",
            List.of("-Xmx1g"),
            "17",
            "VM",
            "17.0.1",
            "1.37",
            TimeValue.minutes(1));
    List<BenchmarkResult> forks = new ArrayList<>();
    for (int fork = 0; fork < 2; fork++) {
      List<IterationResult> results = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        IterationResult result = new IterationResult(params, iterations, null);
        result.addResult(
            new ThroughputResult(
                ResultRole.PRIMARY, "c", 1_000 + i, TimeUnit.SECONDS.toNanos(1), TimeUnit.SECONDS));
        results.add(result);
      }
      forks.add(new BenchmarkResult(params, results));
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    ResultFormatFactory.getInstance(ResultFormatType.JSON, out)
        .writeOut(List.of(new RunResult(params, forks)));
    return JSON.readTree(bytes.toByteArray());
  }

  @Test
  void hasTheKeysAndTypesOfJmhsOwn() throws Exception {
    sameShape("", jmhs().get(0), ours().get(0));
  }

  private static void sameShape(String path, JsonNode jmh, JsonNode ours) {
    assertThat(ours.getNodeType()).as(path).isEqualTo(jmh.getNodeType());
    if (jmh.isArray() && !jmh.isEmpty() && !ours.isEmpty()) {
      sameShape(path + "[]", jmh.get(0), ours.get(0));
    }
    if (jmh.isObject() && !path.equals("/params")) {
      assertThat(names(ours)).as(path).isEqualTo(names(jmh));
      jmh.properties()
          .forEach(e -> sameShape(path + "/" + e.getKey(), e.getValue(), ours.get(e.getKey())));
    }
  }

  private static List<String> names(JsonNode node) {
    return node.properties().stream().map(Map.Entry::getKey).toList();
  }

  @Test
  void roundsAreForksAndNothingIsAveragedAway() {
    JsonNode entry = ours().get(0);
    assertThat(entry.path("forks").asInt()).isEqualTo(3);
    assertThat(entry.path("threads").asInt()).isEqualTo(8);
    assertThat(entry.path("mode").asText()).isEqualTo("thrpt");
    assertThat(entry.path("measurementIterations").asInt()).isEqualTo(4);
    JsonNode metric = entry.path("primaryMetric");
    assertThat(metric.path("score").asDouble()).isEqualTo(1_000);
    assertThat(metric.path("scoreError").asDouble()).isBetween(49.9, 50.1);
    assertThat(metric.path("scoreUnit").asText()).isEqualTo("documents/s");
    assertThat(metric.path("rawData")).hasSize(3);
    assertThat(metric.at("/rawData/2")).hasToString("[1002.0,1003.0,1004.0,1003.0]");
    assertThat(metric.at("/scorePercentiles/0.0").asDouble()).isEqualTo(1_000);
    assertThat(metric.at("/scorePercentiles/100.0").asDouble()).isEqualTo(1_004);
  }

  @Test
  void invalidTrialsAndCellsWithoutFiguresStayOut() {
    List<TrialRecord> trials =
        List.of(
            Samples.trial("a", 1, 100, List.of()), Samples.trial("a", 2, 9, List.of("starved")));
    Interval one = new Interval(100, Double.NaN, Double.NaN, 0.95, 1, "student-t");
    CellRecord valid = Samples.cell("a", "1", one, trials);
    CellRecord none =
        new CellRecord(
            "b",
            valid.factors(),
            List.of(trials.get(1)),
            null,
            null,
            null,
            null,
            null,
            valid.cpu(),
            null,
            valid.bottleneck(),
            List.of());
    JsonNode entries = JSON.valueToTree(JmhJson.of(Samples.run(), List.of(valid, none)));
    assertThat(entries).hasSize(1);
    assertThat(entries.at("/0/primaryMetric/rawData")).hasSize(1);
    assertThat(entries.at("/0/primaryMetric/scoreError").asText()).as("as JMH").isEqualTo("NaN");
    assertThat(entries.at("/0/primaryMetric/scoreConfidence")).hasToString("[\"NaN\",\"NaN\"]");
  }
}
