package dev.weir.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RunSpreadTest {
  @Test
  void findsTheSpreadThatRunsWereMadeWith() {
    assertThat(RunSpread.of(cells(400, 0.06, 0.1)).sd()).isEqualTo(0.06, within(0.006));
    assertThat(RunSpread.of(cells(400, 0, 0.1)).sd()).isLessThan(0.02);
  }

  @Test
  void isKnownAsWellAsRunsAreMany() {
    RunSpread spread = RunSpread.of(cells(8, 0.06, 0.1));

    assertThat(spread.degreesOfFreedom()).isEqualTo(7);
    assertThat(spread.source()).contains("8 runs");
  }

  @Test
  void refusesFewRuns() {
    assertThatThrownBy(() -> RunSpread.of(cells(5, 0.06, 0.1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("6 runs");
  }

  private static List<List<double[]>> cells(int runs, double between, double within) {
    Random random = new Random(3);
    List<List<double[]>> cells = new ArrayList<>();
    for (int cell = 0; cell < 3; cell++) {
      List<double[]> series = new ArrayList<>();
      for (int run = 0; run < runs; run++) {
        double level = between * random.nextGaussian();
        int rounds = 3 + run % 2;
        series.add(
            random
                .doubles(rounds)
                .map(x -> 1_000 * Math.exp(level + within * random.nextGaussian()))
                .toArray());
      }
      cells.add(series);
    }
    return cells;
  }
}
