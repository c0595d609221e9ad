package dev.weir.analysis.stats;

import dev.weir.record.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The ratio of two cells, paired within rounds.
 *
 * <p>Both cells of a round see the same machine at nearly the same time, so what disturbs the round
 * hits both and cancels in their ratio. The ratios are averaged as logarithms, which treats "twice"
 * and "half" alike and cannot give a negative bound: the estimate is the geometric mean of the
 * per-round ratios, the interval is Student's on the logarithms (a paired t-test on log rates; on
 * why ratios need intervals see Kalibera and Jones, ISMM 2013; on the geometric mean of ratios,
 * Fleming and Wallace, CACM 29(3), 1986).
 */
public final class RoundRatios {
  /** The name under which an interval of {@link #ratio} is recorded. */
  public static final String METHOD = "paired student-t on logs";

  /** What the interval of a ratio of two rates shows. */
  public enum Verdict {
    FASTER("faster"),
    SLOWER("slower"),
    NO_DIFFERENCE_SHOWN("no difference shown");

    private final String title;

    Verdict(String title) {
      this.title = title;
    }

    /** As a reader should see it. */
    public String title() {
      return title;
    }
  }

  /**
   * A ratio of two rates.
   *
   * @param interval the geometric mean of the per-round ratios, without unit, with its bounds
   * @param verdict faster or slower only if the whole interval lies on that side of 1
   */
  public record Ratio(Interval interval, Verdict verdict) {}

  private RoundRatios() {}

  /**
   * The ratio {@code numerator / denominator} of two cells' rates.
   *
   * @param numerator one rate per round; NaN stands for a round without a valid trial
   * @param denominator one rate per round of the other cell, same index = same round; a round that
   *     lacks either is left out
   * @param confidence the two-sided level, between 0 and 1
   * @throws IllegalArgumentException if lengths differ, no round has both, a rate is not positive
   *     and finite, or the level is out of range
   */
  public static Ratio ratio(double[] numerator, double[] denominator, double confidence) {
    if (numerator.length != denominator.length) {
      throw new IllegalArgumentException(
          "ratios are taken within rounds, but one cell has "
              + numerator.length
              + " and the other "
              + denominator.length);
    }
    double[] logs = new double[numerator.length];
    for (int round = 0; round < logs.length; round++) {
      logs[round] = log(numerator[round], round) - log(denominator[round], round);
    }
    Interval interval = RoundIntervals.ofLogs(RoundIntervals.valid(logs), confidence, METHOD);
    return new Ratio(interval, verdict(interval));
  }

  /**
   * The ratio {@code numerator / denominator} of two cells, from the ratios of their turns of the
   * same round and pass; of cells that did not take turns, from their rounds.
   *
   * @param run all cells of the run, which tell together how far JVMs lie apart
   * @return null if no round has both
   */
  public static @Nullable Ratio ratio(
      TurnRates numerator, TurnRates denominator, Collection<TurnRates> run, double confidence) {
    LogRatio ofTurns = ofTurns(numerator, denominator, run);
    if (ofTurns == null) {
      return ofRounds(numerator.means(), denominator.means(), confidence);
    }
    Interval interval = ofTurns.interval(confidence);
    return new Ratio(interval, verdict(interval));
  }

  /**
   * As {@link #ratio(TurnRates, TurnRates, Collection, double)}, of cells that took turns only.
   *
   * @return null if they did not
   */
  @SuppressWarnings("ReferenceEquality") // the very same, not an equal one
  static @Nullable LogRatio ofTurns(
      TurnRates numerator, TurnRates denominator, Collection<TurnRates> run) {
    boolean logs = numerator.positive() && denominator.positive();
    TurnRates pairs = numerator.logRatios(denominator);
    if (!logs || pairs.isEmpty() || !pairs.levels().hasTurns()) {
      return null;
    }
    TwoLevels levels = pairs.levels();
    List<TwoLevels> all = new ArrayList<>();
    for (TurnRates cell : TurnRates.alike(pairs, run)) {
      if (cell != pairs && cell.positive()) {
        all.add(cell.logs().levels());
      }
    }
    StudentT log =
        levels.over(
            all.size() > 2 ? TwoLevels.Between.ofRatios(all) : TwoLevels.Between.ofItself(levels));
    return new LogRatio(log, RoundIntervals.METHOD_OF_TURNS);
  }

  private static @Nullable Ratio ofRounds(
      NavigableMap<Integer, Double> numerator,
      NavigableMap<Integer, Double> denominator,
      double confidence) {
    List<Integer> shared = numerator.keySet().stream().filter(denominator::containsKey).toList();
    if (shared.isEmpty()) {
      return null;
    }
    return ratio(of(numerator, shared), of(denominator, shared), confidence);
  }

  private static double[] of(NavigableMap<Integer, Double> rates, List<Integer> rounds) {
    return rounds.stream().mapToDouble(round -> Objects.requireNonNull(rates.get(round))).toArray();
  }

  /**
   * The geometric mean of ratios, or of other positive figures, one per round.
   *
   * @throws IllegalArgumentException as {@link #ratio} does
   */
  public static Interval mean(double[] figures, double confidence) {
    double[] ones = new double[figures.length];
    Arrays.fill(ones, 1);
    return ratio(figures, ones, confidence).interval();
  }

  /** What the interval of a ratio shows. */
  public static Verdict verdict(Interval interval) {
    if (interval.low() > 1) {
      return Verdict.FASTER;
    }
    return interval.high() < 1 ? Verdict.SLOWER : Verdict.NO_DIFFERENCE_SHOWN;
  }

  private static double log(double rate, int round) {
    if (rate <= 0 || Double.isInfinite(rate)) {
      throw new IllegalArgumentException(
          "round " + round + ": a ratio needs positive, finite rates, got " + rate);
    }
    return Math.log(rate);
  }
}
