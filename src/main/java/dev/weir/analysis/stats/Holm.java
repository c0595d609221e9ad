package dev.weir.analysis.stats;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Many tests at once, with the chance of even one false alarm among all of them bounded (S. Holm, A
 * simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6,
 * 1979). Assumes nothing about how the tests depend on each other; cells of one run do depend.
 */
public final class Holm {
  private Holm() {}

  /**
   * The level at which each test has to be made. A test is shown exactly if its p-value is at most
   * its level, and an interval at one minus that level then leaves out what the test rejects.
   *
   * @param p one p-value per test
   * @param alpha chance of any false alarm
   * @return one level per test, between alpha divided by their number and alpha
   */
  public static double[] levels(double[] p, double alpha) {
    Integer[] order = IntStream.range(0, p.length).boxed().toArray(Integer[]::new);
    Arrays.sort(order, Comparator.comparingDouble(i -> p[i]));
    double[] levels = new double[p.length];
    boolean stopped = false;
    double level = alpha;
    for (int rank = 0; rank < order.length; rank++) {
      if (!stopped) {
        level = alpha / (order.length - rank);
        stopped = p[order[rank]] > level;
      }
      levels[order[rank]] = level;
    }
    return levels;
  }
}
