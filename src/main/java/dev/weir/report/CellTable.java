package dev.weir.report;

import dev.weir.analysis.bottleneck.Resource;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.PercentileInterval;
import dev.weir.record.Percentiles;
import dev.weir.record.QueueSkew;
import dev.weir.record.TrialRecord;
import dev.weir.record.UpdateFields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The cells of a run: their figures, and what held each of them back. */
public final class CellTable {
  /** Begins the title of a column of intervals. */
  public static final String INTERVAL = "95 % of ";

  private CellTable() {}

  /** Every cell without response times, which a run's latency logs hold. */
  public static Table<CellRecord> of(List<CellRecord> cells) {
    return of(new CellSet(cells), Map.of());
  }

  /**
   * Every figure of every cell.
   *
   * @param responses a column for each percentile of response times and for its interval, by title;
   *     values by cell id, in milliseconds
   */
  public static Table<CellRecord> of(CellSet set, Map<String, Map<String, Object>> responses) {
    List<CellRecord> cells = set.all();
    Table<CellRecord> table = set.table("cells", "A row per cell", cells, cell -> cell);
    table.marked(cell -> valid(cell) < cell.trials().size());
    table.figure("documents/s", "", cell -> mean(cell.documentsPerSecond()));
    table.words("± " + confidence(cells), cell -> Digits.halfWidth(cell.documentsPerSecond()));
    if (cells.stream().anyMatch(cell -> cell.ratioToBaseline() != null)) {
      table.words("× baseline", cell -> ratio(cell, cells)).spared(4);
      table.footnotes(
          List.of("≈ no difference shown: the interval of the ratio to the baseline contains 1"));
    }
    responses.forEach(
        (name, byCell) ->
            (name.startsWith(INTERVAL)
                    ? table.words(name, cell -> byCell.get(cell.id()))
                    : table.figure(name, "ms", cell -> byCell.get(cell.id())))
                .pageOnly());
    boolean intervals = cells.stream().anyMatch(CellTable::hasIntervals);
    table.figure("p50", "ms", cell -> millis(cell, Percentiles::p50)).spared(3);
    if (intervals) {
      table.words(INTERVAL + "p50", cell -> interval(cell, Percentiles.Intervals::p50)).pageOnly();
      table.figure("p95", "ms", cell -> millis(cell, Percentiles::p95)).pageOnly();
      table.words(INTERVAL + "p95", cell -> interval(cell, Percentiles.Intervals::p95)).pageOnly();
    }
    table.figure("p99", "ms", cell -> millis(cell, Percentiles::p99));
    if (intervals) {
      table.words(INTERVAL + "p99", cell -> interval(cell, Percentiles.Intervals::p99)).spared(5);
    }
    table.figure("p99.9", "ms", cell -> millis(cell, Percentiles::p999)).pageOnly();
    if (intervals) {
      table
          .words(INTERVAL + "p99.9", cell -> interval(cell, Percentiles.Intervals::p999))
          .pageOnly();
    }
    table.figure("client", "µs/doc", cell -> cell.cpu().clientMicrosPerDocument()).spared(1);
    table.figure("server", "µs/doc", cell -> cell.cpu().serverMicrosPerDocument()).spared(2);
    if (cells.stream().map(CellTable::fields).filter(Objects::nonNull).distinct().count() > 1) {
      table.figure("server", "µs/field", CellTable::perField);
    }
    table.figure("pool wait", "µs", CellRecord::poolWait).pageOnly();
    table.figure("MB/s", "", CellRecord::megabytesPerSecond).pageOnly();
    if (cells.stream().anyMatch(cell -> cell.queues() != null)) {
      table.figure("queue skew", "", cell -> skew(cell, QueueSkew::queueSkew));
      table.figure("finish skew", "", cell -> skew(cell, QueueSkew::finishSkew));
      table.percent("idle workers", cell -> skew(cell, QueueSkew::idleShare)).pageOnly();
      table.figure("job", "ms", cell -> skew(cell, QueueSkew::jobMillis)).pageOnly();
    }
    table.text("limit", CellTable::limit).pageOnly();
    return table.words("valid", CellTable::validTrials);
  }

