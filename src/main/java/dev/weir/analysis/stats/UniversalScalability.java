package dev.weir.analysis.stats;

import dev.weir.record.Interval;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.QRDecomposition;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.jspecify.annotations.Nullable;

/**
 * Gunther's universal scalability law over concurrency N,
 *
 * <pre>X(N) = λN / (1 + σ(N − 1) + κN(N − 1))</pre>
 *
 * with scale λ (completions per second of one), contention σ (the share that queues) and coherency
 * κ (the cost of keeping pairs consistent, which makes throughput fall again). Source: Gunther,
 * <em>Guerrilla Capacity Planning</em>, Springer 2007, chapters 4 to 6; at least six levels, one of
 * them 1, are his advice.
 *
 * <p>Written as N / X = 1/λ + (σ/λ)(N − 1) + (κ/λ)N(N − 1) the law is linear in its coefficients,
 * so the fit is a linear least squares problem with one optimum and no starting values. Residuals
 * are weighted to be relative. Coefficients below zero have no meaning; with two that may vanish,
 * the constrained optimum is the best of the four fits that leave some of them out and come out
 * non-negative (Lawson and Hanson, <em>Solving Least Squares Problems</em>, 1974, chapter 23: the
 * optimum solves the unconstrained problem of its own active set).
 *
 * <p>The law is smooth. A system of few servers has a sharp knee, which it cannot follow: look at
 * {@link Model#worstResidual} before trusting a prediction.
 */
public final class UniversalScalability {
  /** The fewest distinct levels of concurrency a fit needs. */
  public static final int MIN_LEVELS = 6;

  /** The name under which a predicted interval is recorded. */
  public static final String METHOD = "usl prediction";

  /** Which of the terms 1, N − 1, N(N − 1) take part: all, without κ, without σ, with neither. */
  private static final int[][] ACTIVE_SETS = {{0, 1, 2}, {0, 1}, {0, 2}, {0}};

  private UniversalScalability() {}

  /** Either a fitted {@link Model} or the reason why there is none. */
  public sealed interface Outcome permits Model, Refusal {}

  /**
   * Why no model was fitted.
   *
   * @param reason one line, with what to measure instead
   */
  public record Refusal(String reason) implements Outcome {}

  /** A fitted law. Concurrency is operations (or batches) in flight, rates as they were given. */
  public static final class Model implements Outcome {
    private final double[] coefficients;
    private final int[] active;
    private final RealMatrix covarianceShape;
    private final double residualVariance;
    private final List<Double> relativeResiduals;
    private final int levels;
    private final double largest;

    private Model(LeastSquares fit, int[] active, double[] concurrency) {
      this.active = active;
      this.coefficients = new double[3];
      for (int i = 0; i < active.length; i++) {
        coefficients[active[i]] = fit.solution().getEntry(i);
      }
      this.covarianceShape = fit.inverseGram();
      this.levels = concurrency.length;
      this.residualVariance = fit.squaredError() / (levels - active.length);
      this.relativeResiduals = Arrays.stream(fit.residuals().toArray()).boxed().toList();
      this.largest = Arrays.stream(concurrency).max().orElseThrow();
    }

    /** λ: completions per second with one in flight. */
    public double scale() {
      return 1 / coefficients[0];
    }

    /** σ ≥ 0: the share of work that is done one at a time. */
    public double contention() {
      return coefficients[1] / coefficients[0];
    }

    /** κ ≥ 0: the cost per pair in flight. */
    public double coherency() {
      return coefficients[2] / coefficients[0];
    }

    /**
     * Per level as given, how far measured time per completion is from the fit; 0.1 = 10 % slower.
     */
    public List<Double> relativeResiduals() {
      return relativeResiduals;
    }

    /** The largest of {@link #relativeResiduals}, without sign. */
    public double worstResidual() {
      return relativeResiduals.stream().mapToDouble(Math::abs).max().orElseThrow();
    }

    /**
     * Where throughput is largest, √((1 − σ) / κ) and at least 1; empty if it never falls within
     * the model.
     */
    public OptionalDouble peakConcurrency() {
      if (coherency() == 0) {
        return OptionalDouble.empty();
      }
      return OptionalDouble.of(Math.sqrt(Math.max(1, (1 - contention()) / coherency())));
    }

