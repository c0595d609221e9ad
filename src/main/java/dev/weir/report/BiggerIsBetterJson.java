package dev.weir.report;

import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.RunRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The cells as github-action-benchmark takes them with {@code tool: customBiggerIsBetter}: an array
 * of {@code name}, {@code unit}, {@code value}, {@code range} and {@code extra}. Its reader of
 * JMH's format holds every figure for a time, so throughput has to come this way.
 */
public final class BiggerIsBetterJson {
  private BiggerIsBetterJson() {}

  /** One entry per cell with a figure. */
  public static List<Map<String, Object>> of(RunRecord run, List<CellRecord> cells) {
    List<Map<String, Object>> entries = new ArrayList<>();
    for (CellRecord cell : cells) {
      Interval interval = cell.documentsPerSecond();
      if (interval != null) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("name", run.study().get("name") + " " + cell.id());
        entry.put("unit", "documents/s");
        entry.put("value", interval.mean());
        if (interval.isKnown()) {
          entry.put(
              "range",
              String.format(Locale.ROOT, "± %.1f", Math.max(0, interval.high() - interval.mean())));
        }
        entry.put("extra", extra(run, interval));
        entries.add(entry);
      }
    }
    return entries;
  }

  private static String extra(RunRecord run, Interval interval) {
    return String.format(
        Locale.ROOT,
        "%d rounds, %s at %.0f %%\n%s %s, %s\nWeir %s, commit %s",
        interval.n(),
        interval.method(),
        interval.confidence() * 100,
        run.server().product(),
        run.server().version(),
        run.server().topology(),
        run.tool().version(),
        run.tool().commit());
  }
}
