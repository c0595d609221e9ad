package dev.weir.analysis.compare;

import dev.weir.analysis.stats.CellSummaries;
import dev.weir.analysis.stats.RoundRatios;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.ToIntFunction;

/**
 * From which level of a factor on more of it brings no more: the lowest that reaches {@link
 * #AS_GOOD} of the highest rate.
 *
 * <p>Its interval holds every level that can't be distinguished from it: it begins at the lowest
 * that is not shown to stay below that share, and ends at the lowest that is shown to reach it.
 * Each level is compared with the best within rounds, at levels of confidence corrected by
 * Bonferroni for their count, because the best was picked from the same rounds (after Hsu,
 * "Constrained simultaneous confidence intervals for multiple comparisons with the best", Annals of
 * Statistics 12(3), 1984).
 *
 * @param level the lowest that reaches that share
 * @param low the lowest that may do so
 * @param high the lowest that surely does so
 * @param rising whether that is the highest level measured, so that more could be better still
 */
public record Saturation(int level, int low, int high, boolean rising) {
  /** The share of the highest rate that counts as no worse. */
  public static final double AS_GOOD = 0.95;

  /**
   * Where cells that differ in one factor saturate.
   *
   * @param measured at least two, with a rate each, by ascending level
   * @param run cells whose scatter between JVMs tells theirs; none to go by these alone
   * @param confidence of the interval, between 0 and 1
   */
  static Saturation of(
      List<CellRecord> measured,
      List<CellRecord> run,
      ToIntFunction<CellRecord> level,
      double confidence) {
    CellRecord highest = highest(measured);
    double each = 1 - (1 - confidence) / (measured.size() - 1); // Bonferroni's correction
    int low = 0;
    int enough = 0;
    int high = 0;
    for (CellRecord cell : measured) {
      boolean same = cell.id().equals(highest.id());
      RoundRatios.Ratio ratio = same ? null : CellSummaries.ratio(cell, highest, run, each);
      boolean known = ratio != null && ratio.interval().isKnown();
      double atMost = ratio == null || !known ? Double.MAX_VALUE : ratio.interval().high();
      double atLeast = ratio == null || !known ? 0 : ratio.interval().low();
      if (low == 0 && atMost >= AS_GOOD) {
        low = level.applyAsInt(cell);
      }
      if (enough == 0 && mean(cell) >= AS_GOOD * mean(highest)) {
        enough = level.applyAsInt(cell);
      }
      if (high == 0 && (same || atLeast >= AS_GOOD)) {
        high = level.applyAsInt(cell);
      }
    }
    int most = level.applyAsInt(measured.get(measured.size() - 1));
    return new Saturation(enough, Math.min(low, enough), Math.max(high, enough), enough == most);
  }

  /** The fastest of cells that have a rate. */
  static CellRecord highest(List<CellRecord> measured) {
    return measured.stream().max(Comparator.comparingDouble(Saturation::mean)).orElseThrow();
  }

  private static double mean(CellRecord cell) {
    Interval rate = Objects.requireNonNull(cell.documentsPerSecond());
    return rate.mean();
  }
}