    /**
     * The throughput to expect at a concurrency, with the interval for one new measurement (the
     * prediction interval of least squares: Draper and Smith, <em>Applied Regression Analysis</em>,
     * Wiley 1998), made for the time per completion. It takes the coefficients that were found to
     * be zero as known.
     *
     * @param concurrency between 1 and the largest that was measured
     * @param confidence the two-sided level, between 0 and 1
     * @throws IllegalArgumentException if that lies outside what was measured
     */
    public Interval predict(double concurrency, double confidence) {
      if (!(concurrency >= 1 && concurrency <= largest)) {
        throw new IllegalArgumentException(
            "measured from 1 to "
                + largest
                + " in flight: no prediction for "
                + concurrency
                + ", measure a cell there");
      }
      double[] all = terms(concurrency);
      RealVector terms = MatrixUtils.createRealVector(pick(all, active));
      double time = terms.dotProduct(pickVector(coefficients, active));
      double ofFit = terms.dotProduct(covarianceShape.operate(terms)) / (time * time);
      double half =
          new TDistribution(levels - active.length)
                  .inverseCumulativeProbability((1 + confidence) / 2)
              * Math.sqrt(residualVariance * (1 + ofFit));
      double throughput = concurrency / time;
      return new Interval(
          throughput,
          throughput / (1 + half),
          half < 1 ? throughput / (1 - half) : Double.POSITIVE_INFINITY,
          confidence,
          levels,
          METHOD);
    }
  }

  /**
   * Fits the law.
   *
   * @param concurrency operations in flight of each cell, each at least 1; repeats are welcome
   * @param throughput completions per second of each cell, positive
   * @throws IllegalArgumentException if the arrays differ in length or hold impossible values
   */
  public static Outcome fit(double[] concurrency, double[] throughput) {
    check(concurrency, throughput);
    long levels = Arrays.stream(concurrency).distinct().count();
    if (levels < MIN_LEVELS) {
      return new Refusal(
          "a scalability fit needs at least "
              + MIN_LEVELS
              + " levels of concurrency, got "
              + levels
              + ": measure more");
    }
    if (Arrays.stream(concurrency).noneMatch(n -> n == 1)) {
      return new Refusal("a scalability fit needs the level 1 to know the scale: measure it");
    }
    Model best = null;
    double least = Double.POSITIVE_INFINITY;
    for (int[] active : ACTIVE_SETS) {
      LeastSquares fit = LeastSquares.of(concurrency, throughput, active);
      if (fit.solution().getMinValue() >= 0
          && fit.solution().getEntry(0) > 0
          && fit.squaredError() < least) {
        least = fit.squaredError();
        best = new Model(fit, active, concurrency);
      }
    }
    return orRefusal(best);
  }

  private static Outcome orRefusal(@Nullable Model best) {
    return best == null
        ? new Refusal("no non-negative coefficients describe these levels: check the cells")
        : best;
  }

  private static void check(double[] concurrency, double[] throughput) {
    if (concurrency.length != throughput.length) {
      throw new IllegalArgumentException(
          concurrency.length + " levels of concurrency, but " + throughput.length + " throughputs");
    }
    for (int i = 0; i < concurrency.length; i++) {
      if (!(concurrency[i] >= 1 && throughput[i] > 0)
          || Double.isInfinite(concurrency[i] + throughput[i])) {
        throw new IllegalArgumentException(
            "impossible cell: " + concurrency[i] + " in flight, throughput " + throughput[i]);
      }
    }
  }

  private static double[] terms(double n) {
    return new double[] {1, n - 1, n * (n - 1)};
  }

  private static double[] pick(double[] all, int[] active) {
    return Arrays.stream(active).mapToDouble(i -> all[i]).toArray();
  }

  private static RealVector pickVector(double[] all, int[] active) {
    return MatrixUtils.createRealVector(pick(all, active));
  }

  /** One unconstrained fit, in relative errors: every row is divided by its measured N / X. */
  private record LeastSquares(
      RealVector solution, RealVector residuals, double squaredError, RealMatrix inverseGram) {

    static LeastSquares of(double[] concurrency, double[] throughput, int[] active) {
      int rows = concurrency.length;
      RealMatrix design = MatrixUtils.createRealMatrix(rows, active.length);
      for (int i = 0; i < rows; i++) {
        double perTime = throughput[i] / concurrency[i];
        double[] row = pick(terms(concurrency[i]), active);
        for (int j = 0; j < row.length; j++) {
          design.setEntry(i, j, row[j] * perTime);
        }
      }
      double[] ones = new double[rows];
      Arrays.fill(ones, 1);
      RealVector target = MatrixUtils.createRealVector(ones);
      RealVector solution = new QRDecomposition(design).getSolver().solve(target);
      RealVector residuals = target.subtract(design.operate(solution));
      RealMatrix gram = design.transposeMultiply(design);
      return new LeastSquares(
          solution, residuals, residuals.dotProduct(residuals), MatrixUtils.inverse(gram));
    }
  }
}
