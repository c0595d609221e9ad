package dev.weir.capacity;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.hipparchus.exception.MathIllegalArgumentException;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.CholeskyDecomposition;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;

/**
 * Least squares with coefficients that can't be negative: a call, a field or a byte may cost
 * nothing, but never give time back.
 *
 * <p>The best such solution is the free optimum of some subset of the columns (Lawson and Hanson,
 * <em>Solving Least Squares Problems</em>, 1974, chapter 23). There are few columns, so all subsets
 * are tried. Columns are scaled to unit length first: bytes in thousands and shares below one weigh
 * alike.
 */
final class NonNegativeLeastSquares {
  /** A column of which less than this is its own repeats others. */
  private static final double DEPENDENT = 1e-10;

  private NonNegativeLeastSquares() {}

  /**
   * Coefficients x ≥ 0 that minimise |Ax − b|.
   *
   * @param rows A, row by row; some ten columns at most
   * @param target b
   */
  static double[] solve(double[][] rows, double[] target) {
    RealMatrix a = MatrixUtils.createRealMatrix(rows);
    int columns = a.getColumnDimension();
    double[] lengths = new double[columns];
    for (int i = 0; i < columns; i++) {
      double length = a.getColumnVector(i).getNorm();
      lengths[i] = length == 0 ? 1 : length;
      a.setColumnVector(i, a.getColumnVector(i).mapDivide(lengths[i]));
    }
    RealMatrix gram = a.transposeMultiply(a);
    double[] right = a.preMultiply(target);
    double[] best = new double[columns];
    double most = 0;
    for (int subset = 1; subset < 1 << columns; subset++) {
      int chosen = subset;
      int[] used = IntStream.range(0, columns).filter(i -> (chosen >> i & 1) == 1).toArray();
      double[] own = Arrays.stream(used).mapToDouble(i -> right[i]).toArray();
      double[] x = optimum(gram.getSubMatrix(used, used), own);
      double explained = IntStream.range(0, x.length).mapToDouble(i -> x[i] * own[i]).sum();
      if (explained > most && Arrays.stream(x).allMatch(value -> value >= 0)) {
        most = explained;
        best = new double[columns];
        for (int i = 0; i < used.length; i++) {
          best[used[i]] = x[i] / lengths[used[i]];
        }
      }
    }
    return best;
  }

  /**
   * As {@link #solve} for costs whose errors are relative, so that a large one counts no more than
   * a small one.
   *
   * @param measured costs, positive
   */
  static double[] relative(double[][] rows, double[] measured) {
    double[][] scaled = new double[rows.length][];
    for (int r = 0; r < rows.length; r++) {
      double cost = measured[r];
      scaled[r] = Arrays.stream(rows[r]).map(value -> value / cost).toArray();
    }
    double[] ones = new double[measured.length];
    Arrays.fill(ones, 1);
    return solve(scaled, ones);
  }

  /** Without coefficients where columns say the same: a smaller subset says it, too. */
  private static double[] optimum(RealMatrix gram, double[] right) {
    try {
      return new CholeskyDecomposition(gram, DEPENDENT, DEPENDENT)
          .getSolver()
          .solve(new ArrayRealVector(right))
          .toArray();
    } catch (MathIllegalArgumentException e) {
      return new double[0];
    }
  }
}
