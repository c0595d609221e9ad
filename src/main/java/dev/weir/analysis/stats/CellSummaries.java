package dev.weir.analysis.stats;

import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.TrialRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.hipparchus.stat.StatUtils;
import org.jspecify.annotations.Nullable;

/** What the trials of each cell say together. Only valid trials count. */
public final class CellSummaries {
  /** WiredTiger's checkpoint interval; steady state of a server spans a few of them. */
  private static final double CHECKPOINT_SECONDS = 60;

  private static final int FEWEST_CHECKPOINTS = 3;

  private CellSummaries() {}

  /**
   * Summarises every cell.
   *
   * @param factors each cell's factors by id, in the order of the table
   * @param trials all trials so far
   * @param baseline id of the cell that ratios are taken to, null for none
   * @param confidence level of every interval
   */
  public static List<CellRecord> of(
      Map<String, Map<String, String>> factors,
      List<TrialRecord> trials,
      @Nullable String baseline,
      double confidence) {
    Map<String, List<TrialRecord>> byCell =
        trials.stream()
            .collect(
                Collectors.groupingBy(TrialRecord::cell, LinkedHashMap::new, Collectors.toList()));
    Map<String, TurnRates> rates = new LinkedHashMap<>();
    factors.keySet().forEach(id -> rates.put(id, TurnRates.of(byCell.getOrDefault(id, List.of()))));
    List<CellRecord> cells = new ArrayList<>();
    factors.forEach(
        (id, values) -> {
          List<TrialRecord> own = byCell.getOrDefault(id, List.of());
          cells.add(cell(id, values, own, baseline, rates, confidence));
        });
    return cells;
  }

  private static CellRecord cell(
      String id,
      Map<String, String> factors,
      List<TrialRecord> trials,
      @Nullable String baseline,
      Map<String, TurnRates> run,
      double confidence) {
    List<TrialRecord> valid = trials.stream().filter(TrialRecord::valid).toList();
    TurnRates rates = Objects.requireNonNull(run.get(id));
    Interval interval =
        rates.isEmpty() ? null : RoundIntervals.mean(rates, run.values(), confidence);
    return new CellRecord(
        id,
        factors,
        trials,
        interval,
        mean(valid, t -> t.rates().batchesPerSecond()),
        mean(valid, t -> t.rates().megabytesPerSecond()),
        ratio(id, baseline, run, confidence),
        PercentileIntervals.ofTrials(valid.stream().map(TrialRecord::serviceTimes).toList()),
        new CellRecord.Cpu(mean(valid, t -> t.cpu().clientMicros()), serverMicros(valid)),
        mean(valid, TrialRecord::poolWaitMicros),
        new CellRecord.Bottleneck("undecided", List.of()),
        notes(valid));
  }

  private static List<String> notes(List<TrialRecord> valid) {
    List<String> notes = new ArrayList<>(unchanged(valid));
    double seconds = valid.stream().mapToDouble(t -> t.measuredSeconds()).max().orElse(0);
    if (valid.isEmpty() || seconds >= FEWEST_CHECKPOINTS * CHECKPOINT_SECONDS) {
      return notes;
    }
    notes.add(
        String.format(
            Locale.ROOT,
            "Trials are shorter than %d checkpoints of %.0f s: the server's steady state may be"
                + " slower.",
            FEWEST_CHECKPOINTS,
            CHECKPOINT_SECONDS));
    return notes;
  }

  /** What was saved and changed nothing: it is in calls and in their times, not in documents. */
  private static List<String> unchanged(List<TrialRecord> valid) {
    long saved = valid.stream().mapToLong(t -> t.counts().unchanged()).sum();
    long all = valid.stream().mapToLong(t -> t.counts().acknowledged()).sum();
    return saved == 0
        ? List.of()
        : List.of(
            String.format(
                Locale.ROOT,
                "%,d of %,d saved documents (%.0f %%) were as they had been: documents/s leave them"
                    + " out, service times and CPU hold them.",
                saved,
                all,
                100.0 * saved / all));
  }

  /**
   * Documents/s of one cell divided by that of another, paired within rounds and passes.
   *
   * @param run all cells of the run
   * @return null if no round has a valid trial of both
   */
  public static RoundRatios.@Nullable Ratio ratio(
      CellRecord numerator, CellRecord denominator, Collection<CellRecord> run, double confidence) {
    return RoundRatios.ratio(
        TurnRates.of(numerator.trials()),
        TurnRates.of(denominator.trials()),
        run.stream().map(cell -> TurnRates.of(cell.trials())).toList(),
        confidence);
  }

  /**
   * The ratio of two cells that took turns, by its logarithm; null if they did not.
   *
   * @param run all cells of the run
   */
  public static @Nullable LogRatio ratioOfTurns(
      CellRecord numerator, CellRecord denominator, Collection<CellRecord> run) {
    return RoundRatios.ofTurns(
        TurnRates.of(numerator.trials()),
        TurnRates.of(denominator.trials()),
        run.stream().map(cell -> TurnRates.of(cell.trials())).toList());
  }

  /** As {@link #ratio(CellRecord, CellRecord, Collection, double)}, from the two cells alone. */
  public static RoundRatios.@Nullable Ratio ratio(
      CellRecord numerator, CellRecord denominator, double confidence) {
    return ratio(numerator, denominator, List.of(), confidence);
  }

  private static CellRecord.@Nullable Ratio ratio(
      String id, @Nullable String baseline, Map<String, TurnRates> run, double confidence) {
    TurnRates base = baseline == null || baseline.equals(id) ? null : run.get(baseline);
    if (base == null) {
      return null;
    }
    RoundRatios.Ratio ratio =
        RoundRatios.ratio(Objects.requireNonNull(run.get(id)), base, run.values(), confidence);
    return ratio == null
        ? null
        : new CellRecord.Ratio(
            Objects.requireNonNull(baseline), ratio.interval(), ratio.verdict().title());
  }

  private static @Nullable Double mean(
      List<TrialRecord> trials, ToDoubleFunction<TrialRecord> figure) {
    return trials.isEmpty() ? null : StatUtils.mean(trials.stream().mapToDouble(figure).toArray());
  }

  private static @Nullable Double serverMicros(List<TrialRecord> trials) {
    double[] known =
        trials.stream()
            .map(t -> t.cpu().serverMicros())
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .toArray();
    return known.length == 0 ? null : StatUtils.mean(known);
  }
}
