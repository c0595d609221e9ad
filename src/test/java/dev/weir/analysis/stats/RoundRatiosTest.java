package dev.weir.analysis.stats;

import static dev.weir.analysis.stats.RoundRatios.Verdict.FASTER;
import static dev.weir.analysis.stats.RoundRatios.Verdict.NO_DIFFERENCE_SHOWN;
import static dev.weir.analysis.stats.RoundRatios.Verdict.SLOWER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.analysis.NoiseModel;
import dev.weir.analysis.stats.RoundRatios.Ratio;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RoundRatiosTest {
  private static final int SIMULATIONS = 4000;

  @Test
  void averagesTwiceAndHalfToOne() {
    Ratio ratio = RoundRatios.ratio(new double[] {2, 1}, new double[] {1, 2}, 0.95);

    assertThat(ratio.interval().mean()).isEqualTo(1, within(1e-12));
    assertThat(ratio.verdict()).isEqualTo(NO_DIFFERENCE_SHOWN);
  }

  @Test
  void namesTheSideTheWholeIntervalLiesOn() {
    double[] fast = {20, 21, 20.5};
    double[] slow = {10, 10.2, 10.1};

    assertThat(RoundRatios.ratio(fast, slow, 0.95).verdict()).isEqualTo(FASTER);
    assertThat(RoundRatios.ratio(slow, fast, 0.95).verdict()).isEqualTo(SLOWER);
    assertThat(NO_DIFFERENCE_SHOWN.title()).isEqualTo("no difference shown");
  }

  @Test
  void oneRoundShowsNoDifference() {
    assertThat(RoundRatios.ratio(new double[] {20}, new double[] {10}, 0.95).verdict())
        .isEqualTo(NO_DIFFERENCE_SHOWN);
  }

  /** Half of all rounds lose 30 %, both cells alike: the interval must neither widen nor miss. */
  @Test
  void whatDisturbsAWholeRoundCancels() {
    Random random = new Random(11);
    double truth = 1.10;
    int covered = 0;
    int faster = 0;
    double width = 0;
    for (int i = 0; i < SIMULATIONS; i++) {
      double[] numerator = new double[5];
      double[] denominator = new double[5];
      for (int round = 0; round < 5; round++) {
        double common = random.nextBoolean() ? 0.7 : 1;
        numerator[round] = common * 1.10 * (1 + 0.02 * random.nextGaussian());
        denominator[round] = common * (1 + 0.02 * random.nextGaussian());
      }
      Ratio ratio = RoundRatios.ratio(numerator, denominator, 0.95);
      covered += ratio.interval().contains(truth) ? 1 : 0;
      faster += ratio.verdict() == FASTER ? 1 : 0;
      width += ratio.interval().relativeHalfWidth();
    }
    assertThat(covered / (double) SIMULATIONS).isBetween(0.935, 0.965);
    assertThat(faster / (double) SIMULATIONS).isGreaterThan(0.95);
    assertThat(width / SIMULATIONS).isLessThan(0.045);
  }

  @Test
  void equalCellsAreCalledDifferentOnlyAsOftenAsTheLevelAllows() {
    Random random = new Random(12);
    int different = 0;
    for (int i = 0; i < SIMULATIONS; i++) {
      double[] a = NoiseModel.LOG_NORMAL_10.rounds(4, random);
      double[] b = NoiseModel.LOG_NORMAL_10.rounds(4, random);
      different += RoundRatios.ratio(a, b, 0.95).verdict() == NO_DIFFERENCE_SHOWN ? 0 : 1;
    }
    assertThat(different / (double) SIMULATIONS).isBetween(0.04, 0.06);
  }

  @Test
  void leavesOutRoundsInWhichEitherCellIsMissing() {
    Ratio ratio =
        RoundRatios.ratio(
            new double[] {2, Double.NaN, 4, 6}, new double[] {1, 2, Double.NaN, 3}, 0.95);

    assertThat(ratio.interval().n()).isEqualTo(2);
    assertThat(ratio.interval().mean()).isEqualTo(2, within(1e-12));
  }

  @Test
  void refusesUnpairedOrImpossibleRates() {
    assertThatThrownBy(() -> RoundRatios.ratio(new double[] {1, 2}, new double[] {1}, 0.95))
        .hasMessageContaining("within rounds");
    assertThatThrownBy(() -> RoundRatios.ratio(new double[] {1, 0}, new double[] {1, 1}, 0.95))
        .hasMessageContaining("round 1")
        .hasMessageContaining("positive");
  }
}
