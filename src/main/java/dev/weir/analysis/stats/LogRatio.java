package dev.weir.analysis.stats;

import dev.weir.record.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hipparchus.stat.StatUtils;

/**
 * The ratio of two cells' rates as a logarithm, with what is known of its error: Student's t with
 * that many degrees of freedom. Unlike {@link RoundRatios} it can be asked at any level, which
 * corrections for many comparisons need.
 *
 * @param log natural logarithm of the ratio of geometric means; its count is the fewest rounds that
 *     a side rests on
 * @param method how it was made
 */
public record LogRatio(StudentT log, String method) {
  /** Sides measured by turns: round i of one belongs to round i of the other. */
  public static final String PAIRED = RoundRatios.METHOD;

  /** Sides that took turns within JVMs: block i of one belongs to block i of the other. */
  public static final String BLOCKS = "student-t on logs over JVMs and blocks";

  /** With fewer cells, JVMs of all of them tell too little of how far JVMs lie apart. */
  private static final int FEWEST_CELLS = 3;

  /** Of a JVM's blocks, at either end: one of four. */
  private static final double BLOCKS_OUT = 0.25;

  /** Of the JVMs, at either end: three of sixteen. */
  private static final double JVMS_OUT = 0.2;

  /** With fewer JVMs the degrees of freedom that trimming costs are worth more than it gains. */
  private static final int FEWEST_TO_TRIM = 12;

  /** Sides measured at different times. */
  public static final String UNPAIRED = "Welch's t on logs, run-to-run spread included";

  private static final int FEWEST_ROUNDS = 2;

  /** As good as the normal distribution, which is t with infinitely many. */
  private static final double MOST_DEGREES = 1e6;

  /**
   * The ratio {@code other / base} of sides that took turns (a paired t-test on log rates).
   *
   * @param base rates by round
   * @param other rates of the same rounds
   * @throws IllegalArgumentException if lengths differ or fewer than two rounds are left
   */
  public static LogRatio paired(double[] base, double[] other) {
    if (base.length != other.length) {
      throw new IllegalArgumentException(
          "pairs are made within rounds, but one side has "
              + base.length
              + " and the other "
              + other.length);
    }
    double[] from = logs(base);
    double[] to = logs(other);
    double[] differences = new double[from.length];
    Arrays.setAll(differences, i -> to[i] - from[i]);
    return new LogRatio(StudentT.of(differences), PAIRED);
  }

  /** A ratio by its logarithm in each round, one at least. */
  public static LogRatio ofRounds(double[] logs) {
    return new LogRatio(StudentT.of(logs), PAIRED);
  }

  /**
   * The ratios of the typical call of sides that took turns in blocks, one for each cell: as {@link
   * #blocks}, but a JVM's figure is the trimmed mean of its blocks. Something that slows one side
   * for a second makes a whole block an outlier.
   */
  public static List<LogRatio> typicalOfBlocks(List<double[][]> cells) {
    return blocks(cells, BLOCKS_OUT);
  }

  /**
   * The ratios of sides that took turns in blocks, some blocks in each of some JVMs: one for each
   * cell. The JVM is the unit. With {@value #FEWEST_TO_TRIM} JVMs or more it is their trimmed mean:
   * in one JVM of nine, a side lay 5 to 12 % off for as long as that JVM measured. With fewer, and
   * several cells, the variance between JVMs is taken from all of them, as {@link RoundIntervals}
   * does for means.
   *
   * @param cells natural logarithms of ratios by JVM and block; two JVMs at least
   */
  public static List<LogRatio> blocks(List<double[][]> cells) {
    return blocks(cells, 0);
  }

  /**
   * @param blocksOut share of a JVM's blocks that is left out at either end
   */
  private static List<LogRatio> blocks(List<double[][]> cells, double blocksOut) {
    List<TwoLevels> levels = cells.stream().map(jvms -> new TwoLevels(jvms, blocksOut)).toList();
    boolean pooled =
        cells.size() >= FEWEST_CELLS
            && cells.stream().mapToInt(cell -> cell.length).distinct().count() == 1
            && cells.get(0).length < FEWEST_TO_TRIM
            && levels.stream().allMatch(TwoLevels::hasTurns);
    List<LogRatio> ratios = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      double[] figures = levels.get(i).means();
      StudentT log =
          pooled
              ? levels.get(i).over(TwoLevels.Between.ofMeans(levels))
              : StudentT.trimmed(figures, figures.length < FEWEST_TO_TRIM ? 0 : JVMS_OUT);
      ratios.add(new LogRatio(log, BLOCKS));
    }
    return ratios;
  }

  /**
   * The ratio {@code other / base} of sides measured at different times. Their rounds tell how far
   * the rounds of one run scatter (Welch, Biometrika 34, 1947, with Satterthwaite's degrees of
   * freedom); how far whole runs scatter around each other they can't tell, so that is added from
   * outside, once for each side.
   *
   * @param spread how far runs of the same thing lie apart
   * @throws IllegalArgumentException if a side has fewer than two rounds
   */
  public static LogRatio unpaired(double[] base, double[] other, RunSpread spread) {
    double[] from = logs(base);
    double[] to = logs(other);
    double ofBase = StatUtils.variance(from) / from.length;
    double ofOther = StatUtils.variance(to) / to.length;
    double ofRuns = 2 * spread.sd() * spread.sd();
    double variance = ofBase + ofOther + ofRuns;
    double weights =
        ofBase * ofBase / (from.length - 1)
            + ofOther * ofOther / (to.length - 1)
            + ofRuns * ofRuns / spread.degreesOfFreedom();
    // Rounds that all agree tell nothing about their spread: as few degrees as there can be.
    double known = ofRuns > 0 ? MOST_DEGREES : Math.min(from.length, to.length) - 1.0;
    double degrees = weights > 0 ? Math.min(MOST_DEGREES, variance * variance / weights) : known;
    return new LogRatio(
        new StudentT(
            StatUtils.mean(to) - StatUtils.mean(from),
            Math.sqrt(variance),
            degrees,
            Math.min(from.length, to.length)),
        UNPAIRED);
  }

  /** The two-sided p-value of "there is no difference". */
  public double p() {
    return Math.min(1, 2 * tail(Math.abs(log.estimate())));
  }

  /**
   * The p-value of "the ratio is not below {@code bound}", doubled so that it compares with
   * two-sided levels.
   *
   * @param bound a ratio, 0.95 for "no worse than by 5 %"
   */
  public double pBelow(double bound) {
    return Math.min(1, 2 * tail(Math.log(bound) - log.estimate()));
  }

  /**
   * The ratio with its two-sided interval.
   *
   * @param confidence between 0 and 1
   */
  public Interval interval(double confidence) {
    return log.ratio(confidence, method);
  }

  /** Probability of an estimate at least this far off in one direction. */
  private double tail(double distance) {
    if (log.standardError() == 0) {
      return distance > 0 ? 0 : 1;
    }
    return log.below(-distance / log.standardError());
  }

  private static double[] logs(double[] rates) {
    if (rates.length < FEWEST_ROUNDS) {
      throw new IllegalArgumentException(
          "a comparison needs two rounds of either side, got " + rates.length);
    }
    for (double rate : rates) {
      if (!(rate > 0) || Double.isInfinite(rate)) {
        throw new IllegalArgumentException("a ratio needs positive, finite rates, got " + rate);
      }
    }
    return Arrays.stream(rates).map(Math::log).toArray();
  }
}
