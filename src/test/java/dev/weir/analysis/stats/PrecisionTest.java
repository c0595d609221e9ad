package dev.weir.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.record.Interval;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PrecisionTest {
  private final Precision precision = new Precision(0.08);

  private static Map<String, Interval> cell(String id, double... perRound) {
    return Map.of(id, RoundIntervals.mean(perRound, 0.95));
  }

  private static Map<String, Interval> cells(Map<String, double[]> perRound) {
    Map<String, Interval> all = new LinkedHashMap<>();
    perRound.forEach((id, figures) -> all.putAll(cell(id, figures)));
    return all;
  }

  @Test
  void isDoneWhenTheWidestCellIsWithinTheTarget() {
    var outcome =
        precision.judge(
            cells(
                Map.of(
                    "calm", new double[] {100, 101, 99}, "calmer", new double[] {50, 50.1, 50})));

    assertThat(outcome.done()).isTrue();
    assertThat(outcome.worstCell()).isEqualTo("calm");
    assertThat(outcome.worstHalfWidth()).isBetween(0.02, 0.03);
  }

  @Test
  void oneWideCellKeepsAllGoing() {
    var outcome =
        precision.judge(
            cells(
                Map.of("calm", new double[] {100, 101, 99}, "noisy", new double[] {100, 120, 80})));

    assertThat(outcome.done()).isFalse();
    assertThat(outcome.worstCell()).isEqualTo("noisy");
  }

  @Test
  void neverSettlesForFewerThanThreeRounds() {
    assertThat(precision.judge(cell("lucky", 100, 100)))
        .isEqualTo(new Precision.Outcome(false, "lucky", 0));
    assertThat(precision.judge(cell("one", 100)).done()).isFalse();
    Map<String, Interval> none = new HashMap<>();
    none.put("none", null);
    assertThat(precision.judge(none).done()).isFalse();
  }

  @Test
  void invalidTrialsDoNotCountAsRounds() {
    assertThat(precision.judge(cell("cell", 100, Double.NaN, 101)).done()).isFalse();
  }

  /** Stopping when all of eight cells are narrow must not cost the intervals their coverage. */
  @Test
  void stoppingEarlyKeepsTheIntervalsHonest() {
    Random random = new Random(42);
    int cells = 8;
    int covered = 0;
    int total = 0;
    for (int study = 0; study < 300; study++) {
      double[][] figures = new double[cells][30];
      for (double[] cell : figures) {
        Arrays.setAll(cell, round -> 1 + 0.03 * random.nextGaussian());
      }
      Map<String, double[]> seen = new LinkedHashMap<>();
      int rounds = Precision.MIN_ROUNDS;
      do {
        for (int c = 0; c < cells; c++) {
          seen.put("cell" + c, Arrays.copyOf(figures[c], rounds));
        }
      } while (!precision.judge(cells(seen)).done() && ++rounds < 30);
      for (double[] cell : seen.values()) {
        covered += RoundIntervals.mean(cell, 0.95).contains(1) ? 1 : 0;
        total++;
      }
    }
    assertThat((double) covered / total).isGreaterThan(0.93);
  }

  @Test
  void refusesNonsense() {
    assertThatThrownBy(() -> precision.judge(Map.of())).hasMessageContaining("no cells");
    assertThatThrownBy(() -> new Precision(0)).hasMessageContaining("positive");
  }
}
