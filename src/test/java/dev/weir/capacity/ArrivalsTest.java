package dev.weir.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
  @Test
  void oneStreamKeepsItsOwnVariation() {
    assertThat(Arrivals.together(List.of(10.0), List.of(0.02), 0.3)).isCloseTo(0.02, within(1e-12));
  }

  @Test
  void poissonStreamsStayPoissonAtAnyLoad() {
    for (double used : new double[] {0.1, 0.5, 0.9}) {
      assertThat(Arrivals.together(List.of(10.0, 3.0), List.of(1.0, 1.0), used))
          .isCloseTo(1, within(1e-12));
    }
  }

  @Test
  void regularStreamsComeUnevenlyToAnIdleServerAndEvenlyToAFullOne() {
    List<Double> rates = List.of(10.0, 10.0);
    List<Double> regular = List.of(0.0, 0.0);
    // v = 2: w = 1/(1 + 4·0.7²).
    assertThat(Arrivals.together(rates, regular, 0.3))
        .isCloseTo(1 - 1 / (1 + 4 * 0.49), within(1e-12));
    assertThat(Arrivals.together(rates, regular, 1)).isCloseTo(0, within(1e-12));
  }

  @Test
  void manyStreamsAreNearlyPoisson() {
    List<Double> rates = Collections.nCopies(1000, 1.0);
    assertThat(Arrivals.together(rates, Collections.nCopies(1000, 0.0), 0.5))
        .isCloseTo(1, within(0.01));
  }
}
