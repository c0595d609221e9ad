package dev.weir.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.record.RunRecord;
import dev.weir.record.Samples;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RunHistoryTest {
  @Test
  void findsTheRunThatChangedACell() {
    List<ComparedRun> runs = runs(20, 12, 0.85);
    Collections.shuffle(runs, new Random(4)); // the order of folders is not that of time

    List<RunHistory.Change> changes = RunHistory.of(runs).changes(0.01, 1);

    assertThat(changes).hasSize(1);
    RunHistory.Change change = changes.get(0);
    assertThat(change.points().get(change.at()).run()).isEqualTo("run12");
    assertThat(change.points().get(0).cell()).isEqualTo("y");
    assertThat(change.after() / change.before()).isEqualTo(0.85, within(0.03));
    assertThat(change.p()).isLessThanOrEqualTo(0.005);
  }

  @Test
  void aSteadyHistoryHasNoChange() {
    assertThat(RunHistory.of(runs(20, 12, 1)).changes(0.01, 1)).isEmpty();
  }

  @Test
  void keepsTheRoundsOfEachCell() {
    RunHistory history = RunHistory.of(runs(3, 9, 1));

    assertThat(history.series()).hasSize(2);
    assertThat(history.rounds()).allSatisfy(cell -> assertThat(cell).hasSize(3));
    assertThat(history.series().get(0))
        .extracting(RunHistory.Point::run)
        .containsExactly("run0", "run1", "run2");
  }

  private static List<ComparedRun> runs(int n, int changeAt, double factor) {
    Random random = new Random(8);
    List<ComparedRun> runs = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      double x = 100 * Math.exp(0.02 * random.nextGaussian());
      double y = 900 * Math.exp(0.02 * random.nextGaussian()) * (i >= changeAt ? factor : 1);
      RunRecord record = Samples.runAt("2026-01-02T03:%02d:05Z".formatted(i));
      runs.add(
          new ComparedRun(
              "run" + i,
              record,
              List.of(
                  RunComparisonTest.cell("x", "1", x, x * 1.01),
                  RunComparisonTest.cell("y", "8", y, y * 1.01)),
              null));
    }
    return runs;
  }
}
