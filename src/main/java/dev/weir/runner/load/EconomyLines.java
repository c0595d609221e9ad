package dev.weir.runner.load;

import dev.weir.record.EconomyMeasurement;
import dev.weir.record.Percentiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The summary of an economy trial, a line for each type and the total. */
final class EconomyLines {
  private EconomyLines() {}

  static List<String> of(EconomyMeasurement m) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "type                ops  refused   errors  retries resolved     ops/s  mean ms   p50 ms  "
            + " p95 ms   p99 ms   max ms  95 % of p99, ms");
    m.types().forEach(type -> lines.add(line(type)));
    lines.add(line(m.total()));
    lines.add(
        String.format(
            Locale.ROOT,
            "efficiency %.1f %%: %.1f of %.1f operations/s that the pacing aims at",
            m.efficiency() * 100,
            m.total().perSecond(),
            m.targetPerSecond()));
    return lines;
  }

  private static String line(EconomyMeasurement.Type type) {
    Percentiles p = type.responseMicros();
    return String.format(
        Locale.ROOT,
        "%-14s %8d %8d %8d %8d %8d %9.1f %8.1f %8s %8s %8s %8s  %s",
        type.type(),
        type.operations(),
        type.refused(),
        type.errors(),
        type.retries(),
        type.resolved(),
        type.perSecond(),
        type.meanMillis(),
        millis(p == null ? null : p.p50()),
        millis(p == null ? null : p.p95()),
        millis(p == null ? null : p.p99()),
        millis(p == null ? null : p.max()),
        p == null || p.intervals() == null ? "–" : OpenLines.words(p.intervals().p99()));
  }

  private static String millis(@Nullable Double micros) {
    return micros == null ? "–" : String.format(Locale.ROOT, "%.1f", micros / 1e3);
  }
}
