package dev.weir.load.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrivalsTest {
  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 3, 400, 7_777.7})
  void constantArrivalsAreExactlyTheRateAndDoNotDrift(double rate) {
    List<Long> times = all(Arrivals.constant(rate, MINUTE));
    assertThat(times).hasSize((int) Math.ceil(rate * 60));
    int last = times.size() - 1;
    assertThat(times.get(last)).isEqualTo(Math.round(last * 1e9 / rate));
    assertThat(times.get(0)).isZero();
  }

  @Test
  void poissonArrivalsHaveTheRateAndTheGapsOfAPoissonProcess() {
    List<Long> times = all(Arrivals.poisson(1_000, 2 * MINUTE, 7));
    assertThat(times.size()).as("± 4 standard deviations").isBetween(118_600, 121_400);
    double sum = 0;
    double squares = 0;
    int longer = 0;
    for (int i = 1; i < times.size(); i++) {
      double gap = times.get(i) - times.get(i - 1);
      sum += gap;
      squares += gap * gap;
      longer += gap > 1e6 ? 1 : 0;
    }
    int gaps = times.size() - 1;
    double mean = sum / gaps;
    double deviation = Math.sqrt(squares / gaps - mean * mean);
    assertThat(mean).isCloseTo(1e6, Percentage.withPercentage(1.2));
    assertThat(deviation / mean)
        .as("exponential gaps vary by their mean")
        .isCloseTo(1, Offset.offset(0.02));
    assertThat((double) longer / gaps)
        .as("1/e exceed the mean")
        .isCloseTo(Math.exp(-1), Offset.offset(0.01));
  }

  @Test
  void theSameSeedGivesTheSameArrivalsAndAnotherOthers() {
    List<Long> one = all(Arrivals.poisson(50, MINUTE, 1));
    assertThat(all(Arrivals.poisson(50, MINUTE, 1))).isEqualTo(one);
    assertThat(all(Arrivals.poisson(50, MINUTE, 2))).isNotEqualTo(one);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void aRateThatIsNoneIsRefused(double rate) {
    assertThatThrownBy(() -> Arrivals.constant(rate, 1)).hasMessageContaining("above 0");
    assertThatThrownBy(() -> Arrivals.poisson(rate, 1, 1)).hasMessageContaining("above 0");
  }

  private static List<Long> all(Arrivals arrivals) {
    List<Long> times = new ArrayList<>();
    for (long at = arrivals.next(); at != Arrivals.NONE; at = arrivals.next()) {
      times.add(at);
    }
    assertThat(arrivals.next()).as("stays at its end").isEqualTo(Arrivals.NONE);
    assertThat(times).isSorted();
    return times;
  }
}
