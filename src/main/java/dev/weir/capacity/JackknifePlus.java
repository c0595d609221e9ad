package dev.weir.capacity;

import dev.weir.record.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Prediction intervals that assume no distribution: the jackknife+ of Barber, Candès, Ramdas and
 * Tibshirani, <em>Predictive inference with the jackknife+</em> (Annals of Statistics 49, 2021).
 * Each cell is left out once; how far the model without it misses it is its residual, and the
 * interval spans the predictions of all these models, each widened by the residual of its cell.
 * Residuals are taken on logarithms: errors are relative and a cost stays positive.
 */
final class JackknifePlus {
  static final String METHOD = "jackknife+";

  private final DemandFit whole;
  private final List<DemandFit> without;
  private final double[] residuals;

  private JackknifePlus(DemandFit whole, List<DemandFit> without, double[] residuals) {
    this.whole = whole;
    this.without = without;
    this.residuals = residuals;
  }

  static JackknifePlus of(Quantity quantity, List<Work> cells, double[] measured) {
    DemandFit whole = DemandFit.best(quantity, cells, measured);
    List<DemandFit> without = new ArrayList<>();
    double[] residuals = new double[measured.length];
    for (int i = 0; i < measured.length; i++) {
      List<Work> others = new ArrayList<>(cells);
      others.remove(i);
      DemandFit fit = whole.again(others, without(measured, i));
      without.add(fit);
      residuals[i] = Math.abs(Math.log(measured[i] / positive(fit.predict(cells.get(i)))));
    }
    return new JackknifePlus(whole, without, residuals);
  }

  DemandFit fit() {
    return whole;
  }

  /**
   * The cost of one document, with the interval for one new cell.
   *
   * @param confidence the two-sided level wanted, between 0 and 1
   */
  Interval predict(Work work, double confidence) {
    int n = residuals.length;
    double[] low = new double[n];
    double[] high = new double[n];
    for (int i = 0; i < n; i++) {
      double centre = Math.log(positive(without.get(i).predict(work)));
      low[i] = centre - residuals[i];
      high[i] = centre + residuals[i];
    }
    Arrays.sort(low);
    Arrays.sort(high);
    // With few cells the wanted level can't be had: then the widest there is.
    int rank = (int) Math.min(n, Math.ceil(confidence * (n + 1)));
    double mean = whole.predict(work);
    return new Interval(
        mean,
        Math.min(mean, Math.exp(low[n - rank])),
        Math.max(mean, Math.exp(high[rank - 1])),
        confidence,
        n,
        METHOD);
  }

  private static double positive(double cost) {
    return Math.max(cost, 1e-12);
  }

  private static double[] without(double[] all, int index) {
    double[] rest = new double[all.length - 1];
    System.arraycopy(all, 0, rest, 0, index);
    System.arraycopy(all, index + 1, rest, index, rest.length - index);
    return rest;
  }
}
