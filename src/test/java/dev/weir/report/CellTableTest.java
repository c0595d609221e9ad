package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.Samples;
import dev.weir.record.TrialRecord;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CellTableTest {
  private static final CellRecord BASE = Samples.cell("base", "1", 1_234_567);

  private static CellRecord with(
      CellRecord cell, String inFlight, CellRecord.@Nullable Ratio ratio, @Nullable Interval rate) {
    return new CellRecord(
        "x" + inFlight,
        Map.of("driver", "sync", "inFlight", inFlight),
        cell.trials(),
        rate,
        null,
        null,
        ratio,
        rate == null ? null : cell.serviceTimeMicros(),
        rate == null ? new CellRecord.Cpu(null, null) : cell.cpu(),
        null,
        cell.bottleneck(),
        List.of());
  }

  private static String markdown(List<CellRecord> cells) {
    return MarkdownTable.of(CellTable.of(cells));
  }

  private static String text(List<CellRecord> cells) {
    return ConsoleTable.of(CellTable.of(cells));
  }

  private static String text(List<CellRecord> cells, int widest) {
    return ConsoleTable.of(CellTable.of(cells), widest);
  }

  private static CellRecord.Ratio ratio(double mean, double low, double high) {
    return new CellRecord.Ratio(
        "base", new Interval(mean, low, high, 0.95, 3, "student-t"), "whatever");
  }

  @Test
  void showsTheFactorsThatDifferAndFigures() {
    String table = markdown(List.of(BASE, Samples.cell("b", "8", 2_000)));
    assertThat(table.lines().toList())
        .containsExactly(
            "| inFlight | documents/s | ± 95 % | p50 ms | p99 ms | client µs/doc | server µs/doc |"
                + " valid |",
            "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
            "| 1 | 1,234,567 | 5.0 % | 0.90 | 12.3 | 1.50 | 2.50 | all 3 |",
            "| 8 | 2,000 | 5.0 % | 0.90 | 12.3 | 1.50 | 2.50 | all 3 |");
  }

  @Test
  void theServersCostIsToldPerFieldWhereFieldsDiffer() {
    String table =
        markdown(
            List.of(
                setting("role56", "setFields"),
                setting("role2000", "setFields"),
                setting("role2000", "replace")));

    assertThat(table.lines().toList().get(0)).endsWith("| server µs/field | valid |");
    assertThat(table.lines().filter(line -> line.contains("| role56 |")))
        .allMatch(line -> line.endsWith("| 2.50 | 0.16 | all 3 |"));
    assertThat(table.lines().filter(line -> line.contains("| setFields |")))
        .anyMatch(line -> line.endsWith("| 2.50 | 0.0050 | all 3 |"));
    assertThat(table.lines().filter(line -> line.contains("| replace |")))
        .allMatch(line -> line.endsWith("| 2.50 | – | all 3 |"));
  }

  private static CellRecord setting(String document, String shape) {
    return new CellRecord(
        document + shape,
        Map.of("document", document, "shape", shape),
        BASE.trials(),
        BASE.documentsPerSecond(),
        null,
        null,
        null,
        BASE.serviceTimeMicros(),
        BASE.cpu(),
        null,
        BASE.bottleneck(),
        List.of());
  }

  @Test
  void ratiosCarryIntervalsAndMarkNoDifference() {
    Interval rate = BASE.documentsPerSecond();
    String table =
        markdown(
            List.of(
                BASE,
                with(BASE, "2", ratio(2, 1.5, 2.5), rate),
                with(BASE, "3", ratio(1.1, 0.9, 1.3), rate),
                with(BASE, "4", ratio(3, Double.NaN, Double.NaN), rate),
                with(BASE, "5", null, null)));
    assertThat(table)
        .contains("| × baseline |")
        .contains("| baseline |")
        .contains("| 2.00 [1.50, 2.50] |")
        .contains("| 1.10 [0.90, 1.30] ≈ |")
        .contains("| 3.00 |")
        .contains("| 5 | – | – | – | – | – | – | – | all 3 |");
    assertThat(CellTable.of(List.of(BASE)).footnotes()).isEmpty();
    assertThat(CellTable.of(List.of(BASE, with(BASE, "2", ratio(2, 1.5, 2.5), rate))).footnotes())
        .singleElement()
        .asString()
        .startsWith("≈ no difference shown");
  }

  @Test
  void invalidTrialsAreCounted() {
    List<TrialRecord> trials =
        List.of(Samples.trial("a", 1, 1, List.of()), Samples.trial("a", 2, 1, List.of("why")));
    Interval one = new Interval(5, Double.NaN, Double.NaN, 0.99, 1, "student-t");
    String table = markdown(List.of(Samples.cell("a", "1", one, trials)));
    assertThat(table).contains("| cell | documents/s | ± 99 % |").contains("| a | 5.00 | – |");
    assertThat(table).contains("| 1 of 2 |");
  }

  @Test
  void consoleTableHoldsTheSame() {
    String table = text(List.of(BASE, Samples.cell("b", "8", 2_000)));
    assertThat(table).contains("inFlight", "documents/s", "1,234,567", "12.3", "╔", "╝");
    assertThat(table.lines().map(String::length).distinct()).hasSize(1);
    assertThat(text(List.of())).isNotNull();
  }

  @Test
  void aNarrowTerminalGoesWithoutSomeColumns() {
    List<CellRecord> cells = List.of(BASE, Samples.cell("b", "8", 2_000));
    int whole = text(cells).indexOf('\n');
    assertThat(text(cells, whole)).isEqualTo(text(cells));
    assertThat(text(cells, whole - 1)).contains("server µs/doc").doesNotContain("client µs/doc");
    assertThat(text(cells, 10)).contains("inFlight", "documents/s", "p99 ms", "valid");
  }

  @Test
  void controlCharactersDoNotReachTheTerminal() {
    CellRecord hostile =
        Samples.cell(
            "a",
            "\u001b]0;owned\u0007\n\r\t",
            new Interval(1, 1, 1, 0.95, 3, "student-t"),
            BASE.trials());
    String table = text(List.of(hostile, BASE));
    assertThat(table.replace("\n", "")).doesNotContainPattern("\\p{Cntrl}");
  }
}
