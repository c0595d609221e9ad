package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.analysis.stats.CellSummaries;
import dev.weir.record.CellRecord;
import dev.weir.record.Samples;
import dev.weir.record.ScalingSamples;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScalingTableTest {
  private static final List<Integer> LEVELS = List.of(1, 2, 3, 4, 6, 8);

  private static List<CellRecord> cells(ScalingSamples.Rate rate) {
    return CellSummaries.of(
        ScalingSamples.factors(LEVELS), ScalingSamples.trials(LEVELS, 3, rate), null, 0.95);
  }

  private static Table<ScalingTable.Row> table(List<CellRecord> cells) {
    return ScalingTable.of(new CellSet(cells), 0.95);
  }

  private static List<String> values(int row) {
    return BOUNDED.columns().stream().map(column -> column.text(BOUNDED.rows().get(row))).toList();
  }

  private static final Table<ScalingTable.Row> BOUNDED =
      table(cells((clients, round) -> Math.min(clients * 1000, 2500) + round));

  @Test
  void aRowForEachNumberOfClients() {
    assertThat(BOUNDED.rows()).hasSize(6);
    assertThat(BOUNDED.columns()).hasSize(9);
    List<String> two = values(1);
    assertThat(two.get(0)).isEqualTo("2");
    assertThat(two.get(1)).isEqualTo("2,002");
    assertThat(two.get(3)).startsWith("2.00 [");
    assertThat(two.get(4)).isEqualTo("100 %");
    assertThat(two.get(5)).isEqualTo("1,001");
    assertThat(two.get(6)).isEqualTo("0.95–1.05 ×");
    assertThat(two.get(7)).isEqualTo("0.998 (worst 0.998)");
    assertThat(two.get(8)).isEqualTo("we can't tell");
    assertThat(values(0).subList(3, 8)).containsExactly("–", "–", "1,002", "–", "–");
  }

  @Test
  void saysTheKneeTheBestNumberAndHowWellTheLawFits() {
    assertThat(BOUNDED.footnotes()).hasSize(2);
    assertThat(BOUNDED.footnotes().get(0))
        .startsWith("best with 3 clients [3, 3]")
        .contains("knee at 2.50 [2.49, 2.50] clients");
    assertThat(BOUNDED.footnotes().get(1))
        .contains("contention")
        .contains("misses no level by more than 6 %");
  }

  @Test
  void saysWhenTheLawDoesNotFit() {
    Table<ScalingTable.Row> dented =
        table(
            cells(
                (clients, round) ->
                    (clients == 3 ? 1000 : Math.min(clients * 1000, 2500)) + round));
    assertThat(dented.footnotes().get(1)).contains("trust the table, not the law");
  }

  @Test
  void saysThatMoreCouldBeFaster() {
    Table<ScalingTable.Row> rising = table(cells((clients, round) -> clients * 1000));
    assertThat(rising.footnotes().get(0)).contains("8 clients").contains("more could be faster");
  }

  @Test
  void consoleAndMarkdownHoldTheSame() {
    String console = String.join("\n", ConsoleTable.lines(BOUNDED));
    assertThat(console).contains("clients", "2,002", "best with 3 clients");
    assertThat(MarkdownTable.whole(BOUNDED)).contains("| 2 | 2,002 |", "- best with 3 clients");
  }

  @Test
  void withoutSeveralNumbersOfClientsThereIsNothing() {
    Table<ScalingTable.Row> none = table(List.of(Samples.cell("a", "1", 100)));
    assertThat(none.rows()).isEmpty();
    assertThat(none.footnotes()).isEmpty();
  }
}
