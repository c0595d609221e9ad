package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.record.CellRecord;
import dev.weir.record.Samples;
import dev.weir.record.SaveFigures;
import dev.weir.record.Times;
import dev.weir.record.TrialRecord;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SavesTableTest {
  private static SaveFigures figures(long updates, double worst, long twice) {
    return figures(updates, worst, twice, 80);
  }

  private static SaveFigures figures(long updates, double worst, long twice, long lateMillis) {
    Histogram times = new Histogram(3);
    times.recordValue(lateMillis * 1_000_000);
    return new SaveFigures(
        new SaveFigures.Loss(7, updates, worst / 4, worst),
        new SaveFigures.Formula(3, 7.5, 900),
        1,
        0,
        10,
        twice,
        0,
        1,
        5.5,
        0.25,
        Times.of(times));
  }

  private static CellRecord game(List<SaveFigures> figures) {
    List<TrialRecord> trials = new ArrayList<>();
    for (SaveFigures each : figures) {
      trials.add(Samples.trial("game", trials.size() + 1, 100, List.of()).withSaves(each));
    }
    return Samples.cell("game", "4", 100).withTrials(trials);
  }

  @Test
  void aRowForEachGameAndNoneWithout() {
    CellRecord other = Samples.cell("other", "8", 100);
    assertThat(SavesTable.of(new CellSet(List.of(other))).rows()).isEmpty();

    Table<CellRecord> table =
        SavesTable.of(
            new CellSet(List.of(game(List.of(figures(300, 4, 0), figures(500, 6, 4))), other)));

    assertThat(table.rows()).hasSize(1);
    CellRecord row = table.rows().get(0);
    assertThat(table.column("trials").text(row)).isEqualTo("2");
    assertThat(table.column("updates lost").text(row)).isEqualTo("400 (500)");
    assertThat(table.column("s lost, worst player; a plan says").text(row))
        .isEqualTo("6.00 of 7.50");
    assertThat(table.column("acknowledged lost").text(row)).isEqualTo("2");
    assertThat(table.column("marks forgotten").text(row)).isEqualTo("0");
    assertThat(table.column("written twice").text(row)).isEqualTo("2.00 (4.00)");
  }

  /** Within a trial the late saves come first: what repeats is the trial. */
  @Test
  void thePercentileWhileCatchingUpHasAnIntervalOverTheTrials() {
    List<CellRecord> cells =
        List.of(
            game(List.of(figures(1, 1, 0, 60), figures(1, 1, 0, 80), figures(1, 1, 0, 100))),
            game(List.of(figures(1, 1, 0, 80))));
    Table<CellRecord> table = SavesTable.of(new CellSet(cells));
    assertThat(table.column("p99 catching up ms").text(cells.get(0)))
        .matches("7\\d\\.\\d \\[4\\d\\.\\d, 1[45]\\d\\]");
    assertThat(table.column("p99 catching up ms").text(cells.get(1))).startsWith("80.");
  }

  @Test
  void lossesAreSharesOfWhatAPlanSays() {
    SaveFigures saves = figures(300, 6, 0);
    assertThat(saves.worstLossOfPlan()).isEqualTo(0.8);
    assertThat(saves.meanLossOfPlan()).isEqualTo(0.5);
  }
}
