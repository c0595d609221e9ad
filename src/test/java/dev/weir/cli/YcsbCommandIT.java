package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.capture.timeline.RawFile;
import dev.weir.record.CellRecord;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class YcsbCommandIT {
  @Test
  void loadsAndRunsAndLeavesTheRecordOfARun(@TempDir Path folder) throws IOException {
    Result result =
        weir(
            folder,
            "both",
            "-P",
            "ycsb-workloads/template",
            "-P",
            "ycsb-workloads/a",
            "-p",
            "recordcount=500",
            "-p",
            "operationcount=1501",
            "-p",
            "batchsize=7",
            "-threads",
            "3",
            "-target",
            "1000",
            "--warm-up",
            "1",
            "--topology",
            "standalone");

    assertThat(result.err).isEmpty();
    assertThat(result.code).isZero();
    Path run;
    try (Stream<Path> runs = Files.list(folder)) {
      run = runs.filter(path -> path.toString().endsWith("-ycsb-a")).findFirst().orElseThrow();
    }
    RunFolder record = RunFolder.open(run);
    RunRecord written = record.run();
    assertThat(written.verdict().valid()).isTrue();
    List<CellRecord> cells = record.cells();
    assertThat(cells.stream().map(CellRecord::id))
        .containsExactly("load_insert", "run_update", "run_read");
    assertThat(operations(cells, "load_insert")).isEqualTo(500);
    assertThat(operations(cells, "run_update") + operations(cells, "run_read")).isEqualTo(1501);
    assertThat(cells.get(1).trials().get(0).server().updates())
        .isEqualTo(operations(cells, "run_update"));
    assertThat(cells.get(1).notes()).anyMatch(note -> note.contains("from the intended send p50"));
    assertThat(run.resolve("ycsb/run-1.txt")).content().contains("[BATCH-UPDATE], Return=OK");
    assertThat(run.resolve("latency/run_update.hlog")).content().contains("response-round1");
    try (InputStream marks = RawFile.open(run.resolve("capture/marks.jsonl"))) {
      assertThat(new String(marks.readAllBytes(), StandardCharsets.UTF_8))
          .contains("warm-up run-1");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "operationcount=, property operationcount: '' is not a whole number",
    "recordcount=0, property recordcount is missing",
    "mongodb.url=mongodb://h/d, name the server with --uri",
    "measurement.interval=intended, needs measurementtype=hdrhistogram",
  })
  void badInputIsExitCodeTwoAndOneLine(String property, String message, @TempDir Path folder) {
    Result result = weir(folder, "run", "-P", "ycsb-workloads/template", "-p", property);
    assertThat(result.code).isEqualTo(2);
    assertThat(result.err).contains(message).hasLineCount(1);
  }

  private record Result(int code, String err) {}

  private static Result weir(Path folder, String... arguments) {
    List<String> all = new ArrayList<>(List.of("ycsb"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--out", folder.toString(), "--quiet"));
    StringWriter err = new StringWriter();
    CommandLine weir = Weir.commandLine();
    weir.setErr(new PrintWriter(err, true));
    weir.setOut(new PrintWriter(new StringWriter()));
    return new Result(weir.execute(all.toArray(String[]::new)), err.toString());
  }

  private static long operations(List<CellRecord> cells, String id) {
    return cells.stream()
        .filter(cell -> cell.id().equals(id))
        .mapToLong(cell -> cell.trials().get(0).counts().acknowledged())
        .sum();
  }
}
