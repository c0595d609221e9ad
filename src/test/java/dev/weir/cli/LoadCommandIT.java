package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.record.CellRecord;
import dev.weir.record.RunFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
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

class LoadCommandIT {
  @Test
  void anEconomyStaysWholeThroughErrorsAndRetries(@TempDir Path folder) throws IOException {
    Result result =
        weir(
            folder,
            "--mix economy --workers 8 --pooling operation --pool 3 --rate 100 --ramp 0s"
                + " --duration 4s --inject-errors 30% --tolerate-errors");
    assertThat(result.err).isEmpty();
    assertThat(result.code).as(result.out).isZero();
    Path run = onlyRun(folder);
    RunFolder record = RunFolder.open(run);
    assertThat(record.run().verdict().valid()).isTrue();
    CellRecord cell = record.cells().get(0);
    assertThat(cell.id()).isEqualTo("operation");
    JsonNode load = new ObjectMapper().readTree(run.resolve("load.json").toFile());
    assertThat(load.at("/lines/seconds").asInt()).isEqualTo(4);
    assertThat(load.at("/lines/lines").asInt()).as("one for each type").isEqualTo(4 * 5);
    assertThat(run.resolve("summary.md")).content().contains(" ms late, over 20 lines of 4 s, ");
    JsonNode trial = load.at("/trials/0");
    assertThat(trial.at("/audit/problems")).isEmpty();
    assertThat(trial.at("/measurement/total/operations").asLong()).isPositive();
    assertThat(trial.at("/measurement/total/resolved").asLong())
        .as("commits whose result was unknown")
        .isPositive();
    assertThat(trial.at("/measurement/committedByType/purchase").asLong())
        .isLessThanOrEqualTo(trial.at("/audit/entries/purchase").asLong());
    assertThat(run.resolve("seconds.csv")).content().contains(",mail-delivery,");
    assertThat(run.resolve("latency/operation-purchase-response.hlog")).exists();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--batch 50 | give the rate to send, --rate R, or find the highest: --find-max --slo TERMS",
        "--rate 0 | --rate 0.0: give operations/s above 0",
        "--rate 10 --duration 2s | --duration 2s: give whole seconds, at least 4",
        "--rate 10 --duration soon | --duration soon: give whole seconds",
        "--rate 10 --factor color=red | no such factor",
        "--rate 10 --factor driver=fast | 'fast' is not one of",
        "--rate 10 --batch 0 | --batch: '0' is not a whole number",
        "--rate 10 --slo p99<1s | need --find-max",
        "--find-max | --find-max needs --slo",
        "--find-max --slo p99 | 'p99' is no objective: write p99<50ms",
        "--find-max --slo p99<1s --most 10 | is below the rate to begin with",
        "--rate 10 --workers 5 | need --mix economy",
        "--mix economy --batch 5 | belong to --mix updates",
        "--mix economy --pooling operation --pool 20 | shares fewer connections than its 20"
            + " workers",
        "--mix economy --inject-errors 2 | give a share",
        "--rate 10 --topology ring | --topology ring is not one of",
      })
  void badInputIsExitCodeTwoAndOneLine(String arguments, String message, @TempDir Path folder) {
    Result result = weir(folder, arguments);
    assertThat(result.code).isEqualTo(2);
    assertThat(result.err).contains(message).hasLineCount(1);
  }

  private record Result(int code, String out, String err) {}

  private static Result weir(Path folder, String arguments) {
    List<String> all = new ArrayList<>(List.of("load"));
    all.addAll(List.of(arguments.split(" ")));
    all.addAll(List.of("--out", folder.toString(), "--quiet"));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine weir = Weir.commandLine();
    weir.setErr(new PrintWriter(err, true));
    weir.setOut(new PrintWriter(out, true));
    return new Result(weir.execute(all.toArray(String[]::new)), out.toString(), err.toString());
  }

  private static Path onlyRun(Path folder) throws IOException {
    try (Stream<Path> runs = Files.list(folder)) {
      return runs.filter(path -> path.toString().endsWith("-load")).findFirst().orElseThrow();
    }
  }
}
