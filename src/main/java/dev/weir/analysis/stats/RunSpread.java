package dev.weir.analysis.stats;

import java.util.Collection;
import java.util.List;
import org.hipparchus.stat.StatUtils;

/**
 * How far whole runs of the same thing lie apart beyond what their rounds explain: the machine of
 * this morning is not the machine of this afternoon.
 *
 * @param sd standard deviation of a run's level, on natural logarithms: 0.05 is some 5 %
 * @param degreesOfFreedom how well it is known, infinite if it is assumed
 * @param source where it is from, for the reader
 */
public record RunSpread(double sd, double degreesOfFreedom, String source) {
  /** Runs that an estimate needs; fewer say nearly nothing about a spread. */
  public static final int FEWEST_RUNS = 6;

  /** Checks its figures. */
  public RunSpread {
    if (!(sd >= 0) || !(degreesOfFreedom > 0)) {
      throw new IllegalArgumentException(
          "a spread is not negative and has degrees of freedom, got "
              + sd
              + " with "
              + degreesOfFreedom);
    }
  }

  /** A spread somebody vouches for. */
  public static RunSpread assumed(double sd) {
    return new RunSpread(sd, Double.POSITIVE_INFINITY, "assumed");
  }

  /**
   * From earlier runs of the same thing: the variance between runs of a one-way layout with random
   * effects, by the method of moments (Searle, Casella and McCulloch, Variance Components, 1992,
   * chapter 3), pooled over the cells. What disturbs a run disturbs all its cells, so more cells
   * give no more degrees of freedom, only more runs do.
   *
   * @param cells for each cell its runs, for each run the rates of its rounds
   * @throws IllegalArgumentException if no cell has {@link #FEWEST_RUNS} runs
   */
  public static RunSpread of(Collection<List<double[]>> cells) {
    double sum = 0;
    int used = 0;
    int runs = 0;
    for (List<double[]> cell : cells) {
      List<double[]> measured = cell.stream().filter(rates -> rates.length > 0).toList();
      if (measured.size() >= FEWEST_RUNS) {
        sum += betweenRuns(measured);
        used++;
        runs = Math.max(runs, measured.size());
      }
    }
    if (used == 0) {
      throw new IllegalArgumentException(
          "the spread of runs needs " + FEWEST_RUNS + " runs of a cell");
    }
    // Negative estimates of single cells stay in the mean: leaving them out would inflate it.
    return new RunSpread(
        Math.sqrt(Math.max(0, sum / used)), runs - 1.0, "estimated from " + runs + " runs");
  }

  private static double betweenRuns(List<double[]> runs) {
    int k = runs.size();
    double n = runs.stream().mapToInt(rates -> rates.length).sum();
    double squares = runs.stream().mapToDouble(rates -> (double) rates.length * rates.length).sum();
    double[] means = new double[k];
    double grand = 0;
    double within = 0;
    for (int i = 0; i < k; i++) {
      double[] logs = java.util.Arrays.stream(runs.get(i)).map(Math::log).toArray();
      means[i] = StatUtils.mean(logs);
      grand += means[i] * logs.length / n;
      within += logs.length > 1 ? StatUtils.variance(logs) * (logs.length - 1) : 0;
    }
    double between = 0;
    for (int i = 0; i < k; i++) {
      between += runs.get(i).length * (means[i] - grand) * (means[i] - grand);
    }
    double meanWithin = n > k ? within / (n - k) : 0;
    return (between / (k - 1) - meanWithin) / ((n - squares / n) / (k - 1));
  }
}
