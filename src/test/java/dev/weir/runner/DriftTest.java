package dev.weir.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DriftTest {
  private static final double[] MINUTES = IntStream.range(0, 60).asDoubleStream().toArray();

  @Test
  void lineIsItsOwnDrift() {
    Drift drift = Drift.of(MINUTES, values(0.5, 0));
    assertThat(drift.change()).isCloseTo(29.5, within(1e-9));
    assertThat(drift.low()).isCloseTo(drift.high(), within(1e-9));
    assertThat(drift.level()).isCloseTo(114.75, within(1e-9));
    assertThat(drift.flat(29)).isFalse();
    assertThat(drift.flat(30)).isTrue();
  }

  @Test
  void noiseIsFlatAndALeakInItIsNot() {
    assertThat(Drift.of(MINUTES, values(0, 3)).flat(6)).isTrue();
    assertThat(Drift.of(MINUTES, values(0.2, 3)).flat(6)).isFalse();
  }

  @Test
  void singleLeapOfAFaultIsNoDrift() {
    double[] values = values(0, 0.1);
    values[17] = 900;
    assertThat(Drift.of(MINUTES, values).flat(1)).isTrue();
  }

  @Test
  void intervalHoldsTheTruthAboutNineteenTimesInTwenty() {
    Random random = new Random(7);
    int held = 0;
    for (int i = 0; i < 400; i++) {
      double[] values = new double[40];
      double[] times = new double[40];
      for (int j = 0; j < 40; j++) {
        times[j] = j;
        values[j] = 0.3 * j + random.nextGaussian() * 5;
      }
      Drift drift = Drift.of(times, values);
      held += drift.low() <= 0.3 * 39 && 0.3 * 39 <= drift.high() ? 1 : 0;
    }
    assertThat(held).isBetween(368, 394);
  }

  @Test
  void fourSamplesAreTooFew() {
    assertThatThrownBy(() -> Drift.of(new double[4], new double[4]))
        .hasMessageContaining("4 samples");
  }

  private static double[] values(double slope, double noise) {
    Random random = new Random(1);
    double[] values = new double[MINUTES.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = 100 + slope * i + noise * random.nextGaussian();
    }
    return values;
  }
}
