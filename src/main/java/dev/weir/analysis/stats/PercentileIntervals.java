package dev.weir.analysis.stats;

import dev.weir.record.PercentileInterval;
import dev.weir.record.Percentiles;
import dev.weir.record.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.hipparchus.distribution.continuous.BetaDistribution;
import org.hipparchus.distribution.continuous.FDistribution;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.jspecify.annotations.Nullable;

/**
 * The 95 % interval of a percentile of times. Calls of one second share its luck, so a block of
 * calls is the unit: a second, a turn, or whatever an interval of the latency log is.
 *
 * <p>The share of calls at or below the percentile is a ratio of sums over blocks; its variance
 * comes from at most {@value #MOST_BATCHES} batches of blocks that follow each other (batch means:
 * Schmeiser, Operations Research 30, 1982), for several trials also from the trials. That variance
 * says how many independent calls they are worth; a binomial interval of the share with that number
 * (Korn and Graubard, Survey Methodology 24, 1998, with Jeffreys' beta) is carried over to the
 * times (Woodruff, JASA 47, 1952).
 */
public final class PercentileIntervals {
  /** Of every interval. */
  public static final double CONFIDENCE = 0.95;

  /** Few, so that each is longer than a spell of slow blocks. */
  static final int MOST_BATCHES = 8;

  /** From fewer blocks no variance is known. */
  static final int FEWEST_BLOCKS = 8;

  /** Blocks for each spell: with fewer spells than this the intervals were found too short. */
  private static final int FEWEST_SPELLS = 40;

  /** Neighbours this alike are no chance: a correlation of that number of standard errors. */
  private static final double ALIKE = 2;

  /** Trials that differ by less than chance explains at this level are pooled (Bancroft 1944). */
  private static final double POOLED = 0.25;

  private static final String SPELLS = "too short: slow seconds come in spells";

  private static final double[] LEVELS = {50, 95, 99, 99.9};

  private static final double MICRO = 1e3;

  private PercentileIntervals() {}

  /**
   * Times of one trial, with intervals.
   *
   * @param blocks times in nanoseconds in the order of time, each in HdrHistogram's compressed
   *     encoding, of which only one is decoded at a time
   */
  public static Times times(List<String> blocks) {
    return times(() -> blocks.stream().map(block -> Percentiles.merge(List.of(block))).iterator());
  }

  private static Times times(Iterable<Histogram> blocks) {
    Histogram all = sum(blocks);
    Percentiles percentiles = Percentiles.of(all);
    if (percentiles == null) {
      return Times.of(all);
    }
    PercentileInterval[] made = of(all, blocks, LEVELS);
    return new Times(
        percentiles.with(new Percentiles.Intervals(made[0], made[1], made[2], made[3])),
        Times.encode(all));
  }

  private static Histogram sum(Iterable<Histogram> blocks) {
    Histogram all = new Histogram(3);
    blocks.forEach(all::add);
    return all;
  }

  /**
   * The interval of one percentile of one trial.
   *
   * @param blocks times in nanoseconds, in the order of time
   * @param percentile between 0 and 100
   */
  public static PercentileInterval of(List<Histogram> blocks, double percentile) {
    return of(sum(blocks), blocks, percentile)[0];
  }

  /**
   * Percentiles with intervals of several trials of one cell, together.
   *
   * @param rounds blocks of each trial, as in {@link #times}
   */
  public static @Nullable Percentiles ofRounds(List<List<String>> rounds) {
    return ofTrials(rounds.stream().map(PercentileIntervals::times).toList());
  }

  /**
   * Percentiles with intervals of several trials of one cell, together.
   *
   * @return null without any call; without intervals if the trials have none and are few
   */
  public static @Nullable Percentiles ofTrials(List<Times> trials) {
    List<Histogram> histograms = new ArrayList<>();
    List<Percentiles> own = new ArrayList<>();
    Histogram all = new Histogram(3);
    for (Times trial : trials) {
      Percentiles micros = trial.micros();
      if (micros != null) {
        Histogram histogram = Percentiles.merge(List.of(trial.histogram()));
        histograms.add(histogram);
        own.add(micros);
        all.add(histogram);
      }
    }
    Percentiles together = Percentiles.of(all);
    boolean known = own.stream().allMatch(each -> each.intervals() != null);
    if (together == null || (!known && histograms.size() < FEWEST_BLOCKS)) {
      return together;
    }
    PercentileInterval[] made = new PercentileInterval[LEVELS.length];
    for (int i = 0; i < made.length; i++) {
      int which = i;
      made[i] =
          ofTrials(
              all,
              histograms,
              own.stream().map(each -> level(each.intervals(), which)).toList(),
              LEVELS[i]);
    }
    return together.with(new Percentiles.Intervals(made[0], made[1], made[2], made[3]));
  }