  private static @Nullable Object mean(@Nullable Interval interval) {
    return interval == null ? null : interval.mean();
  }

  private static String confidence(List<CellRecord> cells) {
    return Digits.percent(
        cells.stream()
            .map(CellRecord::documentsPerSecond)
            .filter(Objects::nonNull)
            .findFirst()
            .map(Interval::confidence)
            .orElse(0.95));
  }

  private static String ratio(CellRecord cell, List<CellRecord> cells) {
    CellRecord.Ratio ratio = cell.ratioToBaseline();
    if (ratio != null) {
      return Digits.interval(ratio.interval()) + (ratio.interval().contains(1) ? " ≈" : "");
    }
    boolean isBaseline =
        cells.stream()
            .map(CellRecord::ratioToBaseline)
            .anyMatch(other -> other != null && other.baseline().equals(cell.id()));
    return isBaseline ? "baseline" : Digits.NOTHING;
  }

  private static @Nullable Object millis(CellRecord cell, Function<Percentiles, Double> which) {
    return TrialTable.millis(cell.serviceTimeMicros(), which);
  }

  private static boolean hasIntervals(CellRecord cell) {
    Percentiles times = cell.serviceTimeMicros();
    return times != null && times.intervals() != null;
  }

  private static @Nullable Object interval(
      CellRecord cell, Function<Percentiles.Intervals, PercentileInterval> which) {
    return TrialTable.millisInterval(cell.serviceTimeMicros(), which);
  }

  private static @Nullable Double fields(CellRecord cell) {
    return UpdateFields.of(cell.factors());
  }

  /** What an update costs grows with the fields that it sets singly, not with their bytes. */
  private static @Nullable Object perField(CellRecord cell) {
    Double fields = fields(cell);
    Double micros = cell.cpu().serverMicrosPerDocument();
    return fields == null || micros == null || fields <= 0 ? null : micros / fields;
  }

  private static @Nullable Object skew(CellRecord cell, Function<QueueSkew, Double> which) {
    QueueSkew queues = cell.queues();
    return queues == null ? null : which.apply(queues);
  }

  private static long valid(CellRecord cell) {
    return cell.trials().stream().filter(TrialRecord::valid).count();
  }

  private static String validTrials(CellRecord cell) {
    long valid = valid(cell);
    int all = cell.trials().size();
    return valid == all ? "all " + all : valid + " of " + all;
  }

  /** What held each cell back, and what says so. */
  public static Table<CellRecord> limits(CellSet cells) {
    return cells
        .table("limits", "A row per cell", cells.all(), cell -> cell)
        .text("limit", CellTable::limit)
        .text("evidence", cell -> String.join("\n", cell.bottleneck().evidence()));
  }

  /** What held it back, in a few words. */
  public static String limit(CellRecord cell) {
    String resource = cell.bottleneck().resource();
    return resource.equals(Resource.UNDECIDED.title()) ? "we can't tell" : resource;
  }

  /**
   * A line for each limit that was named: which cells it holds back, and the decisive evidence of
   * each cell below it.
   */
  public static List<String> limitLines(List<CellRecord> cells) {
    Map<String, List<CellRecord>> byLimit =
        cells.stream()
            .collect(
                Collectors.groupingBy(
                    cell -> cell.bottleneck().resource(), LinkedHashMap::new, Collectors.toList()));
    List<String> lines = new ArrayList<>();
    byLimit.forEach(
        (resource, held) -> {
          lines.add(heading(resource));
          for (CellRecord cell : held) {
            List<String> evidence = cell.bottleneck().evidence();
            lines.add("  " + cell.id() + (evidence.isEmpty() ? "" : ": " + evidence.get(0)));
          }
        });
    return lines;
  }

  private static String heading(String resource) {
    return Resource.sentence(resource) + ":";
  }
}
