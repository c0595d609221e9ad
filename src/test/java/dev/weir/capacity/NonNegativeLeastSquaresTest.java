package dev.weir.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class NonNegativeLeastSquaresTest {
  @Test
  void findsWhatMadeTheRows() {
    Random random = new Random(1);
    double[][] rows = new double[20][];
    double[] target = new double[20];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new double[] {1, random.nextDouble() * 5_000, random.nextDouble()};
      target[i] = 3 * rows[i][0] + 0.002 * rows[i][1] + 0.5 * rows[i][2];
    }
    double[] x = NonNegativeLeastSquares.solve(rows, target);
    assertThat(x[0]).isCloseTo(3, within(1e-4));
    assertThat(x[1]).isCloseTo(0.002, within(1e-7));
    assertThat(x[2]).isCloseTo(0.5, within(1e-4));
  }

  @Test
  void givesZeroWhereTheFreeOptimumIsNegative() {
    // The free line through these points falls: its slope is −1. The best flat one is their mean.
    double[][] rows = {{1, 0}, {1, 1}, {1, 2}};
    double[] x = NonNegativeLeastSquares.solve(rows, new double[] {3, 2, 1});
    assertThat(x[1]).isZero();
    assertThat(x[0]).isCloseTo(2, within(1e-6));
  }

  @Test
  void toleratesColumnsThatSayTheSameOrNothing() {
    double[][] rows = {{1, 2, 0}, {2, 4, 0}, {3, 6, 0}};
    double[] x = NonNegativeLeastSquares.solve(rows, new double[] {5, 10, 15});
    assertThat(x[0] + 2 * x[1]).isCloseTo(5, within(1e-4));
    assertThat(x[2]).isZero();
  }
}
