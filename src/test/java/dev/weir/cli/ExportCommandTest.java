package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.RunFolder;
import dev.weir.record.Samples;
import dev.weir.record.TrialRecord;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ExportCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  @SuppressWarnings("NullAway.Init")
  private Path run;

  @BeforeEach
  void record() throws IOException {
    RunFolder written = RunFolder.create(folder, Instant.parse("2026-01-02T03:04:05Z"), "sample");
    written.write(RunFolder.RUN, Samples.run());
    CellRecord none = Samples.cell("none", "2", null, List.of());
    written.write(RunFolder.CELLS, List.of(timed(Samples.cell("x", "8", 100)), none));
    run = written.path();
  }

  @Test
  void dashboardsGetThroughputAsBiggerIsBetter() throws IOException {
    assertThat(export("--format", "bigger-is-better")).isZero();

    JsonNode entries = JSON.readTree(out.toString());
    assertThat(entries).hasSize(1); // a cell without a figure has no entry
    assertThat(entries.get(0).get("name").asText()).isEqualTo("sample x");
    assertThat(entries.get(0).get("unit").asText()).isEqualTo("documents/s");
    assertThat(entries.get(0).get("value").asDouble()).isEqualTo(100);
    assertThat(entries.get(0).get("range").asText()).isEqualTo("± 5.0");
    assertThat(entries.get(0).get("extra").asText()).contains("3 rounds", "MongoDB 6.0.5");
  }

  @Test
  void jmhAndCsvGoIntoAFile() throws IOException {
    Path file = folder.resolve("x.json");
    assertThat(export("--format", "jmh", "--out", file.toString())).isZero();
    assertThat(JSON.readTree(Files.readString(file)).get(0).get("mode").asText())
        .isEqualTo("thrpt");
    assertThat(out.toString()).isEmpty();

    assertThat(export("--format", "csv", "--cell", "x")).isZero();
    assertThat(out.toString().lines()).hasSize(4).first().asString().startsWith("cell,factor.");
  }

  @Test
  void serviceTimesAreAPercentileDistributionInMilliseconds() {
    assertThat(export("--format", "hgrm", "--cell", "x")).isZero();
    // Three rounds of one call of 1 ms and one of 9 ms.
    assertThat(out.toString())
        .contains("Percentile TotalCount 1/(1-Percentile)", "Total count    =            6")
        .containsPattern("#\\[Max +=  +9\\.0");
  }

  @Test
  void refusesBadInput() {
    assertThat(export("--format", "xml")).isEqualTo(2);
    assertThat(err.toString()).contains("jmh, csv, hgrm, bigger-is-better");
    assertThat(export("--format", "hgrm")).isEqualTo(2);
    assertThat(err.toString()).contains("--cell with one of x, none");
    assertThat(export("--format", "hgrm", "--cell", "none")).isEqualTo(2);
    assertThat(export("--format", "csv", "--cell", "z")).isEqualTo(2);
    assertThat(export("--format", "csv", "--out", folder.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("can't write");
    run = folder.resolve("nowhere");
    assertThat(export("--format", "csv")).isEqualTo(2);
  }

  private int export(String... options) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    List<String> arguments = new ArrayList<>(List.of("export", run.toString()));
    arguments.addAll(List.of(options));
    CommandLine weir = Weir.commandLine();
    weir.setOut(new PrintWriter(out, true));
    weir.setErr(new PrintWriter(err, true));
    return weir.execute(arguments.toArray(String[]::new));
  }

  private static CellRecord timed(CellRecord cell) {
    Histogram times = new Histogram(3);
    times.recordValue(1_000_000);
    times.recordValue(9_000_000);
    ByteBuffer bytes = ByteBuffer.allocate(times.getNeededByteBufferCapacity());
    int length = times.encodeIntoCompressedByteBuffer(bytes);
    String encoded = Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
    List<TrialRecord> trials = new ArrayList<>();
    for (int round = 1; round <= 3; round++) {
      trials.add(Samples.timed(cell.id(), round, 100, encoded));
    }
    return Samples.cell(cell.id(), "8", new Interval(100, 95, 105, 0.95, 3, "student-t"), trials);
  }
}
