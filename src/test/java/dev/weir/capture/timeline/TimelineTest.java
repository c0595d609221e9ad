package dev.weir.capture.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimelineTest {
  private static final long T0 = Instant.parse("2026-11-20T18:00:00Z").toEpochMilli();

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path run;

  @Test
  void mergesRealSamplesSecondBySecond() throws Exception {
    capture("capture.log", (T0 + 2_000) + " host db1\n");
    for (String file : List.of("iostat.txt", "vmstat.txt", "mongostat.jsonl")) {
      capture(file, Readers.resource(file));
    }
    capture(
        "marks.jsonl",
        """
        {"t":%d,"label":"round 1, cell \\"a\\""}
        {"t":%d,"label":""}
        """
            .formatted(T0 + 7_000, T0 + 10_500));

    TimelineSummary summary = Timeline.build(run.resolve("capture"));

    Map<Long, Map<String, String>> rows = rows();
    assertThat(summary.rows()).isEqualTo(rows.size());
    assertThat(summary.sources()).allMatch(source -> source.skipped() == 0);
    // From the first sample to the last, a row each second, also where only some of them spoke.
    assertThat(rows.keySet().iterator().next()).isEqualTo(T0 + 3_000);
    assertThat(rows).hasSize(54).containsKey(T0 + 56_000);
    assertThat(rows.get(T0 + 7_000))
        .containsEntry("trial", "round 1, cell \"a\"")
        .containsEntry("checkpoint", "0")
        .containsEntry("mongostat_update_per_s", "6719")
        .containsEntry("mongostat_repl", "SLV");
    assertThat(rows.get(T0 + 6_000))
        .containsEntry("trial", "")
        .containsEntry("iostat_vda_w_await_ms", "0.24")
        .containsEntry("mongostat_update_per_s", "");
    assertThat(rows.get(T0 + 10_000)).containsEntry("trial", "round 1, cell \"a\"");
    assertThat(rows.get(T0 + 11_000)).containsEntry("trial", "");
    assertThat(rows.get(T0 + 40_000)).containsEntry("checkpoint", "");
    assertThat(rows.values()).filteredOn(row -> "1".equals(row.get("checkpoint"))).hasSize(1);
  }

  @Test
  void compressedFilesGiveTheSameTimeline() throws Exception {
    for (String file : List.of("iostat.txt", "vmstat.txt", "mongostat.jsonl")) {
      capture(file, Readers.resource(file));
    }
    capture("series-x.jsonl", "{\"t\":%d,\"values\":{\"x_a\":1}}\n".formatted(T0 + 9_000));
    Path folder = run.resolve("capture");
    Timeline.build(folder);
    Map<Long, Map<String, String>> plain = rows();
    RawFile.compressTools(folder);
    try (Writer out = RawFile.create(folder.resolve("series-y.jsonl"))) {
      out.write(Files.readString(folder.resolve("series-x.jsonl")));
    }
    Files.delete(folder.resolve("series-x.jsonl"));
    assertThat(folder.resolve("iostat.txt")).doesNotExist();

    TimelineSummary summary = Timeline.build(folder);

    assertThat(rows()).isEqualTo(plain);
    assertThat(summary.sources())
        .extracting(TimelineSummary.SourceSummary::file)
        .containsExactly("mongostat.jsonl", "iostat.txt", "vmstat.txt", "series-y.jsonl");
  }

  @Test
  void aHostsClockIsCorrectedByItsFastestRoundTrip() throws Exception {
    capture("process.jsonl", "{\"t\":%d,\"values\":{\"a\":1}}\n".formatted(T0));
    Path far = Files.createDirectory(run.resolve("far"));
    Files.writeString(far.resolve("capture.log"), (T0 + 5_000) + " host db1\n");
    // 5 s ahead, by the round trip of 4 ms; the slow one says something else.
    Files.writeString(
        far.resolve("clock.txt"),
        "%d %d %d\n%d %d %d\nrubbish\n"
            .formatted(T0, T0 + 5_900, T0 + 900, T0 + 1_000, T0 + 6_002, T0 + 1_004));
    Files.writeString(far.resolve("proc.txt"), (T0 + 7_100) + " loadavg 1.50 1 1 1/2 3\n");
    Files.writeString(far.resolve("secret.txt"), "not to be taken");

    TimelineSummary summary = CaptureImport.into(run, far, null);

    assertThat(rows().get(T0 + 2_000)).containsEntry("db1_load_1m", "1.5");
    assertThat(summary.clocks())
        .contains(new ClockOffset("db1", 5_000, 2.5, 2, "round trips over ssh", true));
    assertThat(run.resolve("capture/db1/secret.txt")).doesNotExist();
    JsonNode clocks = new ObjectMapper().readTree(run.resolve("capture/clocks.json").toFile());
    assertThat(clocks.get("clocks").get(1).get("offsetMs").asDouble()).isEqualTo(5_000);
    assertThatThrownBy(() -> CaptureImport.into(run, far, "db1"))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining("never replaced");
  }

  @Test
  void withoutSshTheServersOwnClockCorrectsItsHost() throws Exception {
    capture(
        "serverStatus.jsonl",
        """
        {"t":%d,"rttMicros":90000,"host":"db1:27017","localTime":%d,"values":{"mem.resident":1}}
        {"t":%d,"rttMicros":2000,"host":"db1:27017","localTime":%d,"values":{"mem.resident":1}}
        """
            .formatted(T0, T0 + 40, T0 + 1_000, T0 - 2_000));
    Path far = Files.createDirectory(run.resolve("far"));
    Files.writeString(far.resolve("capture.log"), T0 + " host db1\n");
    Files.writeString(far.resolve("proc.txt"), (T0 - 1_000) + " loadavg 1.50 1 1 1/2 3\n");

    TimelineSummary summary = CaptureImport.into(run, far, "primary");

    assertThat(summary.clocks())
        .extracting(ClockOffset::offsetMs)
        .containsExactly(0.0, -3_000.0, -3_000.0);
    assertThat(rows().get(T0 + 2_000)).containsEntry("primary_load_1m", "1.5");
  }

  @Test
  void anotherHostWithoutAnyMeasuredClockSaysSo() throws Exception {
    capture("process.jsonl", "");
    Path far = Files.createDirectory(run.resolve("far"));
    Files.writeString(far.resolve("capture.log"), T0 + " host db2\n");

    assertThat(CaptureImport.into(run, far, null).clocks())
        .anySatisfy(
            clock -> {
              assertThat(clock.source()).isEqualTo("db2");
              assertThat(clock.method()).startsWith("not measured");
              assertThat(clock.applied()).isFalse();
            });
  }

  @Test
  void refusesWhatIsNoCaptureAndNoRun() throws Exception {
    Path far = Files.createDirectory(run.resolve("far"));
    assertThatThrownBy(() -> CaptureImport.into(run, far, null))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("no capture.log");
    Files.writeString(far.resolve("capture.log"), T0 + " host ../../etc\n");
    assertThatThrownBy(() -> CaptureImport.into(run, far, null)).hasMessageContaining("no run");
    Files.createDirectory(run.resolve("capture"));
    assertThatThrownBy(() -> CaptureImport.into(run, far, null)).hasMessageContaining("host name");
    assertThat(run.resolve("capture")).isEmptyDirectory();
  }

  @Test
  void strayTimesMakeNeitherMillionsOfRowsNorDisorder() throws Exception {
    String line = "{\"t\":%d,\"values\":{\"a\":%d}}\n";
    capture(
        "series-x.jsonl",
        line.formatted(0, 1)
            + line.formatted(T0, 2)
            + line.formatted(T0 + 900_000_000_000L, 3)
            + line.formatted(T0 + 3_000, 4)
            + line.formatted(T0 + 1_000, 5)
            + line.formatted(T0 + 3_500, 6));

    TimelineSummary summary = Timeline.build(run.resolve("capture"));

    assertThat(rows().keySet()).containsExactly(0L, T0, T0 + 1_000, T0 + 2_000, T0 + 3_000);
    assertThat(rows().get(T0 + 3_000)).containsEntry("a", "6");
    assertThat(summary.sources().get(0).outOfOrder()).isEqualTo(2);
  }

  @Test
  void anEmptyCaptureIsAHeader() throws Exception {
    capture("marks.jsonl", "\u0000garbage\n");

    assertThat(Timeline.build(run.resolve("capture")).rows()).isZero();
    assertThat(run.resolve("capture/timeline.csv")).hasContent("epoch_ms,trial,checkpoint\n");
  }

  @Test
  void numbersAreShortAndPlain() {
    assertThat(CsvWriter.plain(1e9)).isEqualTo("1000000000");
    assertThat(CsvWriter.plain(1.0 / 3)).isEqualTo("0.3333333");
    assertThat(CsvWriter.plain(1e-9)).isEqualTo("0.000000001");
    assertThat(CsvWriter.quoted("a\"b,c")).isEqualTo("\"a\"\"b,c\"");
  }

  private void capture(String file, String text) throws IOException {
    Files.createDirectories(run.resolve("capture"));
    Files.writeString(run.resolve("capture").resolve(file), text);
  }

  private Map<Long, Map<String, String>> rows() throws IOException {
    List<String> lines = Files.readAllLines(run.resolve("capture/timeline.csv"));
    List<String> header = fields(lines.get(0));
    assertThat(header).doesNotHaveDuplicates();
    Map<Long, Map<String, String>> rows = new LinkedHashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      List<String> fields = fields(line);
      assertThat(fields).hasSameSizeAs(header);
      Map<String, String> row = new LinkedHashMap<>();
      for (int i = 0; i < header.size(); i++) {
        row.put(header.get(i), fields.get(i));
      }
      rows.put(Long.valueOf(Objects.requireNonNull(row.get("epoch_ms"))), row);
    }
    return rows;
  }

  private static List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (quoted && c == '"' && i + 1 < line.length() && line.charAt(i + 1) == '"') {
        field.append('"');
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        fields.add(field.toString());
        field.setLength(0);
      } else {
        field.append(c);
      }
    }
    fields.add(field.toString());
    return fields;
  }
}
