package dev.weir.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.analysis.Confirmation.Change;
import dev.weir.analysis.Confirmation.Movement;
import dev.weir.analysis.Confirmation.Prediction;
import dev.weir.analysis.RoundRatios.Ratio;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConfirmationTest {

  @ParameterizedTest
  @EnumSource(
      value = Resource.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"UNDECIDED", "OFFERED"})
  void everyVerdictPredictsSomeMovement(Resource resource) {
    assertThat(Confirmation.predicts(resource))
        .anyMatch(prediction -> prediction.movement() != Movement.UNCHANGED);
  }

  @Test
  void whatNamesNothingPredictsNothing() {
    assertThat(Confirmation.predicts(Resource.UNDECIDED)).isEmpty();
    assertThat(Confirmation.predicts(Resource.OFFERED)).isEmpty();
  }

  @Test
  void aFullServerGainsNothingFromMoreInFlight() {
    assertThat(Confirmation.predicts(Resource.SERVER_CPU))
        .contains(new Prediction(Change.DOUBLE_CONCURRENCY, Movement.UNCHANGED))
        .contains(new Prediction(Change.HALVE_SERVER_CPU, Movement.FALLS));
  }

  @Test
  void agreementNeedsTheInterval() {
    Ratio doubled = ratio(2.0, 1.9, 2.1);
    Ratio alike = ratio(1.0, 1.02, 0.98);
    Ratio vague = ratio(1.0, 1.6, 0.7);
    Ratio halved = ratio(0.5, 0.51, 0.49);

    assertThat(Movement.RISES.agrees(doubled, 0.1)).isTrue();
    assertThat(Movement.RISES.agrees(ratio(1.05, 1.04, 1.06), 0.1)).isFalse();
    assertThat(Movement.UNCHANGED.agrees(alike, 0.1)).isTrue();
    assertThat(Movement.FALLS.agrees(halved, 0.1)).isTrue();
    for (Movement movement : Movement.values()) {
      assertThat(movement.agrees(vague, 0.1)).as("%s on a vague ratio", movement).isFalse();
    }
  }

  private static Ratio ratio(double... perRound) {
    double[] ones = new double[perRound.length];
    Arrays.fill(ones, 1);
    return RoundRatios.ratio(perRound, ones, 0.95);
  }
}
