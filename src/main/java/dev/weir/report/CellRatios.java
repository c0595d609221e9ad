package dev.weir.report;

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

/** Ratios of cells of one run, paired within rounds. */
final class CellRatios {
  private final CellSet cells;
  private final double confidence;

  /**
   * @param confidence of the intervals, from 0 to 1
   */
  CellRatios(CellSet cells, double confidence) {
    this.cells = cells;
    this.confidence = confidence;
  }

  /** Documents/s of a cell over those of another; null if no round has both. */
  @Nullable Interval of(CellRecord of, CellRecord to) {
    RoundRatios.Ratio ratio = CellSummaries.ratio(of, to, cells.all(), confidence);
    return ratio == null ? null : ratio.interval();
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

  /** The same ratio the other way round. */
  static Interval inverse(Interval ratio) {
    return new Interval(
        1 / ratio.mean(),
        1 / ratio.high(),
        1 / ratio.low(),
        ratio.confidence(),
        ratio.n(),
        ratio.method());
  }
}
