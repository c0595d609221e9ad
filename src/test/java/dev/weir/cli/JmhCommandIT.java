package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.capture.timeline.RawFile;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** JMH's own command line on a real server, and the record that it leaves. */
@Timeout(240)
@SuppressWarnings("NullAway.Init") // JUnit sets the folder
class JmhCommandIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  /** JMH's text goes to a file, so that this test's output stays readable. */
  private int jmh(StringWriter err, String... options) {
    List<String> all = new ArrayList<>(List.of("jmh", "--out", results().toString()));
    all.addAll(List.of("-o", folder.resolve("jmh.txt").toString()));
    all.addAll(List.of(options));
    return Weir.commandLine()
        .setOut(new PrintWriter(new StringWriter()))
        .setErr(new PrintWriter(err))
        .execute(all.toArray(String[]::new));
  }

  private Path results() {
    return folder.resolve("results");
  }

  @Test
  void leavesTheRecordOfARun() throws Exception {
    StringWriter err = new StringWriter();
    int code =
        jmh(
            err,
            "BlockingWriteBenchmark",
            "-p",
            "operation=bulkUnordered",
            "-p",
            "batch=5",
            "-t",
            "2",
            "-f",
            "2",
            "-wi",
            "3",
            "-w",
            "100ms",
            "-i",
            "5",
            "-r",
            "100ms");
    assertThat(err.toString()).isEmpty();
    Path run = StudyRun.folder(results());
    JsonNode record = JSON.readTree(run.resolve("run.json").toFile());
    assertThat(record.path("endedAt").asText()).isNotBlank();
    assertThat(record.at("/study/arguments").toString()).contains("operation=bulkUnordered");
    assertThat(record.at("/server/realMongoDB").asBoolean()).isTrue();
    assertThat(code).isEqualTo(record.at("/verdict/valid").asBoolean() ? 0 : 1);

    JsonNode cells = JSON.readTree(run.resolve("cells.json").toFile());
    assertThat(cells).hasSize(1);
    assertThat(cells.get(0).path("id").asText()).isEqualTo("sync_bulkUnordered_batch5_inFlight2");
    assertThat(cells.get(0).path("trials")).hasSize(2);
    for (JsonNode trial : cells.get(0).path("trials")) {
      long acknowledged = trial.at("/counts/acknowledged").asLong();
      assertThat(acknowledged).isPositive();
      assertThat(trial.at("/counts/modified").asLong()).isEqualTo(acknowledged);
      assertThat(trial.at("/server/updates").asLong()).isEqualTo(acknowledged);
      assertThat(trial.at("/server/cpuMicros").asLong()).isPositive();
      assertThat(trial.at("/rates/windows")).hasSize(5);
      trial
          .path("reasons")
          .forEach(reason -> assertThat(reason.asText()).startsWith("generator starved"));
    }
    JsonNode jmh = JSON.readTree(run.resolve("jmh.json").toFile());
    assertThat(jmh).hasSize(1);
    assertThat(jmh.get(0).at("/primaryMetric/rawData")).hasSize(2);
    assertThat(run.resolve("jmh-format.json")).doesNotExist();
    assertThat(run.resolve("report.html")).isNotEmptyFile();
    try (InputStream marks = RawFile.open(run.resolve("capture/marks.jsonl"))) {
      assertThat(new String(marks.readAllBytes(), StandardCharsets.UTF_8))
          .contains("BlockingWriteBenchmark.write warm-up 3")
          .contains("BlockingWriteBenchmark.write iteration 5");
    }
    assertThat(Files.readString(folder.resolve("jmh.txt"))).contains("Iteration   5:");
  }

  @Test
  void aBenchmarkThatFailsEndsWithOneAndItsReason() throws Exception {
    StringWriter err = new StringWriter();
    int code =
        jmh(err, "BlockingWriteBenchmark", "-p", "operation=nonsense", "-f", "1", "-wi", "0");
    assertThat(code).isEqualTo(1);
    JsonNode record = JSON.readTree(StudyRun.folder(results()).resolve("run.json").toFile());
    assertThat(record.at("/verdict/valid").asBoolean()).isFalse();
    assertThat(record.at("/verdict/reasons").toString()).contains("JMH");
  }

  @Test
  void badOptionsAreRefused() {
    StringWriter err = new StringWriter();
    assertThat(jmh(err, "-f", "many")).isEqualTo(2);
    assertThat(err.toString()).startsWith("weir: JMH: ");
  }
}