  private static @Nullable PercentileInterval level(
      Percentiles.@Nullable Intervals intervals, int which) {
    if (intervals == null) {
      return null;
    }
    return switch (which) {
      case 0 -> intervals.p50();
      case 1 -> intervals.p95();
      case 2 -> intervals.p99();
      default -> intervals.p999();
    };
  }

  /**
   * The variance of a share, and how well it is known.
   *
   * @param blocks that it rests on, fewer than {@link #FEWEST_BLOCKS} are too few
   */
  private record Variance(double value, double degreesOfFreedom, int blocks) {}

  private static PercentileInterval[] of(
      Histogram all, Iterable<Histogram> blocks, double... percentiles) {
    double[][] off = residuals(blocks, all, percentiles);
    PercentileInterval[] made = new PercentileInterval[percentiles.length];
    for (int i = 0; i < made.length; i++) {
      made[i] = of(all, off[i], percentiles[i]);
    }
    return made;
  }

  private static PercentileInterval of(Histogram all, double[] off, double percentile) {
    if (all.getTotalCount() == 0) {
      return new PercentileInterval(null, null, 0, 0, "no calls");
    }
    int batches = Math.min(off.length, MOST_BATCHES);
    Variance variance = new Variance(batched(off, batches, all), batches - 1.0, off.length);
    double needed = blocksForSpells(off);
    if (off.length >= FEWEST_BLOCKS && off.length < needed) {
      return new PercentileInterval(
          null,
          null,
          independent(all, percentile, variance.value()),
          off.length,
          String.format(Locale.ROOT, "%s, %d of %.0f seconds", SPELLS, off.length, needed));
    }
    return interval(all, percentile, variance);
  }

  private static PercentileInterval ofTrials(
      Histogram all,
      List<Histogram> trials,
      List<@Nullable PercentileInterval> own,
      double percentile) {
    double share = percentile / 100;
    double n = all.getTotalCount();
    double within = 0;
    int degrees = 0;
    int blocks = 0;
    boolean known = true;
    String spells = null;
    for (int i = 0; i < own.size(); i++) {
      PercentileInterval trial = own.get(i);
      if (trial == null || !(trial.independentCalls() > 0)) {
        known = false;
        continue;
      }
      double part = trials.get(i).getTotalCount() / n;
      within += part * part * share * (1 - share) / trial.independentCalls();
      degrees += Math.min(trial.blocks(), MOST_BATCHES) - 1;
      blocks += trial.blocks();
      String why = trial.why();
      if (why != null && why.startsWith(SPELLS)) {
        spells = why;
      }
    }
    int count = trials.size();
    double between = batched(residuals(trials, all, percentile)[0], count, all);
    if (!known) {
      return interval(all, percentile, new Variance(between, count - 1.0, count));
    }
    boolean pooled =
        count < 2
            || degrees < 1
            || between
                < within
                    * new FDistribution(count - 1, degrees)
                        .inverseCumulativeProbability(1 - POOLED);
    if (!pooled) {
      return interval(all, percentile, new Variance(between, count - 1.0, blocks));
    }
    if (spells != null && count < FEWEST_BLOCKS) {
      return new PercentileInterval(
          null, null, independent(all, percentile, within), blocks, spells);
    }
    double sum = degrees + count - 1;
    return interval(
        all,
        percentile,
        new Variance((within * degrees + between * (count - 1)) / sum, sum, blocks));
  }

