package dev.weir.analysis.stats;

import java.util.List;

/**
 * Jain's index of fairness, (Σx)² / (n Σx²): 1 if all n get the same, 1/n if one gets everything,
 * k/n if k share it and the others get nothing; without unit. Source: R. Jain, D.-M. Chiu and W.
 * Hawe, "A Quantitative Measure of Fairness and Discrimination for Resource Allocation in Shared
 * Computer Systems", DEC Research Report TR-301, 1984.
 */
public final class JainIndex {
  private JainIndex() {}

  /**
   * The index of what each got, in any one unit.
   *
   * @throws IllegalArgumentException if there is nobody, a figure is negative or not finite, or
   *     nobody got anything
   */
  public static double of(List<Double> allocations) {
    double sum = 0;
    double squares = 0;
    for (double x : allocations) {
      if (!(x >= 0) || Double.isInfinite(x)) {
        throw new IllegalArgumentException("an allocation must be finite and not negative: " + x);
      }
      sum += x;
      squares += x * x;
    }
    if (!(sum > 0)) {
      throw new IllegalArgumentException("nothing was allocated: fairness has no meaning");
    }
    return sum * sum / (allocations.size() * squares);
  }
}
