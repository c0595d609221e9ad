package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.record.CellRecord;
import dev.weir.record.RunRecord;
import dev.weir.record.Samples;
import dev.weir.report.html.Sources;
import dev.weir.report.html.Timeline;
import dev.weir.study.Plan;
import dev.weir.study.StudyException;
import dev.weir.study.StudyReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Help.Ansi;

class ConsoleListenerTest {
  private final StringWriter text = new StringWriter();
  private Instant now = Instant.parse("2026-01-02T03:04:05Z");
  private final Clock clock = ((InstantSource) () -> now).withZone(ZoneOffset.UTC);

  @SuppressWarnings("NullAway.Init")
  private Plan plan;

  @BeforeEach
  void plan() throws StudyException {
    plan = Plan.of(StudyReader.open("quick"), cell -> Optional.empty());
  }

  @Test
  void aLogGetsALineForEveryTrialWithWhatItsCellIsKnownBy() {
    ConsoleListener log = listener(false, false);
    log.planned(plan, Duration.ofMinutes(5));
    log.roundStarted(1, 6);
    log.firstTurn("x", 101.2, true);
    log.firstTurn("y", 7, false);
    log.trialEnded(Samples.trial("x", 1, 100, List.of()), 1, 72);
    log.roundStarted(2, 6);
    log.trialEnded(Samples.trial("x", 2, 110, List.of()), 2, 72);
    log.trialEnded(Samples.trial("y", 2, 5, List.of("stalled")), 3, 72);

    assertThat(text.toString())
        .contains("round 1 of 3 to 6, about ")
        .contains("x: 101 documents/s in its first turn; the server counted the same writes")
        .containsPattern("y: 7 documents/s in its first turn\\R")
        .containsPattern("  x +100 documents/s  \\(measured after 1.5 s\\)\\R")
        .containsPattern("  x +110 documents/s .* mean of 2: 105 ± 60.5 %\\R")
        .contains("  y: INVALID: stalled")
        .doesNotContain("\r\033")
        .doesNotContain("\033");
  }

  @Test
  void aLogIsNeverSilentForLong() {
    ConsoleListener log = listener(false, false);
    log.planned(plan, Duration.ofMinutes(5));
    log.roundStarted(1, 6);
    log.rate("x", 1_234);
    assertThat(text.toString()).doesNotContain("1,234 documents/s");

    now = now.plus(Duration.ofSeconds(31));
    log.rate("x", 1_235);
    now = now.plus(Duration.ofSeconds(10));
    log.rate("x", 1_236);
    assertThat(text.toString()).contains("x 1,235 documents/s, about").doesNotContain("1,236");
  }

  @Test
  void whoWatchesSeesABarWithTheCellAtWorkAndTheTimeLeft() {
    ConsoleListener watched = listener(true, false);
    watched.planned(plan, Duration.ofMinutes(5));
    watched.roundStarted(1, 6);
    watched.rate("sync_single", 1_234);
    watched.trialEnded(Samples.trial("x", 1, 100, List.of()), 1, 72);
    List<CellRecord> cells = List.of(Samples.cell("x", "1", 100));
    watched.finished(Samples.run(), cells, Path.of("results/x"));
    watched.ended(sources(Samples.run(), cells), Path.of("results/x"));

    // The bar is drawn at least when it ends, whatever its own thread did.
    assertThat(text.toString())
        .contains("sync_single 1,234 documents/s", " 1/", " left")
        .containsPattern("  x +100 documents/s")
        .contains("valid, 3 rounds in 10 min 0 s; record: results/x");
  }

  @Test
  void quietPrintsTheTableAlone() {
    ConsoleListener quiet = listener(true, true);
    quiet.planned(plan, Duration.ofMinutes(5));
    quiet.note("a note");
    quiet.roundStarted(1, 6);
    quiet.rate("x", 1);
    quiet.trialEnded(Samples.trial("x", 1, 100, List.of("stalled")), 1, 72);
    assertThat(text.toString()).isEmpty();

    RunRecord invalid =
        Samples.run(
            Samples.server("MongoDB", true),
            "why?",
            new RunRecord.Verdict(false, List.of("x: lost"), List.of("wide")));
    quiet.ended(sources(invalid, List.of(Samples.cell("x", "1", 100))), Path.of("r"));
    assertThat(text.toString())
        .containsSubsequence("• Don't act on these figures", "documents/s", "note: wide")
        .contains("INVALID: x: lost");
  }

  @Test
  void quietSaysWhyNothingIsComparedAndHowToGoOn(@TempDir Path folder) throws IOException {
    ConsoleListener quiet = listener(false, true);
    RunRecord invalid =
        Samples.run(
            Samples.server("MongoDB", true),
            "why?",
            new RunRecord.Verdict(false, List.of("x: lost"), List.of()));
    quiet.invalid(invalid, Path.of("results/a"));
    assertThat(text.toString())
        .contains("INVALID: x: lost", "INVALID, so nothing is compared; record: results/a");
    quiet.interrupted(folder);
    assertThat(text.toString()).contains("what was measured until then is in " + folder);
    Files.writeString(folder.resolve("plan.json"), "{}");
    quiet.interrupted(folder);
    assertThat(text.toString()).contains("is finished is safe, go on with: weir resume " + folder);
    Files.writeString(folder.resolve("played.json"), "{}");
    quiet.interrupted(folder);
    assertThat(text.toString())
        .contains("is finished is safe, go on with: weir plan --resume " + folder);
  }

  @Test
  void aBusyHostIsSaidBeforeTheFigures() {
    ConsoleListener log = listener(false, true);
    RunRecord busy =
        Samples.run(
            Samples.server("MongoDB", true),
            "why?",
            new RunRecord.Verdict(
                false, List.of(RunRecord.Verdict.BUSY_HOST + ": gradle (4711)"), List.of()));
    log.ended(sources(busy, List.of(Samples.cell("x", "1", 100))), Path.of("r"));
    assertThat(text.toString().strip())
        .startsWith("INVALID: the host was busy: gradle (4711)")
        .containsOnlyOnce("the host was busy");
  }

  private static Sources sources(RunRecord run, List<CellRecord> cells) {
    return new Sources(
        "x",
        run,
        cells,
        Map.of(),
        Timeline.NONE,
        Map.of(),
        null,
        List.of(),
        List.of(),
        null,
        null,
        List.of());
  }

  private ConsoleListener listener(boolean watched, boolean quiet) {
    return new ConsoleListener(
        new Terminal(new PrintWriter(text, true), watched, Ansi.OFF, 160), clock, quiet);
  }
}
