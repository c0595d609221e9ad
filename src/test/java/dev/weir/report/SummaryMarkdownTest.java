package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.record.CellRecord;
import dev.weir.record.RunRecord;
import dev.weir.record.RunRecord.Verdict;
import dev.weir.record.Samples;
import dev.weir.record.Span;
import dev.weir.record.TrialRecord;
import dev.weir.record.TrialTurn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SummaryMarkdownTest {
  private static final Verdict VALID = new Verdict(true, List.of(), List.of());
  private static final List<CellRecord> CELLS =
      List.of(Samples.cell("a", "1", 1_000), Samples.cell("b", "8", 2_000));

  @Test
  void longLinesAreWrappedBelowTheirBulletAndTablesAreLeft() {
    String words = "word ".repeat(30).strip();
    assertThat(SummaryMarkdown.wrapped("  - " + words + "\n| " + words + " |\n- short"))
        .isEqualTo(
            "  - "
                + "word ".repeat(23).strip()
                + "\n    "
                + "word ".repeat(7).strip()
                + "\n| "
                + words
                + " |\n- short\n");
  }

  @Test
  void saysWhatWasAskedAndFound() {
    String summary = SummaryMarkdown.of(Samples.run(), CELLS);
    assertThat(summary)
        .startsWith("# sample\n\nwhy?\n\n| ")
        .contains("Valid. What limits these figures:\n\n- All 6 trials are valid.\n- a note\n")
        .contains("| inFlight | documents/s |")
        .contains("| 8 | 2,000 | 5.0 % |")
        .contains("95 % intervals by student-t over 3 rounds")
        .contains("(seed 7)")
        .contains(
            "| server | MongoDB 6.0.5, rs1, wiredTiger |", "| server found by | wheel; before it: ")
        .contains("share one host")
        .contains("0.1.0, commit c0ffee")
        .doesNotContain("not MongoDB")
        .doesNotContain("Measured on");
  }

  /** Cells of several clients are measured once a round beside others in turns. */
  @Test
  void saysHowManyCellsWereMeasuredInTurns() {
    CellRecord inTurns =
        Samples.cell(
            "c",
            "16",
            null,
            List.of(
                Samples.trial("c", 1, 100, List.of())
                    .with(
                        trial ->
                            trial.turns(
                                List.of(
                                    new TrialTurn(1, new Span(0, 1_000), 100, 100, null, null))))));
    List<CellRecord> all = new ArrayList<>(CELLS);
    all.add(inTurns);
    assertThat(oneLine(CELLS)).contains("with every cell measured once in random order");
    assertThat(oneLine(all))
        .contains(
            "with 1 of the cells measured in turns, pass by pass, and 2 once, in random order");
    assertThat(oneLine(List.of(inTurns)))
        .contains("every cell measured in turns, pass by pass in random order");
  }

  private static String oneLine(List<CellRecord> cells) {
    return SummaryMarkdown.of(Samples.run(), cells).replace('\n', ' ');
  }

  @Test
  @SuppressWarnings("NullAway") // generated withers don't know what may be null
  void aRunThatHasNotEndedSaysSo() {
    RunRecord begun = Samples.run().withEndedAt(null).withRounds(0);
    assertThat(SummaryMarkdown.of(begun, CELLS))
        .contains("by student-t over 3 rounds, each on a fresh JVM")
        .contains("; it has not ended |", "| rounds and seed | seed 7 |")
        .doesNotContain("null", "0 rounds");
  }

  @Test
  void offeredLoadHasResponseTimesElsewhere() {
    RunRecord run =
        Samples.run(
            Map.of("name", "load", "mix", "updates"),
            Samples.server("MongoDB", true),
            VALID,
            "2026-01-02T03:04:05Z");
    assertThat(SummaryMarkdown.of(run, CELLS))
        .contains("over the trials of each cell, all in one warm load process (seed 7)")
        .contains("response times, from the intended one, are in report.html")
        .doesNotContain("never response times")
        .doesNotContain("fresh JVM");
  }

  @Test
  void trialsOfTheEconomyAreEachOnAFreshJvm() {
    RunRecord run =
        Samples.run(
            Map.of("name", "load", "mix", "economy"),
            Samples.server("MongoDB", true),
            VALID,
            "2026-01-02T03:04:05Z");
    assertThat(SummaryMarkdown.of(run, CELLS)).contains("each on a fresh JVM (seed 7)");
  }

  @Test
  void standInIsLabelledBeforeAnyFigure() {
    RunRecord run =
        Samples.run(Samples.server("mongo-java-server (not MongoDB)", false), "why?", VALID);
    String summary = SummaryMarkdown.of(run, CELLS);
    assertThat(summary)
        .contains("**Measured on mongo-java-server (not MongoDB); no figure here is MongoDB's.**");
    assertThat(summary.indexOf("not MongoDB")).isLessThan(summary.indexOf("documents/s"));
  }

  @Test
  void invalidRunAndTrialsAreShownWithTheirReasons() {
    List<TrialRecord> trials = new ArrayList<>(CELLS.get(0).trials());
    trials.add(Samples.trial("a", 4, 5, List.of("generator starved", "counts differ")));
    CellRecord partly =
        Samples.cell("a", "1", Objects.requireNonNull(CELLS.get(0).documentsPerSecond()), trials);
    RunRecord run =
        Samples.run(
            Samples.server("MongoDB", true),
            "",
            new Verdict(false, List.of("a: counts differ"), List.of("b: wide")));
    String summary = SummaryMarkdown.of(run, List.of(partly, CELLS.get(1)));
    assertThat(summary)
        .startsWith("# sample\n\n**INVALID.**\n- a: counts differ\n\n| ")
        .contains("- b: wide\n")
        .contains("Trials left out of every figure:\n\n")
        .contains("- a, round 4: generator starved; counts differ\n")
        .contains("| 3 of 4 |");
  }

  @Test
  void aBusyHostIsSaidInTheVerdictItself() {
    String busy = Verdict.BUSY_HOST + " in 30 of 40 turns: gradle (4711) took 1.10 of 2 cores";
    RunRecord run =
        Samples.run(
            Samples.server("MongoDB", true),
            "",
            new Verdict(false, List.of(busy, "a: no valid trial"), List.of()));
    assertThat(SummaryMarkdown.of(run, CELLS))
        .startsWith("# sample\n\n**INVALID: " + busy + "**\n- a: no valid trial\n");
  }

  /** Nothing that a record says can become markup of its own: no tag, table, link or heading. */
  @Test
  void hostileTextStaysText() {
    String hostile = "<img src=x onerror=alert(1)>|\n\n# owned\n[click](http://x)\u001b[31m";
    RunRecord run =
        Samples.run(
            Samples.server("Mongo" + hostile, false),
            hostile,
            new Verdict(false, List.of(hostile), List.of(hostile)));
    CellRecord cell =
        Samples.cell(
            "a",
            hostile,
            Objects.requireNonNull(CELLS.get(0).documentsPerSecond()),
            List.of(Samples.trial("a`" + hostile, 1, 1, List.of(hostile))));
    String summary = SummaryMarkdown.of(run, List.of(cell, CELLS.get(1)));
    assertThat(summary)
        .doesNotContainPattern("[^\\\\]<img")
        .doesNotContain("\n# owned")
        .doesNotContain("[click](")
        .doesNotContain("\u001b");
    assertThat(summary.lines().filter(line -> line.startsWith("| ")).toList())
        .allSatisfy(
            row ->
                assertThat(row.replace("\\|", "").chars().filter(c -> c == '|').count())
                    .isIn(3L, 9L, 10L));
  }
}
