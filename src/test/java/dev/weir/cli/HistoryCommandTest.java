package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.record.Samples;
import dev.weir.record.ServerFacts;
import dev.weir.record.TrialRecord;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class HistoryCommandTest {
  private static final RunRecord.Verdict VALID = new RunRecord.Verdict(true, List.of(), List.of());

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path results;

  @Test
  void findsTheRunThatMadeACellSlower() throws IOException {
    for (int i = 0; i < 16; i++) {
      run(i, Samples.server("MongoDB", true), (i < 9 ? 1_000 : 850) + i % 3);
    }
    run(16, Samples.server("Other", true), 10);
    run(17, Samples.server("MongoDB", true), 851);

    assertThat(history()).isZero();
    assertThat(out.toString())
        .startsWith("• x is slower from 20260102T030900Z-sample on: ")
        .contains("left out: 20260102T031600Z-sample differs in product: MongoDB and Other")
        .contains("x, slower from 20260102T030900Z-sample")
        .contains("(-15.0 %)")
        .contains("17 runs of sample: changes shown: 1");
  }

  @Test
  void writesAPageWithEachCellsCourse() throws IOException {
    for (int i = 0; i < 16; i++) {
      run(i, Samples.server("MongoDB", true), (i < 9 ? 1_000 : 850) + i % 3);
    }
    assertThat(history("--html")).isZero();
    Path page = results.resolve("history.html");
    assertThat(out.toString()).contains(page.toString());
    assertThat(page)
        .content()
        .contains(
            "x is slower from 20260102T030900Z-sample on: ", "✗ 1 change", "id=\"course-plot\"")
        .contains("<table id=\"course-data\"", "-15.0 %");
    Path named = results.resolve("named.html");
    assertThat(history("--html", named.toString())).isZero();
    assertThat(named).exists();
  }

  @Test
  void saysThatNothingWasShown() throws IOException {
    run(1, Samples.server("MongoDB", true), 100);
    run(2, Samples.server("MongoDB", true), 101);

    assertThat(history()).isZero();
    assertThat(out.toString()).contains("2 runs of sample: no change shown");
  }

  @Test
  void refusesBadInput() {
    assertThat(history()).isEqualTo(2);
    assertThat(err.toString()).contains("holds no valid run");
    assertThat(history("--study", "other")).isEqualTo(2);
    assertThat(history("--allow-different", "weather")).isEqualTo(2);
  }

  private int history(String... options) {
    List<String> arguments = new ArrayList<>(List.of("history", results.toString()));
    arguments.addAll(List.of(options));
    CommandLine weir = Weir.commandLine();
    weir.setOut(new PrintWriter(out, true));
    weir.setErr(new PrintWriter(err, true));
    return weir.execute(arguments.toArray(String[]::new));
  }

  private void run(int minute, ServerFacts server, double rate) throws IOException {
    String at = "2026-01-02T03:%02d:00Z".formatted(minute);
    RunFolder run = RunFolder.create(results, Instant.parse(at), "sample");
    List<TrialRecord> trials =
        List.of(Samples.trial("x", 1, rate, List.of()), Samples.trial("x", 2, rate, List.of()));
    run.write(RunFolder.RUN, Samples.run(server, "why?", VALID, at));
    run.write(RunFolder.CELLS, List.of(Samples.cell("x", "8", null, trials)));
  }
}
