package dev.weir.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.analysis.stats.UniversalScalability.Model;
import dev.weir.analysis.stats.UniversalScalability.Outcome;
import dev.weir.analysis.stats.UniversalScalability.Refusal;
import dev.weir.record.Interval;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UniversalScalabilityTest {
  private static final double[] LEVELS = {1, 2, 4, 8, 16, 32, 48};

  @ParameterizedTest
  @CsvSource({"5000, 0.05, 0.001", "5000, 0.3, 0", "800, 0, 0.002", "33000, 0, 0", "1, 0.9, 0.01"})
  void findsTheCoefficientsOfAnExactCurve(double scale, double contention, double coherency) {
    Model model = model(LEVELS, curve(LEVELS, scale, contention, coherency));

    assertThat(model.scale()).isEqualTo(scale, within(scale * 1e-6));
    assertThat(model.contention()).isEqualTo(contention, within(1e-6));
    assertThat(model.coherency()).isEqualTo(coherency, within(1e-6));
    assertThat(model.worstResidual()).isLessThan(1e-6);
  }

  @Test
  void knowsWhereThroughputPeaks() {
    Model falling = model(LEVELS, curve(LEVELS, 5000, 0.05, 0.001));

    assertThat(falling.peakConcurrency().orElseThrow())
        .isEqualTo(Math.sqrt(0.95 / 0.001), within(1e-3));
    Model linear = model(LEVELS, curve(LEVELS, 5000, 0, 0));
    assertThat(linear.predict(48, 0.9).mean()).isEqualTo(48 * 5000, within(1.0));
  }

  /** Better than linear at first, as a batching server may be: the free fit has σ below zero. */
  @Test
  void coefficientsNeverFallBelowZero() {
    double[] superlinear = Arrays.stream(LEVELS).map(n -> 1000 * Math.pow(n, 1.1)).toArray();

    Model model = model(LEVELS, superlinear);

    assertThat(model.contention()).isZero();
    assertThat(model.coherency()).isZero();
    assertThat(model.peakConcurrency()).isEmpty();
    assertThat(model.worstResidual()).isGreaterThan(0.1);
  }

  @Test
  void predictionIntervalsHoldWhatTheyPromise() {
    Random random = new Random(5);
    int covered = 0;
    int simulations = 1500;
    for (int i = 0; i < simulations; i++) {
      double[] measured =
          Arrays.stream(curve(LEVELS, 5000, 0.1, 0.002))
              .map(x -> x * (1 + 0.04 * random.nextGaussian()))
              .toArray();
      double[] at = {3, 12, 24, 40};
      double n = at[random.nextInt(at.length)];
      double fresh = curve(new double[] {n}, 5000, 0.1, 0.002)[0];
      Interval interval = model(LEVELS, measured).predict(n, 0.90);
      covered += interval.contains(fresh * (1 + 0.04 * random.nextGaussian())) ? 1 : 0;
    }
    assertThat(covered / (double) simulations).isBetween(0.87, 0.94);
  }

  /** Bulks of 1000 on two shared cores: throughput falls with more in flight. */
  @Test
  void seesTheMeasuredBulkThroughputFall() {
    double[] inFlight = {1, 2, 4, 8, 16, 32};
    double[] measured = {33_700, 58_000, 57_700, 57_700, 52_300, 45_300};

    Model model = model(inFlight, measured);

    assertThat(model.coherency()).isGreaterThan(0.005);
    assertThat(model.peakConcurrency().orElseThrow()).isBetween(4.0, 16.0);
    assertThat(model.predict(32, 0.9).contains(45_300)).isTrue();
  }

  /** Single updates on two cores: a sharp knee at 2, which the law cannot follow and must admit. */
  @Test
  void admitsThatItMissesASharpKnee() {
    double[] inFlight = {1, 2, 4, 8, 16, 32};
    double[] measured = {5_700, 10_900, 11_600, 11_500, 11_400, 12_300};

    Model model = model(inFlight, measured);

    assertThat(model.worstResidual()).isGreaterThan(0.10);
    assertThat(model.predict(2, 0.9).relativeHalfWidth()).isGreaterThan(0.2);
  }

  @Test
  void refusesTooFewLevelsAndAMissingOne() {
    double[] five = {1, 2, 4, 8, 16, 16};
    assertThat(UniversalScalability.fit(five, curve(five, 1, 0, 0)))
        .isInstanceOfSatisfying(
            Refusal.class, r -> assertThat(r.reason()).contains("at least 6").contains("got 5"));

    double[] withoutOne = {2, 4, 8, 16, 32, 64};
    assertThat(UniversalScalability.fit(withoutOne, curve(withoutOne, 1, 0, 0)))
        .isInstanceOfSatisfying(Refusal.class, r -> assertThat(r.reason()).contains("level 1"));
  }

  @Test
  void refusesToExtrapolate() {
    Model model = model(LEVELS, curve(LEVELS, 5000, 0.05, 0.001));

    assertThatThrownBy(() -> model.predict(49, 0.9))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "measured from 1 to 48.0 in flight: no prediction for 49.0, measure a cell there");
  }

  @Test
  void refusesImpossibleCells() {
    assertThatThrownBy(() -> UniversalScalability.fit(new double[] {1}, new double[] {}))
        .hasMessageContaining("1 levels");
    assertThatThrownBy(() -> UniversalScalability.fit(new double[] {0}, new double[] {1}))
        .hasMessageContaining("impossible cell");
  }

  private static double[] curve(
      double[] levels, double scale, double contention, double coherency) {
    return Arrays.stream(levels)
        .map(n -> scale * n / (1 + contention * (n - 1) + coherency * n * (n - 1)))
        .toArray();
  }

  private static Model model(double[] levels, double[] throughput) {
    Outcome outcome = UniversalScalability.fit(levels, throughput);
    assertThat(outcome).isInstanceOf(Model.class);
    return (Model) outcome;
  }
}
