package dev.weir.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.analysis.IntervalCandidates;
import dev.weir.analysis.NoiseModel;
import dev.weir.record.Interval;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoundIntervalsTest {
  private static final int SIMULATIONS = 4000;

  @Test
  void agreesWithATextbookTable() {
    // n = 4, mean 10, s = 2, t(3; 0.975) = 3.182446: half-width 3.182446.
    double d = Math.sqrt(3);
    Interval interval = RoundIntervals.mean(new double[] {10 - d, 10 - d, 10 + d, 10 + d}, 0.95);

    assertThat(interval.mean()).isEqualTo(10, within(1e-12));
    assertThat(interval.low()).isEqualTo(10 - 3.182446, within(1e-5));
    assertThat(interval.high()).isEqualTo(10 + 3.182446, within(1e-5));
    assertThat(interval.n()).isEqualTo(4);
    assertThat(interval.method()).isEqualTo("student-t");
  }

  /** The floors are the measured coverage less three standard errors of the simulation. */
  @ParameterizedTest
  @CsvSource({
    "NORMAL_3, 3, 0.94",
    "NORMAL_3, 5, 0.94",
    "NORMAL_3, 10, 0.935",
    "LOG_NORMAL_10, 3, 0.94",
    "LOG_NORMAL_10, 5, 0.935",
    "LOG_NORMAL_10, 10, 0.935",
    "DISTURBED, 3, 0.86",
    "DRIFTING, 5, 0.81"
  })
  void coversTheTruthAsOftenAsItClaims(NoiseModel noise, int rounds, double floor) {
    assertThat(coverage(noise, rounds, (xs, c, r) -> bounds(RoundIntervals.mean(xs, c))))
        .isBetween(floor, 0.965);
  }

  /** Why the design's bootstrap was not taken: it claims 95 % and covers far less. */
  @Test
  void theBootstrapsItReplacesCoverLess() {
    assertThat(coverage(NoiseModel.NORMAL_3, 3, IntervalCandidates::percentile)).isLessThan(0.80);
    assertThat(coverage(NoiseModel.NORMAL_3, 3, IntervalCandidates::expandedPercentile))
        .isLessThan(0.80);
  }

  @Test
  void leavesOutRoundsWithoutAValidTrial() {
    Interval whole = RoundIntervals.mean(new double[] {9, 10, 11}, 0.95);

    assertThat(RoundIntervals.mean(new double[] {9, Double.NaN, 10, 11}, 0.95)).isEqualTo(whole);
  }

  @Test
  void oneRoundHasNoBounds() {
    Interval interval = RoundIntervals.mean(new double[] {42}, 0.95);

    assertThat(interval.mean()).isEqualTo(42);
    assertThat(interval.isKnown()).isFalse();
  }

  @Test
  void refusesWhatItCannotJudge() {
    assertThatThrownBy(() -> RoundIntervals.mean(new double[] {Double.NaN}, 0.95))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no round");
    assertThatThrownBy(() -> RoundIntervals.mean(new double[] {1, Double.POSITIVE_INFINITY}, 0.95))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("infinite");
  }

  private static double coverage(NoiseModel noise, int rounds, IntervalCandidates.Method method) {
    Random data = new Random(20150101L + rounds);
    Random resampling = new Random(7);
    int covered = 0;
    for (int i = 0; i < SIMULATIONS; i++) {
      double[] bounds = method.interval(noise.rounds(rounds, data), 0.95, resampling);
      covered += bounds[0] <= noise.truth && noise.truth <= bounds[1] ? 1 : 0;
    }
    return (double) covered / SIMULATIONS;
  }

  private static double[] bounds(Interval interval) {
    return new double[] {interval.low(), interval.high()};
  }
}
