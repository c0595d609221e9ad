package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord.Verdict;
import dev.weir.record.Samples;
import dev.weir.record.TurnsRecord;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ReportCommandTest {
  private static final Verdict VALID = new Verdict(true, List.of(), List.of("wide"));

  private final StringWriter out = new StringWriter();

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path results;

  private Path side(String side, String other, double rate) throws IOException {
    return side(side, other, rate, VALID);
  }

  private Path side(String side, String other, double rate, Verdict verdict) throws IOException {
    RunFolder folder =
        RunFolder.create(results, Instant.parse("2026-01-02T03:04:05Z"), "quick-" + side);
    folder.write(
        RunFolder.RUN,
        Samples.run(
            Map.of("name", "quick-" + side, "question", "why?"),
            Samples.server("MongoDB", true),
            verdict,
            "2026-01-02T03:04:05Z"));
    folder.write(RunFolder.CELLS, List.of(Samples.cell("inFlight8", "8", rate)));
    folder.write(
        RunFolder.TURNS,
        new TurnsRecord("one", side, "20260102T030405Z-quick-" + other, null, null));
    return folder.path();
  }

  private void report(Path run) {
    CommandLine weir = Weir.commandLine().setOut(new PrintWriter(out, true));
    assertThat(weir.execute("report", run.toString())).isZero();
  }

  @Test
  void aSideOfAComparisonSaysWhatItShows() throws IOException {
    Path a = side("a", "b", 1_000);
    Path b = side("b", "a", 800);
    for (Path run : List.of(a, b)) {
      report(run);
      assertThat(run.resolve(RunFolder.SUMMARY))
          .content()
          .contains("- quick-b is slower than quick-a in the one cell. inFlight8: 0.800 [");
      assertThat(run.resolve(RunFolder.REPORT))
          .content()
          .contains("quick-b is slower than quick-a in the one cell.");
    }
  }

  @Test
  void theAnswerComesBeforeTheTableAndTheTableBeforeTheReasons() throws IOException {
    Path alone = side("a", "none", 1_000);
    report(alone);
    assertThat(out.toString())
        .containsSubsequence(
            "• Measured: 1,000 documents/s",
            "documents/s",
            "note: All 3 trials are valid.",
            "note: wide",
            "valid, 3 rounds",
            alone.resolve(RunFolder.SUMMARY).toString());
  }

  @Test
  void saysFirstWhyARunIsInvalid() throws IOException {
    Verdict invalid = new Verdict(false, List.of("counts differ: 7 and 8"), List.of());
    report(side("a", "none", 1_000, invalid));
    assertThat(out.toString())
        .startsWith("INVALID: counts differ: 7 and 8")
        .containsSubsequence("• Don't act on these figures", "INVALID, 3 rounds");
  }
}
