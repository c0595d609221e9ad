package dev.weir.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import dev.weir.record.CellRecord;
import dev.weir.record.Percentiles;
import dev.weir.record.TrialRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Every trial of a run as one row of CSV (RFC 4180, lines end in LF), invalid ones marked: raw
 * figures for whoever wants to calculate. Columns: {@code cell}, one per factor ({@code
 * factor.<name>}), then the figures with their units in their names; what is unknown is empty.
 */
public final class TrialsCsv {
  /** What spreadsheets take for the start of a formula. */
  private static final String FORMULA = "=+-@";

  private static final Map<String, Function<TrialRecord, @Nullable Object>> FIGURES = figures();

  private TrialsCsv() {}

  /** The whole file. */
  public static String of(List<CellRecord> cells) {
    Set<String> factors = new LinkedHashSet<>();
    cells.forEach(cell -> factors.addAll(cell.factors().keySet()));
    CsvSchema.Builder schema = CsvSchema.builder().setUseHeader(true).addColumn("cell");
    factors.forEach(factor -> schema.addColumn("factor." + factor));
    FIGURES.keySet().forEach(schema::addColumn);
    List<List<Object>> rows = new ArrayList<>();
    for (CellRecord cell : cells) {
      for (TrialRecord trial : cell.trials()) {
        List<Object> row = new ArrayList<>();
        row.add(text(cell.id()));
        factors.forEach(factor -> row.add(text(cell.factors().getOrDefault(factor, ""))));
        FIGURES.values().forEach(figure -> row.add(orEmpty(figure.apply(trial))));
        rows.add(row);
      }
    }
    try {
      return new CsvMapper().writer(schema.build()).writeValueAsString(rows);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("CSV of " + rows.size() + " trials", e);
    }
  }

  private static Map<String, Function<TrialRecord, @Nullable Object>> figures() {
    Map<String, Function<TrialRecord, @Nullable Object>> figures = new LinkedHashMap<>();
    figures.put("round", TrialRecord::round);
    figures.put("order", trial -> trial.identity().order());
    figures.put("measured_from_epoch_ms", trial -> trial.measured().fromMillis());
    figures.put("measured_to_epoch_ms", trial -> trial.measured().toMillis());
    figures.put("settle_ms", trial -> trial.span().settleMillis());
    figures.put("documents_per_s", TrialRecord::documentsPerSecond);
    figures.put("batches_per_s", trial -> trial.rates().batchesPerSecond());
    figures.put("megabytes_per_s", trial -> trial.rates().megabytesPerSecond());
    figures.put("service_p50_us", trial -> time(trial, Percentiles::p50));
    figures.put("service_p95_us", trial -> time(trial, Percentiles::p95));
    figures.put("service_p99_us", trial -> time(trial, Percentiles::p99));
    figures.put("service_p999_us", trial -> time(trial, Percentiles::p999));
    figures.put("service_max_us", trial -> time(trial, Percentiles::max));
    figures.put("client_cpu_us_per_document", trial -> trial.cpu().clientMicros());
    figures.put("server_cpu_us_per_document", trial -> trial.cpu().serverMicros());
    figures.put("valid", TrialRecord::valid);
    figures.put("reasons", trial -> text(String.join("; ", trial.reasons())));
    return figures;
  }

  private static @Nullable Object time(TrialRecord trial, Function<Percentiles, Double> which) {
    Percentiles times = trial.serviceTimes().micros();
    return times == null ? null : which.apply(times);
  }

  private static Object orEmpty(@Nullable Object value) {
    return value == null ? "" : value;
  }

  /** Text of a record, which may come from a stranger, is one line and never a formula. */
  private static String text(String text) {
    String line = PlainText.line(text);
    return !line.isEmpty() && FORMULA.indexOf(line.charAt(0)) >= 0 ? "'" + line : line;
  }
}
