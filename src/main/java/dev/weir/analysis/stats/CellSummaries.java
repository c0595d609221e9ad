package dev.weir.analysis.stats;

import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.Percentiles;
import dev.weir.record.TrialRecord;
import java.util.ArrayList;
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
    Map<Integer, Double> base =
        rates(baseline == null ? List.of() : byCell.getOrDefault(baseline, List.of()));
    List<CellRecord> cells = new ArrayList<>();
    factors.forEach(
        (id, values) -> {
          List<TrialRecord> own = byCell.getOrDefault(id, List.of());
          CellRecord.Ratio ratio =
              baseline == null || baseline.equals(id)
                  ? null
                  : ratio(baseline, rates(own), base, confidence);
          cells.add(cell(id, values, own, ratio, confidence));
        });
    return cells;
  }

  /** Documents/s of valid trials by cell, in the order of rounds; for {@link Precision}. */
  public static Map<String, double[]> perRound(List<CellRecord> cells) {
    Map<String, double[]> figures = new LinkedHashMap<>();
    for (CellRecord cell : cells) {
      figures.put(cell.id(), values(rates(cell.trials())));
    }
    return figures;
  }

  private static CellRecord cell(
      String id,
      Map<String, String> factors,
      List<TrialRecord> trials,
      CellRecord.@Nullable Ratio ratio,
      double confidence) {
    List<TrialRecord> valid = trials.stream().filter(TrialRecord::valid).toList();
    double[] rates = values(rates(trials));
    Interval interval = rates.length == 0 ? null : RoundIntervals.mean(rates, confidence);
    return new CellRecord(
        id,
        factors,
        trials,
        interval,
        mean(valid, t -> t.rates().batchesPerSecond()),
        mean(valid, t -> t.rates().megabytesPerSecond()),
        ratio,
        Percentiles.of(
            Percentiles.merge(valid.stream().map(t -> t.serviceTimes().histogram()).toList())),
        new CellRecord.Cpu(mean(valid, t -> t.cpu().clientMicros()), serverMicros(valid)),
        mean(valid, TrialRecord::poolWaitMicros),
        new CellRecord.Bottleneck("undecided", List.of()),
        notes(valid));
  }

  private static List<String> notes(List<TrialRecord> valid) {
    double seconds = valid.stream().mapToDouble(t -> t.measured().seconds()).max().orElse(0);
    if (valid.isEmpty() || seconds >= FEWEST_CHECKPOINTS * CHECKPOINT_SECONDS) {
      return List.of();
    }
    return List.of(
        String.format(
            Locale.ROOT,
            "Each trial measured %.1f s, less than %d checkpoints of %.0f s: the server's steady"
                + " state may be slower.",
            seconds,
            FEWEST_CHECKPOINTS,
            CHECKPOINT_SECONDS));
  }

  /**
   * Documents/s of one cell divided by that of another, paired within rounds.
   *
   * @return null if no round has a valid trial of both
   */
  public static RoundRatios.@Nullable Ratio ratio(
      CellRecord numerator, CellRecord denominator, double confidence) {
    return paired(rates(numerator.trials()), rates(denominator.trials()), confidence);
  }

  private static CellRecord.@Nullable Ratio ratio(
      String baseline, Map<Integer, Double> own, Map<Integer, Double> base, double confidence) {
    RoundRatios.Ratio ratio = paired(own, base, confidence);
    return ratio == null
        ? null
        : new CellRecord.Ratio(baseline, ratio.interval(), ratio.verdict().title());
  }

  private static RoundRatios.@Nullable Ratio paired(
      Map<Integer, Double> own, Map<Integer, Double> base, double confidence) {
    List<Integer> shared = own.keySet().stream().filter(base::containsKey).toList();
    if (shared.isEmpty()) {
      return null;
    }
    double[] numerator = shared.stream().mapToDouble(round -> value(own, round)).toArray();
    double[] denominator = shared.stream().mapToDouble(round -> value(base, round)).toArray();
    return RoundRatios.ratio(numerator, denominator, confidence);
  }

  private static double value(Map<Integer, Double> rates, Integer round) {
    return Objects.requireNonNull(rates.get(round));
  }

  private static Map<Integer, Double> rates(List<TrialRecord> trials) {
    Map<Integer, Double> rates = new LinkedHashMap<>();
    trials.stream()
        .filter(TrialRecord::valid)
        .forEach(trial -> rates.put(trial.round(), trial.documentsPerSecond()));
    return rates;
  }

  private static double[] values(Map<Integer, Double> rates) {
    return rates.values().stream().mapToDouble(Double::doubleValue).toArray();
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
