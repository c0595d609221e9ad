package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.capture.timeline.RawFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A study whose trials are forks of JMH, on a real server, from the command line to the record. */
@Timeout(240)
class JmhHarnessIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int ITERATIONS = 5;

  private static final String STUDY =
      """
      name: by-jmh
      question: does JMH measure it?
      documents: 200
      rounds: {min: 2, max: 2}
      trial: {measure: 0.5s, window: 0.1s, settleAtMost: 10s}
      warmUp: {atMost: 1s}
      factors: {driver: sync, operation: bulkUnordered, batch: 5, inFlight: 2}
      include:
        - {driver: reactive, operation: single}
        - {clients: 2}
      """;

  @Test
  void everyCellOfEveryRoundIsAFork(@TempDir Path folder) throws Exception {
    Path study = Files.writeString(folder.resolve("by-jmh.yaml"), STUDY);
    Path results = folder.resolve("results");
    StringWriter err = new StringWriter();
    Weir.commandLine()
        .setOut(new PrintWriter(new StringWriter()))
        .setErr(new PrintWriter(err))
        .execute(
            "study", study.toString(), "--harness", "jmh", "--plain", "--out", results.toString());
    assertThat(err.toString()).doesNotContain("weir: ");
    Path run = StudyRun.folder(results);

    JsonNode record = JSON.readTree(run.resolve("run.json").toFile());
    assertThat(record.path("excluded").toString()).contains("JMH measures in one process");
    assertThat(record.at("/verdict/notes").toString())
        .contains("measured by JMH, a fork for each trial: 10 warm-up iterations of 100 ms");
    JsonNode cells = JSON.readTree(run.resolve("cells.json").toFile());
    assertThat(cells).hasSize(2);
    Set<String> counted = new HashSet<>();
    for (JsonNode cell : cells) {
      assertThat(cell.path("trials")).hasSize(2);
      for (JsonNode trial : cell.path("trials")) {
        JsonNode operations = trial.path("counts");
        long acknowledged = operations.path("acknowledged").asLong();
        assertThat(acknowledged).isPositive();
        assertThat(operations.path("offered").asLong()).isEqualTo(acknowledged);
        assertThat(operations.path("modified").asLong()).isEqualTo(acknowledged);
        assertThat(trial.at("/server/updates").asLong()).isEqualTo(acknowledged);
        assertThat(trial.at("/rates/windows")).hasSize(ITERATIONS);
        trial
            .path("reasons")
            .forEach(reason -> assertThat(reason.asText()).startsWith("generator starved"));
        if (trial.path("valid").asBoolean()) {
          counted.add(cell.path("id").asText());
        }
      }
    }
    assertThat(counted).as("valid cells").isNotEmpty();
    jmhJson(JSON.readTree(run.resolve("jmh.json").toFile()), counted);
    List<String> marks = lines(run.resolve("capture/marks.jsonl"));
    for (int round = 1; round <= 2; round++) {
      for (JsonNode cell : cells) {
        String mark = "\"round " + round + " " + cell.path("id").asText();
        for (int i = 1; i <= ITERATIONS; i++) {
          assertThat(marks).anyMatch(has(mark + " iteration " + i + "\""));
        }
        assertThat(marks).anyMatch(has(mark + " warm-up 10\""));
      }
    }
    String columns = Files.readAllLines(run.resolve("capture/timeline.csv")).get(0);
    assertThat(columns).contains("load_pool_in_use", "load_heap_used_mb");
    assertThat(ProcessHandle.current().descendants().map(p -> p.info().commandLine().orElse("")))
        .noneMatch(line -> line.contains("ForkedMain"));
  }

  private static List<String> lines(Path raw) throws IOException {
    try (InputStream in = RawFile.open(raw)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  private static Predicate<String> has(String text) {
    return line -> line.contains(text);
  }

  private static void jmhJson(JsonNode jmh, Set<String> cells) {
    assertThat(jmh).hasSameSizeAs(cells);
    for (JsonNode entry : jmh) {
      assertThat(entry.path("jmhVersion").asText()).isEqualTo("1.37");
      assertThat(entry.path("benchmark").asText()).startsWith("dev.weir.benchmarks.");
      assertThat(cells).contains(entry.at("/params/cell").asText());
      assertThat(entry.at("/params/operation").asText()).isNotEmpty();
      assertThat(entry.path("forks").asInt()).isEqualTo(entry.at("/primaryMetric/rawData").size());
      for (JsonNode fork : entry.at("/primaryMetric/rawData")) {
        assertThat(fork).hasSize(ITERATIONS);
      }
      assertThat(entry.at("/secondaryMetrics/documents/score").asDouble()).isPositive();
    }
  }

  @Test
  void whatJmhCannotDoIsRefused(@TempDir Path folder) throws Exception {
    StringWriter err = new StringWriter();
    int code =
        Weir.commandLine()
            .setErr(new PrintWriter(err))
            .execute("study", "quick", "--harness", "jmh", "--client-prefix", "env");
    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).contains("leave --client-prefix out");
  }
}
