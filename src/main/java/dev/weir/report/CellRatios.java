package dev.weir.report;

import dev.weir.analysis.compare.AlikeRatio;
import dev.weir.analysis.stats.CellSummaries;
import dev.weir.analysis.stats.RoundRatios;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.TrialRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Ratios of cells of one run: by turns of calls where they were compared that way, else paired
 * within rounds.
 */
public final class CellRatios {
  private final CellSet cells;
  private final double confidence;
  private final List<AlikeRatio> alike;

  /**
   * @param confidence of the intervals, from 0 to 1
   * @param alike ratios by turns of calls
   */
  public CellRatios(CellSet cells, double confidence, List<AlikeRatio> alike) {
    this.cells = cells;
    this.confidence = confidence;
    this.alike = alike;
  }

  /** How long the turns of two cells were that were compared by turns of calls; null for others. */
  @Nullable String turn(CellRecord one, CellRecord other) {
    return AlikeRatio.turn(alike, one.id(), other.id());
  }

  /** Documents/s of a cell over those of another; null if no round has both. */
  @Nullable Interval of(CellRecord of, CellRecord to) {
    RoundRatios.Ratio ratio = ratio(of, to);
    return ratio == null ? null : ratio.interval();
  }

  /** As {@link #of(CellRecord, CellRecord)}, with what the interval shows. */
  public RoundRatios.@Nullable Ratio ratio(CellRecord of, CellRecord to) {
    Interval byTurns = AlikeRatio.typical(alike, of.id(), to.id());
    return byTurns == null
        ? CellSummaries.ratio(of, to, cells.all(), confidence)
        : new RoundRatios.Ratio(byTurns, RoundRatios.verdict(byTurns));
  }

  /** Another figure of a cell over that of another; null if no round has both. */
  @Nullable Interval of(CellRecord of, CellRecord to, ToDoubleFunction<TrialRecord> figure) {
    Set<Integer> rounds = new TreeSet<>();
    of.trials().forEach(trial -> rounds.add(trial.round()));
    List<Double> ratios = new ArrayList<>();
    for (int round : rounds) {
      double ratio = figure(of, round, figure) / figure(to, round, figure);
      if (ratio > 0 && Double.isFinite(ratio)) {
        ratios.add(ratio);
      }
    }
    return ratios.isEmpty()
        ? null
        : RoundRatios.mean(ratios.stream().mapToDouble(Double::doubleValue).toArray(), confidence);
  }

  private static double figure(CellRecord cell, int round, ToDoubleFunction<TrialRecord> figure) {
    return cell.valid(round).map(figure::applyAsDouble).orElse(Double.NaN);
  }
}
