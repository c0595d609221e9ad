package dev.weir.report.html;

import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.Percentiles;
import dev.weir.record.QueueSkew;
import dev.weir.record.TrialRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The tables of cells, limits and trials. */
final class CellTables {
  private static final double[] RESPONSES = {50, 99, 99.9};

  private final CellSet cells;
  private final Map<String, List<LatencyCurve>> latency;

  /**
   * @param latency percentile curves by cell id
   */
  CellTables(CellSet cells, Map<String, List<LatencyCurve>> latency) {
    this.cells = cells;
    this.latency = latency;
  }

  /** A cell's response times; null where it has none, or several operations with their own. */
  private @Nullable LatencyCurve response(CellRecord cell) {
    List<LatencyCurve> found =
        latency.getOrDefault(cell.id(), List.of()).stream()
            .filter(LatencyCurve::isResponse)
            .toList();
    return found.size() == 1 ? found.get(0) : null;
  }

  /** Every figure of every cell. */
  DataTable results() {
    boolean ratios = cells.all().stream().anyMatch(cell -> cell.ratioToBaseline() != null);
    boolean queues = cells.all().stream().anyMatch(cell -> cell.queues() != null);
    boolean responses = cells.all().stream().anyMatch(cell -> response(cell) != null);
    DataTable.Builder table =
        DataTable.named("cells", "A row per cell")
            .texts(cells.heads())
            .figures("documents/s", "±")
            .figures(ratios ? new String[] {"× baseline"} : new String[0])
            .figures(
                responses
                    ? new String[] {"response p50 ms", "response p99 ms", "response p99.9 ms"}
                    : new String[0])
            .figures(
                "p50 ms",
                "p99 ms",
                "p99.9 ms",
                "client µs/doc",
                "server µs/doc",
                "pool wait µs",
                "MB/s")
            .figures(
                queues
                    ? new String[] {"queue skew", "finish skew", "idle workers", "job ms"}
                    : new String[0])
            .texts("held back by", "valid trials");
    for (CellRecord cell : cells.all()) {
      List<String> texts = new ArrayList<>(cells.values(cell));
      Interval interval = cell.documentsPerSecond();
      texts.add(interval == null ? Digits.NOTHING : Digits.of(interval.mean()));
      texts.add(
          interval == null || !interval.isKnown()
              ? Digits.NOTHING
              : Digits.percent(interval.relativeHalfWidth()));
      if (ratios) {
        texts.add(ratio(cell));
      }
      if (responses) {
        LatencyCurve curve = response(cell);
        for (double percentile : RESPONSES) {
          texts.add(Digits.of(curve == null ? Double.NaN : curve.millis(percentile)));
        }
      }
      Percentiles times = cell.serviceTimeMicros();
      texts.add(millis(times, Percentiles::p50));
      texts.add(millis(times, Percentiles::p99));
      texts.add(millis(times, Percentiles::p999));
      texts.add(Digits.of(cell.cpu().clientMicrosPerDocument()));
      texts.add(Digits.of(cell.cpu().serverMicrosPerDocument()));
      texts.add(Digits.of(cell.poolWait()));
      texts.add(Digits.of(cell.megabytesPerSecond()));
      if (queues) {
        texts.addAll(queues(cell.queues()));
      }
      texts.add(cell.bottleneck().resource());
      long valid = cell.trials().stream().filter(TrialRecord::valid).count();
      int all = cell.trials().size();
      texts.add(valid == all ? "all " + all : valid + " of " + all);
      table.row(String.valueOf(cells.number(cell)), valid == all ? "" : "bad", texts);
    }
    return table.build();
  }

  private static List<String> queues(@Nullable QueueSkew skew) {
    return skew == null
        ? Collections.nCopies(4, Digits.NOTHING)
        : List.of(
            Digits.of(skew.queueSkew()),
            Digits.of(skew.finishSkew()),
            Digits.percent(skew.idleShare()),
            Digits.of(skew.jobMillis()));
  }

  private static String ratio(CellRecord cell) {
    CellRecord.Ratio ratio = cell.ratioToBaseline();
    if (ratio == null) {
      return Digits.NOTHING;
    }
    return Digits.interval(ratio.interval()) + (ratio.interval().contains(1) ? " ≈" : "");
  }

  private static String millis(@Nullable Percentiles times, ToDoubleFunction<Percentiles> which) {
    return times == null ? Digits.NOTHING : Digits.of(which.applyAsDouble(times) / 1e3);
  }

  /** What held each cell back, and what says so. */
  DataTable limits() {
    DataTable.Builder table =
        DataTable.named("limits", "A row per cell")
            .texts(cells.heads())
            .texts("held back by", "evidence");
    for (CellRecord cell : cells.all()) {
      List<String> texts = new ArrayList<>(cells.values(cell));
      texts.add(cell.bottleneck().resource());
      texts.add(String.join("\n", cell.bottleneck().evidence()));
      table.row(cells.number(cell), texts);
    }
    return table.build();
  }

  /** Every trial, invalid ones with their reasons. */
  DataTable trials() {
    DataTable.Builder table =
        DataTable.named("trials", "A row per trial")
            .texts(cells.heads())
            .figures(
                "round", "order", "documents/s", "settled after s", "measured s", "p99 ms", "GC ms")
            .texts("valid", "reasons");
    for (CellRecord cell : cells.all()) {
      for (TrialRecord trial : cell.trials()) {
        List<String> texts = new ArrayList<>(cells.values(cell));
        texts.add(String.valueOf(trial.round()));
        texts.add(String.valueOf(trial.identity().order()));
        texts.add(Digits.of(trial.documentsPerSecond()));
        texts.add(Digits.of(trial.span().settleMillis() / 1e3));
        texts.add(Digits.of(trial.measured().seconds()));
        texts.add(millis(trial.serviceTimes().micros(), Percentiles::p99));
        texts.add(
            trial.health() == null ? Digits.NOTHING : String.valueOf(trial.health().gcMillis()));
        texts.add(trial.valid() ? "yes" : "INVALID");
        texts.add(String.join("; ", trial.reasons()));
        table.row(String.valueOf(cells.number(cell)), trial.valid() ? "" : "bad", texts);
      }
    }
    return table.build();
  }
}
