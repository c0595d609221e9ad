package dev.weir.report;

import dev.weir.record.CellRecord;
import dev.weir.record.PercentileInterval;
import dev.weir.record.Percentiles;
import dev.weir.record.TrialRecord;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Every trial of a run, invalid ones marked: for a reader, and in raw figures for calculations. */
public final class TrialTable {
  private record Row(CellRecord cell, TrialRecord trial) {}

  private TrialTable() {}

  private static List<Row> rows(List<CellRecord> cells) {
    return cells.stream()
        .flatMap(cell -> cell.trials().stream().map(trial -> new Row(cell, trial)))
        .toList();
  }

  /** For the report. */
  public static Table<?> of(CellSet cells) {
    return cells
        .table("trials", "A row per trial", rows(cells.all()), Row::cell)
        .marked(row -> !row.trial.valid())
        .count("round", row -> row.trial.round())
        .count("order", row -> row.trial.identity().order())
        .figure("documents/s", "", row -> row.trial.documentsPerSecond())
        .figure("settled after", "s", row -> row.trial.span().settleMillis() / 1e3)
        .figure("measured", "s", row -> row.trial.measuredSeconds())
        .figure("p99", "ms", row -> millis(row.trial.serviceTimes().micros(), Percentiles::p99))
        .words(
            "95 % of p99",
            row -> millisInterval(row.trial.serviceTimes().micros(), Percentiles.Intervals::p99))
        .count("GC ms", row -> gcMillis(row.trial))
        .text("valid", row -> row.trial.valid() ? "yes" : "INVALID")
        .text("reasons", row -> String.join("; ", row.trial.reasons()));
  }

  /**
   * For {@link CsvTable}: The cell, a column per factor ({@code factor.<name>}), then the figures
   * as they were recorded, with their units in their names.
   */
  public static Table<?> raw(List<CellRecord> cells) {
    Table<Row> table = Table.of("trials", "A row per trial", rows(cells));
    table.text("cell", row -> row.cell.id());
    Set<String> factors = new LinkedHashSet<>();
    cells.forEach(cell -> factors.addAll(cell.factors().keySet()));
    for (String factor : factors) {
      table.text("factor." + factor, row -> row.cell.factors().get(factor));
    }
    return table
        .figure("round", "", row -> row.trial.round())
        .figure("order", "", row -> row.trial.identity().order())
        .figure("measured_from_epoch_ms", "", row -> row.trial.measured().fromMillis())
        .figure("measured_to_epoch_ms", "", row -> row.trial.measured().toMillis())
        .figure("settle_ms", "", row -> row.trial.span().settleMillis())
        .figure("documents_per_s", "", row -> row.trial.documentsPerSecond())
        .figure("batches_per_s", "", row -> row.trial.rates().batchesPerSecond())
        .figure("megabytes_per_s", "", row -> row.trial.rates().megabytesPerSecond())
        .figure("service_p50_us", "", row -> time(row.trial, Percentiles::p50))
        .figure("service_p95_us", "", row -> time(row.trial, Percentiles::p95))
        .figure("service_p99_us", "", row -> time(row.trial, Percentiles::p99))
        .figure("service_p999_us", "", row -> time(row.trial, Percentiles::p999))
        .figure("service_max_us", "", row -> time(row.trial, Percentiles::max))
        .figure("service_p50_low_us", "", row -> low(row.trial, Percentiles.Intervals::p50))
        .figure("service_p50_high_us", "", row -> high(row.trial, Percentiles.Intervals::p50))
        .figure("service_p95_low_us", "", row -> low(row.trial, Percentiles.Intervals::p95))
        .figure("service_p95_high_us", "", row -> high(row.trial, Percentiles.Intervals::p95))
        .figure("service_p99_low_us", "", row -> low(row.trial, Percentiles.Intervals::p99))
        .figure("service_p99_high_us", "", row -> high(row.trial, Percentiles.Intervals::p99))
        .figure("service_p999_low_us", "", row -> low(row.trial, Percentiles.Intervals::p999))
        .figure("service_p999_high_us", "", row -> high(row.trial, Percentiles.Intervals::p999))
        .figure("client_cpu_us_per_document", "", row -> row.trial.cpu().clientMicros())
        .figure("server_cpu_us_per_document", "", row -> row.trial.cpu().serverMicros())
        .text("valid", row -> row.trial.valid())
        .text("reasons", row -> String.join("; ", row.trial.reasons()));
  }

  private static @Nullable Object gcMillis(TrialRecord trial) {
    return trial.health() == null ? null : trial.health().gcMillis();
  }

  private static @Nullable Object time(TrialRecord trial, Function<Percentiles, Double> which) {
    Percentiles times = trial.serviceTimes().micros();
    return times == null ? null : which.apply(times);
  }

  private static @Nullable Object low(
      TrialRecord trial, Function<Percentiles.Intervals, PercentileInterval> which) {
    PercentileInterval interval = interval(trial.serviceTimes().micros(), which);
    return interval == null ? null : interval.low();
  }

  private static @Nullable Object high(
      TrialRecord trial, Function<Percentiles.Intervals, PercentileInterval> which) {
    PercentileInterval interval = interval(trial.serviceTimes().micros(), which);
    return interval == null ? null : interval.high();
  }

  private static @Nullable PercentileInterval interval(
      @Nullable Percentiles micros, Function<Percentiles.Intervals, PercentileInterval> which) {
    return micros == null || micros.intervals() == null ? null : which.apply(micros.intervals());
  }

  /** {@code 66.0 – 74.2}, in milliseconds, or why there is no interval; null in older records. */
  public static @Nullable Object millisInterval(
      @Nullable Percentiles micros, Function<Percentiles.Intervals, PercentileInterval> which) {
    PercentileInterval interval = interval(micros, which);
    if (interval == null) {
      return null;
    }
    Double low = interval.low();
    Double high = interval.high();
    return low == null || high == null
        ? interval.why()
        : Digits.of(low / 1e3) + " – " + Digits.of(high / 1e3);
  }

  /** A percentile in milliseconds, null without times. */
  static @Nullable Object millis(
      @Nullable Percentiles micros, Function<Percentiles, Double> which) {
    return micros == null ? null : which.apply(micros) / 1e3;
  }
}
