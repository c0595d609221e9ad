package dev.weir.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EDivisiveTest {
  @Test
  void findsEveryChangeOfLevel() {
    double[] series = noise(45, 11, 0.02);
    add(series, 15, 0.10);
    add(series, 30, -0.20);

    assertThat(new EDivisive(0.01, new Random(1)).find(series))
        .extracting(EDivisive.ChangePoint::index)
        .containsExactly(15, 30);
  }

  @Test
  void oneOutlierIsNoNewLevel() {
    double[] series = noise(30, 5, 0.02);
    series[14] -= 0.4;

    assertThat(new EDivisive(0.01, new Random(1)).find(series)).isEmpty();
  }

  /** Of 300 flat series at most 1 % should be split; 3 % leaves room for chance. */
  @Test
  void rarelyFindsAChangeWhereThereIsNone() {
    int alarms = 0;
    for (int seed = 0; seed < 300; seed++) {
      double[] series = noise(20, seed, 0.1);
      alarms += new EDivisive(0.01, new Random(seed)).find(series).isEmpty() ? 0 : 1;
    }
    assertThat(alarms).isLessThanOrEqualTo(9);
  }

  @Test
  void theSameSeedFindsTheSame() {
    double[] series = noise(24, 2, 0.05);
    add(series, 12, 0.1);

    assertThat(new EDivisive(0.05, new Random(9)).find(series))
        .isEqualTo(new EDivisive(0.05, new Random(9)).find(series));
  }

  @Test
  void tooFewRunsHaveNoChange() {
    double[] series = {1, 1, 1, 9, 9};

    assertThat(new EDivisive(0.5, new Random(1)).find(series)).isEmpty();
    assertThat(new EDivisive(0.5, new Random(1)).find(new double[0])).isEmpty();
  }

  @Test
  void refusesALevelThatIsNone() {
    assertThatThrownBy(() -> new EDivisive(0, new Random(1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static double[] noise(int n, long seed, double sd) {
    Random random = new Random(seed);
    return IntStream.range(0, n).mapToDouble(i -> 5 + sd * random.nextGaussian()).toArray();
  }

  private static void add(double[] series, int from, double step) {
    for (int i = from; i < series.length; i++) {
      series[i] += step;
    }
  }
}
