package dev.weir.analysis;

import dev.weir.analysis.stats.LogRatio;
import dev.weir.analysis.stats.StudentT;
import dev.weir.record.Interval;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Function;
import org.hipparchus.stat.StatUtils;

/**
 * How often a comparison of sides that took turns in blocks finds a slow-down, and one that is not
 * there, by how many JVMs and which estimator. The noise is what the check of comparisons found of
 * the typical call: most JVMs quiet, one in nine far off. {@link #main} prints
 * results/checks/comparison-design.csv.
 */
final class BlockSimulation {
  /** Of both tests of a cell, the first is made at this level (Holm). */
  private static final double LEVEL = 0.995;

  private static final int COMPARISONS = 2_000;
  private static final double BLOCK_SECONDS = 0.5;

  private BlockSimulation() {}

  /**
   * Noise on natural logarithms.
   *
   * @param perSecond standard deviation of a second's ratio
   * @param outliers share of the spells that lie far off
   * @param far standard deviation of those
   * @param spellSeconds how long a spell lasts; infinite for as long as a JVM measures
   */
  record Noise(String name, double perSecond, double outliers, double far, double spellSeconds) {}

  /**
   * @param estimator of log ratios by JVM and block
   */
  record Design(String name, int jvms, double seconds, Function<double[][], Interval> estimator) {
    double called(Noise noise, double loss) {
      Random random = new Random(20_130_601);
      int called = 0;
      for (int i = 0; i < COMPARISONS; i++) {
        called += estimator.apply(drawn(noise, loss, random)).contains(1) ? 0 : 1;
      }
      return (double) called / COMPARISONS;
    }

    private double[][] drawn(Noise noise, double loss, Random random) {
      int blocks = (int) Math.round(seconds / jvms / BLOCK_SECONDS);
      double[][] logs = new double[jvms][blocks];
      for (double[] jvm : logs) {
        double far = 0;
        double left = 0;
        for (int block = 0; block < blocks; block++) {
          if (left <= 0) {
            far = random.nextDouble() < noise.outliers ? noise.far * random.nextGaussian() : 0;
            left = noise.spellSeconds;
          }
          left -= BLOCK_SECONDS;
          jvm[block] =
              Math.log(1 - loss)
                  + far
                  + noise.perSecond / Math.sqrt(BLOCK_SECONDS) * random.nextGaussian();
        }
      }
      return logs;
    }
  }

  private static Interval student(double[][] logs) {
    return StudentT.of(Arrays.stream(logs).mapToDouble(StatUtils::mean).toArray()).ratio(LEVEL, "");
  }

  private static Interval chosen(double[][] logs) {
    return LogRatio.typicalOfBlocks(List.<double[][]>of(logs)).get(0).interval(LEVEL);
  }

  /** Prints the table as CSV, percent called different. */
  public static void main(String[] args) {
    List<Noise> noises =
        List.of(
            new Noise("quiet", 0.011, 0, 0, 1),
            new Noise("a second in nine far off", 0.011, 0.11, 0.08, 1),
            new Noise("a JVM in nine far off", 0.011, 0.11, 0.08, Double.POSITIVE_INFINITY),
            new Noise("8 in flight", 0.055, 0, 0, 1));
    List<Design> designs =
        List.of(
            new Design("Student's t", 6, 12, BlockSimulation::student),
            new Design("Student's t", 6, 24, BlockSimulation::student),
            new Design("Student's t", 16, 24, BlockSimulation::student),
            new Design("trimmed", 12, 24, BlockSimulation::chosen),
            new Design("trimmed", 16, 24, BlockSimulation::chosen),
            new Design("trimmed", 20, 30, BlockSimulation::chosen));
    System.out.println("noise,jvms,seconds,estimator,same,slower_2,slower_4,slower_8");
    for (Noise noise : noises) {
      for (Design design : designs) {
        System.out.printf(
            Locale.ROOT,
            "%s,%d,%.0f,%s,%.2f,%.1f,%.1f,%.1f%n",
            noise.name,
            design.jvms,
            design.seconds,
            design.name,
            design.called(noise, 0) * 100,
            design.called(noise, 0.02) * 100,
            design.called(noise, 0.04) * 100,
            design.called(noise, 0.08) * 100);
      }
    }
  }
}