  private static PercentileInterval interval(Histogram all, double percentile, Variance variance) {
    double share = percentile / 100;
    double calls = all.getTotalCount();
    double independent = independent(all, percentile, variance.value());
    if (variance.blocks() < FEWEST_BLOCKS) {
      return new PercentileInterval(
          null,
          null,
          independent,
          variance.blocks(),
          String.format(
              Locale.ROOT, "too short: %d of %d seconds", variance.blocks(), FEWEST_BLOCKS));
    }
    double normal = new NormalDistribution().inverseCumulativeProbability((1 + CONFIDENCE) / 2);
    double student = StudentT.quantile(variance.degreesOfFreedom(), CONFIDENCE);
    double effective = independent * Math.pow(normal / student, 2);
    double needed = Math.log((1 - CONFIDENCE) / 2) / Math.log(share);
    if (Math.min(effective, calls) < needed) {
      return new PercentileInterval(
          null,
          null,
          independent,
          variance.blocks(),
          String.format(
              Locale.ROOT,
              "too few calls: %,.0f of %,.0f",
              calls,
              Math.ceil(needed * calls / Math.max(1, Math.min(effective, calls)))));
    }
    BetaDistribution shares =
        new BetaDistribution(share * effective + 0.5, (1 - share) * effective + 0.5);
    double low = shares.inverseCumulativeProbability((1 - CONFIDENCE) / 2);
    double high = shares.inverseCumulativeProbability((1 + CONFIDENCE) / 2);
    return new PercentileInterval(
        all.lowestEquivalentValue(all.getValueAtPercentile(100 * low)) / MICRO,
        all.highestEquivalentValue(all.getValueAtPercentile(100 * high)) / MICRO,
        independent,
        variance.blocks(),
        null);
  }

  /** By the design effect (Kish 1965): the calls whose share would vary as much. */
  private static double independent(Histogram all, double percentile, double variance) {
    double share = percentile / 100;
    return variance > 0 ? share * (1 - share) / variance : all.getTotalCount();
  }

  /**
   * Calls of each block at or below the percentile of all, beyond what its calls let expect; blocks
   * without calls say nothing.
   */
  private static double[][] residuals(
      Iterable<Histogram> blocks, Histogram all, double... percentiles) {
    long[] values = new long[percentiles.length];
    double[] shares = new double[percentiles.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = all.getValueAtPercentile(percentiles[i]);
      shares[i] = all.getCountBetweenValues(0, values[i]) / (double) all.getTotalCount();
    }
    List<double[]> rows = new ArrayList<>();
    for (Histogram block : blocks) {
      double calls = block.getTotalCount();
      if (calls > 0) {
        double[] row = new double[percentiles.length];
        for (int i = 0; i < row.length; i++) {
          // It may reach less far than the value, which counts as its last bucket.
          long value = Math.min(values[i], block.getMaxValue());
          row[i] = block.getCountBetweenValues(0, value) - shares[i] * calls;
        }
        rows.add(row);
      }
    }
    double[][] off = new double[percentiles.length][rows.size()];
    for (int i = 0; i < off.length; i++) {
      for (int j = 0; j < rows.size(); j++) {
        off[i][j] = rows.get(j)[i];
      }
    }
    return off;
  }

  /** Variance of the share by batches that follow each other; 0 of a single one. */
  private static double batched(double[] off, int batches, Histogram all) {
    double squares = 0;
    for (int j = 0; j < batches; j++) {
      double sum = 0;
      for (int i = j * off.length / batches; i < (j + 1) * off.length / batches; i++) {
        sum += off[i];
      }
      squares += sum * sum;
    }
    return batches < 2
        ? 0
        : squares * batches / (batches - 1.0) / Math.pow((double) all.getTotalCount(), 2);
  }

  /**
   * By the correlation of neighbours, as a first-order autoregression has it: a spell is (1 + r) /
   * (1 - r) blocks long. 0 where neighbours are no more alike than by chance.
   */
  private static double blocksForSpells(double[] off) {
    double all = 0;
    double neighbours = 0;
    for (int i = 0; i < off.length; i++) {
      all += off[i] * off[i];
      neighbours += i == 0 ? 0 : off[i] * off[i - 1];
    }
    double alike = all > 0 ? neighbours / all : 0;
    return alike < ALIKE / Math.sqrt(Math.max(1, off.length))
        ? 0
        : Math.ceil(FEWEST_SPELLS * (1 + alike) / (1 - Math.min(0.95, alike)));
  }
}
