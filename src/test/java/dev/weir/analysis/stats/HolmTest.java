package dev.weir.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class HolmTest {
  /** Holm's procedure by hand: 0.01 ≤ 0.05/4, 0.013 ≤ 0.05/3, 0.03 > 0.05/2 stops. */
  @Test
  void goesOnWithTheNextSmallestUntilOneFails() {
    double[] p = {0.03, 0.01, 0.04, 0.013};

    assertThat(Holm.levels(p, 0.05)).containsExactly(0.025, 0.0125, 0.025, 0.05 / 3);
  }

  @Test
  void oneTestNeedsNoCorrection() {
    assertThat(Holm.levels(new double[] {0.9}, 0.05)).containsExactly(0.05);
    assertThat(Holm.levels(new double[0], 0.05)).isEmpty();
  }

  @Test
  void rarelyCallsAnyOfManyEqualCells() {
    Random random = new Random(7);
    int families = 4_000;
    int withAlarm = 0;
    for (int i = 0; i < families; i++) {
      double[] p = random.doubles(12).toArray();
      double[] levels = Holm.levels(p, 0.05);
      boolean alarm = false;
      for (int test = 0; test < p.length; test++) {
        alarm |= p[test] <= levels[test];
      }
      withAlarm += alarm ? 1 : 0;
    }
    assertThat((double) withAlarm / families).isBetween(0.035, 0.06);
  }
}
