package dev.weir.capacity;

import java.util.Arrays;

/**
 * Least squares with coefficients that can't be negative: a call, a field or a byte may cost
 * nothing, but never give time back.
 *
 * <p>The active set method of Lawson and Hanson, <em>Solving Least Squares Problems</em>, 1974,
 * chapter 23, on the normal equations as Bro and de Jong, <em>A fast non-negativity-constrained
 * least squares algorithm</em> (Journal of Chemometrics, 1997), do it. Columns are scaled to unit
 * length first, so bytes in thousands and shares below one weigh alike; a tiny ridge decides
 * between columns that say the same.
 */
final class NonNegativeLeastSquares {
  private static final double RIDGE = 1e-10;
  private static final double TOLERANCE = 1e-9;

  /** Far more than the number of columns squared: rounding alone could keep the method turning. */
  private static final int MOST_STEPS = 300;

  private NonNegativeLeastSquares() {}

  /**
   * Coefficients x ≥ 0 that minimise |Ax − b|.
   *
   * @param rows A, row by row
   * @param target b
   */
  static double[] solve(double[][] rows, double[] target) {
    int columns = rows[0].length;
    double[] scale = scales(rows, columns);
    double[][] gram = new double[columns][columns];
    double[] right = new double[columns];
    for (int r = 0; r < rows.length; r++) {
      double[] row = rows[r];
      for (int i = 0; i < columns; i++) {
        double left = row[i] / scale[i];
        right[i] += left * target[r];
        for (int j = 0; j <= i; j++) {
          gram[i][j] += left * row[j] / scale[j];
        }
      }
    }
    for (int i = 0; i < columns; i++) {
      gram[i][i] += RIDGE;
      for (int j = 0; j < i; j++) {
        gram[j][i] = gram[i][j];
      }
    }
    double[] solution = activeSet(gram, right);
    for (int i = 0; i < columns; i++) {
      solution[i] /= scale[i];
    }
    return solution;
  }

  private static double[] scales(double[][] rows, int columns) {
    double[] scale = new double[columns];
    for (double[] row : rows) {
      for (int i = 0; i < columns; i++) {
        scale[i] += row[i] * row[i];
      }
    }
    for (int i = 0; i < columns; i++) {
      scale[i] = scale[i] == 0 ? 1 : Math.sqrt(scale[i]);
    }
    return scale;
  }

  private static double[] activeSet(double[][] gram, double[] right) {
    int n = right.length;
    boolean[] passive = new boolean[n];
    double[] x = new double[n];
    for (int step = 0; step < MOST_STEPS; step++) {
      int enter = steepest(gram, right, x, passive);
      if (enter < 0) {
        break;
      }
      passive[enter] = true;
      double[] candidate = unconstrained(gram, right, passive);
      while (anyNegative(candidate, passive)) {
        retreat(x, candidate, passive);
        candidate = unconstrained(gram, right, passive);
      }
      x = candidate;
    }
    return x;
  }

  /** The column whose growth would lower the error fastest; −1 if none would. */
  private static int steepest(double[][] gram, double[] right, double[] x, boolean[] passive) {
    int best = -1;
    double most = TOLERANCE;
    for (int i = 0; i < x.length; i++) {
      if (passive[i] || gram[i][i] <= 2 * RIDGE) {
        continue; // taken already, or a column of zeros
      }
      double gradient = right[i];
      for (int j = 0; j < x.length; j++) {
        gradient -= gram[i][j] * x[j];
      }
      if (gradient > most) {
        most = gradient;
        best = i;
      }
    }
    return best;
  }

  private static boolean anyNegative(double[] candidate, boolean[] passive) {
    for (int i = 0; i < candidate.length; i++) {
      if (passive[i] && candidate[i] <= 0) {
        return true;
      }
    }
    return false;
  }

  /** Walks towards the candidate until the first coefficient is zero, and takes that one out. */
  private static void retreat(double[] x, double[] candidate, boolean[] passive) {
    double share = 1;
    int out = -1;
    for (int i = 0; i < x.length; i++) {
      if (passive[i] && candidate[i] <= 0) {
        double limit = x[i] <= 0 ? 0 : x[i] / (x[i] - candidate[i]);
        if (out < 0 || limit < share) {
          share = limit;
          out = i;
        }
      }
    }
    for (int i = 0; i < x.length; i++) {
      x[i] = passive[i] ? x[i] + share * (candidate[i] - x[i]) : 0;
    }
    passive[out] = false;
    x[out] = 0;
  }

  /** Solves for the passive columns alone, by Cholesky; the others are zero. */
  private static double[] unconstrained(double[][] gram, double[] right, boolean[] passive) {
    int n = right.length;
    int[] index = new int[n];
    int size = 0;
    for (int i = 0; i < n; i++) {
      if (passive[i]) {
        index[size++] = i;
      }
    }
    double[][] lower = new double[size][size];
    double[] y = new double[size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = gram[index[i]][index[j]];
        for (int k = 0; k < j; k++) {
          sum -= lower[i][k] * lower[j][k];
        }
        lower[i][j] = i == j ? Math.sqrt(Math.max(sum, RIDGE * RIDGE)) : sum / lower[j][j];
      }
      double sum = right[index[i]];
      for (int k = 0; k < i; k++) {
        sum -= lower[i][k] * y[k];
      }
      y[i] = sum / lower[i][i];
    }
    double[] solution = new double[n];
    Arrays.fill(solution, 0);
    for (int i = size - 1; i >= 0; i--) {
      double sum = y[i];
      for (int k = i + 1; k < size; k++) {
        sum -= lower[k][i] * solution[index[k]];
      }
      solution[index[i]] = sum / lower[i][i];
    }
    return solution;
  }
}
