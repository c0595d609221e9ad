package dev.weir.load.trial;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SettlingRatesTest {
  @Test
  void aWindowOfEnoughCallsStays() {
    assertThat(SettlingRates.widerWindow(10, 250)).isEqualTo(250);
  }

  @Test
  void aWidenedWindowIsNotWidenedAgainByOrdinaryScatter() {
    for (long calls = 1; calls < 10; calls++) {
      long wide = SettlingRates.widerWindow(calls, 250);
      long expected = calls * wide / 250;
      assertThat(expected).as("calls in %d ms", wide).isGreaterThanOrEqualTo(14);
      long fifthLess = Math.round(expected * 0.8);
      assertThat(SettlingRates.widerWindow(fifthLess, wide)).isEqualTo(wide);
    }
  }

  @Test
  void noWindowIsLongerThanFiveSeconds() {
    assertThat(SettlingRates.widerWindow(0, 1_000)).isEqualTo(5_000);
  }
}
