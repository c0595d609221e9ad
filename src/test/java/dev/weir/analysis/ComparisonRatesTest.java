package dev.weir.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.analysis.ComparisonSimulation.Noise;
import dev.weir.analysis.ComparisonSimulation.Rates;
import dev.weir.analysis.stats.RunSpread;
import org.junit.jupiter.api.Test;

/** A slice of the simulations in docs/decisions/turns.md. */
class ComparisonRatesTest {
  private static final double ALL = 0.99;

  /** Forty comparisons at 1 % call at most two with 99 %; at 5 % that is a coin with 68 %. */
  @Test
  void sidesByTurnsCryWolfAsRarelyAsTheyClaim() {
    assertThat(ComparisonSimulation.byTurns(0.04, 8, ALL).wolves()).isBetween(0.005, 0.016);
  }

  @Test
  void sidesByTurnsFindTheSlowDownWhereRoundsAgreeWithinFourPercent() {
    assertThat(ComparisonSimulation.byTurns(0.04, 8, ALL).found()).isGreaterThan(0.9);
    assertThat(ComparisonSimulation.byTurns(0.08, 8, ALL).found()).isLessThan(0.6);
  }

  @Test
  void separateRunsCryWolfIfTheirSpreadIsLeftOut() {
    Noise drifting = new Noise(0.1, 0.05);

    assertThat(ComparisonSimulation.separate(drifting, 12, RunSpread.assumed(0), ALL).wolves())
        .isGreaterThan(0.05);
    assertThat(ComparisonSimulation.separate(drifting, 12, RunSpread.assumed(0.05), ALL).wolves())
        .isLessThan(0.016);
  }

  /** Which is why there is a way to measure both sides by turns. */
  @Test
  void separateRunsDoNotFindTheSlowDownHoweverManyRoundsTheyHave() {
    Rates many =
        ComparisonSimulation.separate(new Noise(0.1, 0.05), 24, RunSpread.assumed(0.05), ALL);

    assertThat(many.found()).isLessThan(0.3);
  }
}
