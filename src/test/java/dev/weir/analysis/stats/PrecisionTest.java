package dev.weir.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PrecisionTest {
  private final Precision precision = new Precision(0.08, 0.95);

  @Test
  void isDoneWhenTheWidestCellIsWithinTheTarget() {
    var outcome =
        precision.judge(
            Map.of("calm", new double[] {100, 101, 99}, "calmer", new double[] {50, 50.1, 50}));

    assertThat(outcome.done()).isTrue();
    assertThat(outcome.roundsMissing()).isZero();
    assertThat(outcome.worstCell()).isEqualTo("calm");
    assertThat(outcome.worstHalfWidth()).isBetween(0.02, 0.03);
  }

  @Test
  void oneWideCellKeepsAllGoing() {
    var outcome =
        precision.judge(
            Map.of("calm", new double[] {100, 101, 99}, "noisy", new double[] {100, 120, 80}));

    assertThat(outcome.done()).isFalse();
    assertThat(outcome.worstCell()).isEqualTo("noisy");
    // s = 20 %: t(n-1) * 0.2 / sqrt(n) falls to 8 % at n = 27.
    assertThat(outcome.roundsMissing()).isEqualTo(27 - 3);
  }

  @Test
  void neverSettlesForFewerThanThreeRounds() {
    assertThat(precision.judge(Map.of("lucky", new double[] {100, 100})))
        .isEqualTo(new Precision.Outcome(false, 1, "lucky", 0));
    assertThat(precision.judge(Map.of("one", new double[] {100})).roundsMissing()).isEqualTo(2);
    assertThat(precision.judge(Map.of("none", new double[] {Double.NaN})).roundsMissing())
        .isEqualTo(3);
  }

  @Test
  void invalidTrialsDoNotCountAsRounds() {
    var outcome = precision.judge(Map.of("cell", new double[] {100, Double.NaN, 101}));

    assertThat(outcome.done()).isFalse();
    assertThat(outcome.roundsMissing()).isEqualTo(1);
  }

  @Test
  void givesUpPredictingBeyondItsHorizon() {
    var outcome = precision.judge(Map.of("wild", new double[] {1, 1e9, -1e9, 1e-9}));

    assertThat(outcome.roundsMissing()).isEqualTo(Precision.HORIZON - 4);
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
      } while (!precision.judge(seen).done() && ++rounds < 30);
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
    assertThatThrownBy(() -> new Precision(0, 0.95)).hasMessageContaining("positive");
  }
}
