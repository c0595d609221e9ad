package dev.weir.capacity;

import dev.weir.study.Durability;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The cost of one document fitted on measured cells as a product: {@link DemandTerms} times {@link
 * ConcurrencyShape}, plus, for the time of a call, what it waits for a promise beyond {@code w:1}:
 *
 * <pre>cost = D(k, fields, bytes, shape)·G(N) + z/k</pre>
 *
 * Fitted by turns, each half a non-negative linear problem while the other is held (alternating
 * least squares, as in backfitting: Buja, Hastie and Tibshirani, Annals of Statistics 17, 1989).
 * Every row is divided by its measured value: errors are relative, so a single update of 200 µs
 * does not outweigh a document in a batch of 30 µs.
 */
final class DemandFit {
  private static final int MOST_TURNS = 30;
  private static final double SETTLED = 1e-6;

  /** Promises that make a call wait. */
  private static final List<Durability> WAITS =
      List.of(Durability.W1_JOURNALED, Durability.MAJORITY, Durability.MAJORITY_JOURNALED);

  private final DemandTerms terms;
  private final ConcurrencyShape shape;
  private final double[] costs;
  private final double[] waits;
  private final double[] growth;
  private final double squaredError;

  private DemandFit(
      DemandTerms terms,
      ConcurrencyShape shape,
      double[] costs,
      double[] waits,
      double[] growth,
      double squaredError) {
    this.terms = terms;
    this.shape = shape;
    this.costs = costs;
    this.waits = waits;
    this.growth = growth;
    this.squaredError = squaredError;
  }

  /**
   * Fits with a given shape.
   *
   * @param cells what was measured
   * @param measured its cost, positive
   */
  static DemandFit of(
      DemandTerms terms, ConcurrencyShape shape, List<Work> cells, double[] measured) {
    double[] growth = new double[ConcurrencyShape.COEFFICIENTS];
    double[] costs = new double[terms.count()];
    double[] waits = new double[WAITS.size()];
    double error = Double.POSITIVE_INFINITY;
    for (int turn = 0; turn < MOST_TURNS; turn++) {
      double[] both = costs(terms, shape, growth, cells, measured);
      costs = Arrays.copyOf(both, terms.count());
      waits = Arrays.copyOfRange(both, terms.count(), both.length);
      if (!shape.equals(ConcurrencyShape.NONE)) {
        growth = growth(terms, shape, costs, waits, cells, measured);
      }
      DemandFit now = new DemandFit(terms, shape, costs, waits, growth, 0);
      double next = now.error(cells, measured);
      if (error - next <= SETTLED * next) {
        error = Math.min(error, next);
        break;
      }
      error = next;
    }
    return new DemandFit(terms, shape, costs, waits, growth, error);
  }

  /** Fits with whatever shape describes these cells best. */
  static DemandFit best(Quantity quantity, List<Work> cells, double[] measured) {
    DemandTerms terms = DemandTerms.of(cells);
    if (!quantity.dependsOnConcurrency()) {
      return of(terms, ConcurrencyShape.NONE, cells, measured);
    }
    double largest = cells.stream().mapToDouble(Work::inFlight).max().orElse(1);
    List<ConcurrencyShape> shapes = new ArrayList<>();
    if (quantity == Quantity.LANE_MICROS) {
      Arrays.stream(ConcurrencyShape.KNEES)
          .filter(knee -> knee < largest)
          .forEach(knee -> shapes.add(new ConcurrencyShape(false, knee)));
    } else {
      shapes.add(new ConcurrencyShape(true, 0));
    }
    DemandFit best = null;
    for (ConcurrencyShape shape : shapes) {
      DemandFit fit = of(terms, shape, cells, measured);
      if (best == null || fit.squaredError < best.squaredError) {
        best = fit;
      }
    }
    return best == null ? of(terms, ConcurrencyShape.NONE, cells, measured) : best;
  }

  /** The same form fitted on other cells: what leaving some out does to it. */
  DemandFit again(List<Work> cells, double[] measured) {
    return of(terms, shape, cells, measured);
  }

  /** The cost of one document. */
  double predict(Work work) {
    return demand(work) * shape.value(growth, work) + waiting(waits, work);
  }

  /** With one call in flight and nothing promised beyond {@code w:1}. */
  double demand(Work work) {
    double[] row = terms.row(work);
    double sum = 0;
    for (int i = 0; i < row.length; i++) {
      sum += row[i] * costs[i];
    }
    return sum;
  }

  String describe(String unit) {
    String text = "(" + terms.describe(costs, unit) + ")";
    if (Arrays.stream(growth).anyMatch(c -> c > 0)) {
      text += " × (" + shape.describe(growth) + ")";
    }
    for (int i = 0; i < waits.length; i++) {
      if (waits[i] > 0) {
        text +=
            String.format(Locale.ROOT, " + %.4g %s per call at %s", waits[i], unit, WAITS.get(i));
      }
    }
    return text;
  }

  private static double[] costs(
      DemandTerms terms,
      ConcurrencyShape shape,
      double[] growth,
      List<Work> cells,
      double[] measured) {
    double[][] rows = new double[measured.length][];
    for (int r = 0; r < rows.length; r++) {
      Work work = cells.get(r);
      double[] row = Arrays.copyOf(terms.row(work), terms.count() + WAITS.size());
      double factor = shape.value(growth, work);
      for (int i = 0; i < terms.count(); i++) {
        row[i] *= factor;
      }
      for (int i = 0; i < WAITS.size(); i++) {
        row[terms.count() + i] = DemandTerms.wait(work, WAITS.get(i));
      }
      rows[r] = scaled(row, 1 / measured[r]);
    }
    return NonNegativeLeastSquares.solve(rows, ones(measured.length));
  }

  private static double[] growth(
      DemandTerms terms,
      ConcurrencyShape shape,
      double[] costs,
      double[] waits,
      List<Work> cells,
      double[] measured) {
    double[][] rows = new double[measured.length][];
    double[] target = new double[measured.length];
    DemandFit half =
        new DemandFit(terms, shape, costs, waits, new double[ConcurrencyShape.COEFFICIENTS], 0);
    for (int r = 0; r < rows.length; r++) {
      Work work = cells.get(r);
      double demand = half.demand(work);
      rows[r] = scaled(shape.row(work), demand / measured[r]);
      target[r] = 1 - (demand + waiting(waits, work)) / measured[r];
    }
    return NonNegativeLeastSquares.solve(rows, target);
  }

  private static double waiting(double[] waits, Work work) {
    double sum = 0;
    for (int i = 0; i < waits.length; i++) {
      sum += waits[i] * DemandTerms.wait(work, WAITS.get(i));
    }
    return sum;
  }

  private double error(List<Work> cells, double[] measured) {
    double sum = 0;
    for (int i = 0; i < measured.length; i++) {
      double relative = predict(cells.get(i)) / measured[i] - 1;
      sum += relative * relative;
    }
    return sum;
  }

  private static double[] scaled(double[] row, double factor) {
    for (int i = 0; i < row.length; i++) {
      row[i] *= factor;
    }
    return row;
  }

  private static double[] ones(int length) {
    double[] ones = new double[length];
    Arrays.fill(ones, 1);
    return ones;
  }
}
