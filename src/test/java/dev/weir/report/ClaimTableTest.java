package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.analysis.claims.ClaimVerdict;
import dev.weir.analysis.claims.ClaimVerdict.Tested;
import dev.weir.analysis.claims.ClaimVerdict.Verdict;
import dev.weir.record.Samples;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClaimTableTest {
  private static final List<ClaimVerdict> CLAIMS =
      List.of(
          new ClaimVerdict(
              "bulk",
              "Bulk takes a quarter to half of the time of single updates.",
              "A quarter to half, one after the other against all at once.",
              false,
              Verdict.CONFIRMED,
              List.of(
                  new Tested(
                      "a / b",
                      "0.25 to 0.5",
                      "0.3 [0.29, 0.31]",
                      Verdict.CONFIRMED,
                      null,
                      0.25,
                      0.5,
                      null),
                  new Tested(
                      "c / d",
                      "at most 2",
                      "1 [0.9, 1.1]",
                      Verdict.CONFIRMED,
                      null,
                      null,
                      2.0,
                      null)),
              "",
              0.75),
          new ClaimVerdict(
              "tuning",
              "Tuning <b>changes</b> nothing.",
              null,
              true,
              Verdict.NOT_TESTABLE,
              List.of(),
              "no | root",
              null));

  @Test
  void everyComparisonHasARowAndTheClaimStandsOnceBeforeThem() {
    List<ClaimTable.Row> rows = ClaimTable.rows(CLAIMS);
    assertThat(rows).hasSize(3);
    Table<ClaimTable.Row> table = ClaimTable.of(CLAIMS);
    assertThat(rows)
        .extracting(row -> table.column("claim").text(row))
        .containsExactly("bulk", "", "tuning");
    assertThat(rows)
        .extracting(row -> table.column("verdict").text(row))
        .containsExactly("confirmed", "", "not testable here");
    assertThat(table.column("measured").text(rows.get(1))).isEqualTo("1 [0.9, 1.1]");
  }

  @Test
  void reportsOwnWordsAndTheChanceOfTheSameAnswerStandBesideTheVerdict() {
    List<ClaimTable.Row> rows = ClaimTable.rows(CLAIMS);
    for (Table<ClaimTable.Row> table : List.of(ClaimTable.of(CLAIMS))) {
      assertThat(rows)
          .extracting(row -> table.column("the report has").text(row))
          .containsExactly(
              "A quarter to half, one after the other against all at once.",
              "",
              "our own hypothesis");
      assertThat(rows)
          .extracting(row -> table.column("a rerun says so").text(row))
          .containsExactly("75 %", "–", "–");
    }
    assertThat(ConsoleTable.of(ClaimTable.of(CLAIMS))).contains("75 %");
    assertThat(MarkdownTable.of(ClaimTable.of(CLAIMS))).contains("75 %", "our own hypothesis");
    assertThat(ClaimTable.answers(CLAIMS).column("a rerun says so").text(CLAIMS.get(0)))
        .isEqualTo("75 %");
  }

  @Test
  void consoleWrapsLongText() {
    String table = ConsoleTable.of(ClaimTable.of(CLAIMS));
    assertThat(table).contains("confirmed", "0.25 to 0.5", "bulk");
    assertThat(table.lines().mapToInt(String::length).max().orElse(0)).isLessThan(190);
  }

  @Test
  void markdownKeepsMarkupOut() {
    String table = MarkdownTable.of(ClaimTable.of(CLAIMS));
    assertThat(table.lines()).hasSize(5);
    assertThat(table).contains("\\<b>").doesNotContainPattern("[^\\\\]<b>");
  }

  @Test
  void remarksTellWhyNotAndHowFirm() {
    assertThat(ClaimTable.remarks(CLAIMS))
        .containsExactly(
            "bulk: a rerun would answer the same in about 75 of 100 times; more rounds would settle"
                + " it",
            "tuning: not testable here: no | root");
  }

  @Test
  void summaryHoldsTheTableOnlyIfThereAreClaims() {
    assertThat(
            SummaryMarkdown.of(
                Samples.run(), List.of(Samples.cell("a", "1", 10)), List.of(), CLAIMS))
        .contains("Claims, answered:", "no \\| root");
    assertThat(SummaryMarkdown.of(Samples.run(), List.of(Samples.cell("a", "1", 10))))
        .doesNotContain("Claims");
  }

  @Test
  void answersKeepControlSequencesOut() {
    ClaimVerdict hostile =
        new ClaimVerdict(
            "a", "b", null, false, Verdict.NOT_TESTABLE, List.of(), "\u001b[31mred", null);
    assertThat(ConsoleTable.lines(ClaimTable.of(List.of(hostile))))
        .noneMatch(line -> line.contains("\u001b"))
        .last()
        .asString()
        .endsWith("[31mred");
  }
}
