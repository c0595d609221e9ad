package dev.weir.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class CoalescingTest {
  @Test
  void rareUpdatesAreHardlyCoalesced() {
    // λT = 0.01: two updates in one period are rare, so nearly each one is written.
    assertThat(Coalescing.writesPerUpdate(0.001, 10)).isCloseTo(0.995, within(1e-4));
  }

  @Test
  void frequentUpdatesAreWrittenOncePerPeriod() {
    assertThat(Coalescing.documentsPerSecond(1_000, 50, 10)).isCloseTo(100, within(1e-9));
    assertThat(Coalescing.writesPerUpdate(50, 10)).isCloseTo(0.002, within(1e-9));
  }

  @Test
  void followsThePoissonFormulaBetween() {
    // λT = 1: 1 − 1/e.
    assertThat(Coalescing.dirtyProbability(0.1, 10)).isCloseTo(0.632_120_558, within(1e-9));
    assertThat(Coalescing.meanDirtyShare(0.1, 10)).isCloseTo(0.367_879_441, within(1e-9));
  }

  @Test
  void findsWhenSoManyAreDirty() {
    double seconds = Coalescing.secondsUntilDirty(1_000, new double[] {0.1}, 500, 600);
    assertThat(seconds).isCloseTo(Math.log(2) / 0.1, within(1e-6));
    assertThat(Coalescing.secondsUntilDirty(1_000, new double[] {0.1}, 1_000, 600)).isEqualTo(600);
  }
}
