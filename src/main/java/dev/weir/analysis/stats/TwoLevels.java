package dev.weir.analysis.stats;

import java.util.List;
import org.hipparchus.distribution.continuous.FDistribution;
import org.hipparchus.stat.StatUtils;

/**
 * Figures at two levels: JVMs, and turns within them. The variance of a mean over both is that
 * between JVMs over their number plus that of turns over theirs (Searle, Casella and McCulloch,
 * Variance Components, 1992, chapter 3); its degrees of freedom are Satterthwaite's ("An
 * approximate distribution of estimates of variance components", Biometrics Bulletin 2, 1946).
 *
 * <p>Three or four JVMs tell next to nothing about how far JVMs of one cell lie apart. Those of all
 * cells of a run tell enough, so that variance is taken from all of them, while the variance of
 * turns is each cell's own. A cell whose JVMs lie further apart than this can explain keeps to its
 * own, by Student's t over JVMs. Figures are relative to their mean, so that cells compare.
 */
final class TwoLevels {
  /** How sure it has to be that a cell's JVMs lie further apart than those of the others. */
  private static final double SURE = 0.99;

  private final double[] means;
  private final double mean;
  private final double ofTurns;
  private final int turnDegrees;

  /**
   * @param rounds figures of each JVM's turns; none is empty
   */
  TwoLevels(double[][] rounds) {
    this(rounds, 0);
  }

  /**
   * With the trimmed mean of each JVM's turns for their mean, and the error that the winsorized
   * turns tell, as {@link StudentT#trimmed} has both.
   *
   * @param rounds figures of each JVM's turns; none is empty
   * @param out share of a JVM's turns that is left out at either end, below 0.5
   */
  TwoLevels(double[][] rounds, double out) {
    means = new double[rounds.length];
    double squares = 0;
    double perMean = 0;
    int degrees = 0;
    for (int i = 0; i < rounds.length; i++) {
      StudentT turns = StudentT.trimmed(rounds[i], out);
      int kept = (int) turns.degreesOfFreedom() + 1;
      means[i] = turns.estimate();
      squares += kept < 2 ? 0 : Math.pow(turns.standardError(), 2) * kept * (kept - 1.0);
      degrees += kept - 1;
      perMean += 1.0 / kept / rounds.length;
    }
    mean = StatUtils.mean(means);
    ofTurns = degrees == 0 ? 0 : squares / degrees * perMean;
    turnDegrees = degrees;
  }

  /** The mean of each JVM's turns. */
  double[] means() {
    return means.clone();
  }

  /** The mean of the JVMs' means, which count alike. */
  double mean() {
    return mean;
  }

  /** Whether there are turns to tell from JVMs. */
  boolean hasTurns() {
    return means.length > 1 && turnDegrees > 0;
  }

  /** Relative to the mean. */
  TwoLevels relative() {
    return new TwoLevels(this, 1 / mean);
  }

  private TwoLevels(TwoLevels other, double factor) {
    means = new double[other.means.length];
    for (int i = 0; i < means.length; i++) {
      means[i] = other.means[i] * factor;
    }
    mean = other.mean * factor;
    ofTurns = other.ofTurns * factor * factor;
    turnDegrees = other.turnDegrees;
  }

  /**
   * The estimate with the error that both levels make.
   *
   * @param between variance between JVMs, as all cells of the run tell it
   */
  StudentT over(Between between) {
    int a = means.length;
    double own = StatUtils.variance(means);
    double variance = Math.max(0, between.variance) + ofTurns;
    double error = 2 * ofTurns * ofTurns / turnDegrees;
    if (between.variance > 0) {
      // Where this cell alone tells of JVMs, its turns are subtracted there and added here.
      error = between.error + (between.cells == 1 ? 0 : error);
    }
    if (variance <= 0) {
      return StudentT.of(means);
    }
    double degrees = 2 * variance * variance / error;
    double most =
        new FDistribution(a - 1.0, Math.max(1, degrees)).inverseCumulativeProbability(SURE);
    return own > most * variance
        ? StudentT.of(means)
        : new StudentT(mean, Math.sqrt(variance / a), Math.max(1, degrees), a);
  }

  /**
   * The variance between JVMs of a cell's means or of a ratio's.
   *
   * @param variance less what turns explain; negative where turns explain more than is seen
   * @param error variance of that estimate
   * @param cells it rests on
   */
  record Between(double variance, double error, int cells) {
    /** Of one cell or ratio, from itself alone. */
    static Between ofItself(TwoLevels cell) {
      return ofMeans(List.of(cell));
    }

    /** Of the mean of one cell, from all cells: what JVMs have in common is part of it. */
    static Between ofMeans(List<TwoLevels> cells) {
      Parts parts = Parts.of(cells);
      int c = cells.size();
      double rest = (c - 1.0) / c * parts.apart;
      double seen = parts.common + rest;
      double error =
          2 * parts.common * parts.common / (parts.jvms - 1.0)
              + (c == 1 ? 0 : 2 * rest * rest / ((parts.jvms - 1.0) * (c - 1)));
      return new Between(seen - parts.ofTurns, error + (c == 1 ? 0 : parts.errorOfTurns), c);
    }

    /** Of the ratio of two cells, from all cells: what JVMs have in common cancels. */
    static Between ofRatios(List<TwoLevels> cells) {
      Parts parts = Parts.of(cells);
      double seen = 2 * parts.apart;
      double error =
          2 * seen * seen / ((parts.jvms - 1.0) * (cells.size() - 1)) + 4 * parts.errorOfTurns;
      return new Between(seen - 2 * parts.ofTurns, error, cells.size());
    }
  }

  /**
   * @param common variance over JVMs of the mean of all cells
   * @param apart variance over JVMs of a cell's own deviation from it
   * @param ofTurns what turns explain of a JVM's mean, averaged over cells
   * @param errorOfTurns variance of that
   */
  private record Parts(int jvms, double common, double apart, double ofTurns, double errorOfTurns) {
    static Parts of(List<TwoLevels> cells) {
      int a = cells.get(0).means.length;
      int c = cells.size();
      double[] jvms = new double[a];
      double ofTurns = 0;
      double error = 0;
      for (TwoLevels cell : cells) {
        for (int i = 0; i < a; i++) {
          jvms[i] += (cell.means[i] - cell.mean) / c;
        }
        ofTurns += cell.ofTurns / c;
        error += 2 * Math.pow(cell.ofTurns / c, 2) / cell.turnDegrees;
      }
      double squares = 0;
      for (TwoLevels cell : cells) {
        for (int i = 0; i < a; i++) {
          squares += Math.pow(cell.means[i] - cell.mean - jvms[i], 2);
        }
      }
      double apart = c == 1 ? 0 : squares / ((a - 1.0) * (c - 1));
      return new Parts(a, StatUtils.variance(jvms), apart, ofTurns, error);
    }
  }
}
