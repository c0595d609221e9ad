package dev.weir.analysis.compare;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.analysis.stats.CellSummaries;
import dev.weir.analysis.stats.UniversalScalability;
import dev.weir.record.CellRecord;
import dev.weir.record.ScalingSamples;
import dev.weir.record.TrialRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ClientScalingTest {
  private static final List<Integer> SIX = List.of(1, 2, 3, 4, 6, 8);

  private static List<CellRecord> cells(List<Integer> levels, int n, ScalingSamples.Rate rate) {
    return CellSummaries.of(
        ScalingSamples.factors(levels), ScalingSamples.trials(levels, n, rate), null, 0.95);
  }

  private static ClientScaling.Curve curve(List<CellRecord> cells) {
    List<ClientScaling.Curve> curves = ClientScaling.of(cells, 0.95);
    assertThat(curves).hasSize(1);
    return curves.get(0);
  }

  /** Linear up to a ceiling, the same in every round but for a factor that is the round's own. */
  private static double bounded(int clients, int round) {
    return Math.min(clients * 1000.0, 2500.0) * (1 + 0.05 * round);
  }

  @Test
  void kneeIsWhereTheRateOfOneTimesTheirNumberMeetsTheHighest() {
    ClientScaling.Curve curve = curve(cells(SIX, 3, ClientScalingTest::bounded));
    assertThat(requireNonNull(curve.knee()).mean()).isCloseTo(2.5, within(1e-9));
    assertThat(requireNonNull(curve.knee()).relativeHalfWidth())
        .as("what a round does to all its cells cancels in its ratios")
        .isLessThan(1e-6);
    assertThat(requireNonNull(curve.best())).isEqualTo(new Saturation(3, 3, 3, false));
    assertThat(requireNonNull(curve.levels().get(1).gain()).mean()).isCloseTo(2, within(1e-9));
    assertThat(curve.levels().get(0).gain()).isNull();
  }

  @Test
  void noiseWidensWhatMayBeBest() {
    Random random = new Random(3);
    ScalingSamples.Rate noisy =
        (clients, round) ->
            (clients == 1 ? 1000 : 1900 + 100 * Math.min(clients, 4))
                * Math.exp(0.03 * random.nextGaussian());
    Saturation best = requireNonNull(curve(cells(SIX, 4, noisy)).best());
    assertThat(best.low()).isBetween(2, best.level());
    assertThat(best.high()).isGreaterThan(best.low()).isGreaterThanOrEqualTo(best.level());
  }

  @Test
  void intervalOfTheBestHoldsTheTruthAsOftenAsItSays() {
    Random random = new Random(7);
    int held = 0;
    int runs = 300;
    for (int run = 0; run < runs; run++) {
      ScalingSamples.Rate rate =
          (clients, round) ->
              Math.min(clients * 1000.0, 3000.0) * Math.exp(0.02 * random.nextGaussian());
      Saturation best = requireNonNull(curve(cells(SIX, 5, rate)).best());
      if (best.low() <= 3 && best.high() >= 3) {
        held++;
      }
    }
    assertThat((double) held / runs).isGreaterThanOrEqualTo(0.95);
  }

  @Test
  void whatStillRisesHasNoBest() {
    ClientScaling.Curve curve = curve(cells(SIX, 3, (clients, round) -> clients * 500.0));
    assertThat(requireNonNull(curve.best())).isEqualTo(new Saturation(8, 8, 8, true));
    assertThat(requireNonNull(curve.knee()).mean()).isCloseTo(8, within(1e-9));
  }

  @Test
  void lawIsFittedOverClientsAndItsPeakForEachRound() {
    ScalingSamples.Rate usl =
        (n, round) -> 1000.0 * n / (1 + 0.1 * (n - 1) + 0.02 * n * (n - 1)) * (1 + 0.01 * round);
    ClientScaling.Curve curve = curve(cells(SIX, 3, usl));
    assertThat(curve.law()).isInstanceOf(UniversalScalability.Model.class);
    UniversalScalability.Model law = (UniversalScalability.Model) curve.law();
    assertThat(law.contention()).isCloseTo(0.1, within(1e-6));
    assertThat(requireNonNull(curve.peak()).mean()).isCloseTo(Math.sqrt(0.9 / 0.02), within(1e-6));
    assertThat(requireNonNull(curve.peak()).n()).isEqualTo(3);
  }

  @Test
  void twoLevelsHaveAKneeButNoLaw() {
    ClientScaling.Curve curve = curve(cells(List.of(1, 2), 3, ClientScalingTest::bounded));
    assertThat(curve.law()).isInstanceOf(UniversalScalability.Refusal.class);
    assertThat(curve.peak()).isNull();
    assertThat(requireNonNull(curve.knee()).mean()).isCloseTo(2, within(1e-9));
  }

  @Test
  void fairnessIsOfTheClientsOwnRates() {
    ClientScaling.Curve curve = curve(cells(SIX, 3, ClientScalingTest::bounded));
    assertThat(curve.levels().get(0).fairness()).isNull();
    ClientScaling.Fairness two = requireNonNull(curve.levels().get(1).fairness());
    assertThat(two.mean()).isCloseTo(2.1 * 2.1 / (2 * (1 + 1.21)), within(1e-9));
    assertThat(two.worst()).isCloseTo(two.mean(), within(1e-9));
    assertThat(two.most()).isCloseTo(2.2 / 2.1, within(1e-9));
    assertThat(two.least()).isCloseTo(2 / 2.1, within(1e-9));
  }

  @Test
  void withoutAValidTrialOfTheFewestThereIsNoKnee() {
    List<TrialRecord> trials = new ArrayList<>();
    for (TrialRecord trial : ScalingSamples.trials(SIX, 3, ClientScalingTest::bounded)) {
      if (!trial.cell().equals("clients=1")) {
        trials.add(trial);
      }
    }
    ClientScaling.Curve curve =
        curve(CellSummaries.of(ScalingSamples.factors(SIX), trials, null, 0.95));
    assertThat(curve.knee()).isNull();
    assertThat(curve.best()).isNull();
    assertThat(curve.levels().get(0).documentsPerSecond()).isNull();
  }

  @Test
  void oneNumberOfClientsIsNoCurve() {
    assertThat(ClientScaling.of(cells(List.of(2), 3, ClientScalingTest::bounded), 0.95)).isEmpty();
  }
}
