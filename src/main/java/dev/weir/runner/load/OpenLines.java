package dev.weir.runner.load;

import dev.weir.load.trial.OpenVerdict;
import dev.weir.record.OpenMeasurement;
import dev.weir.record.PercentileInterval;
import dev.weir.record.Percentiles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an open-loop trial showed, for the console and for {@code load.json}. */
final class OpenLines {
  private static final double DEVIATION_WORTH_A_WORD = 0.001;
  private static final double LAG_WORTH_A_WORD_MICROS = 1_000;

  private OpenLines() {}

  static List<String> lines(OpenMeasurement m, OpenVerdict verdict) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "offered %,.1f documents/s, sent %,.1f (%+.3f %%), acknowledged %,.1f",
            m.askedPerSecond(),
            m.sentPerSecond(),
            deviation(m) * 100,
            m.trial().rates().documentsPerSecond()));
    lines.add("response time " + times(m.response().micros()));
    intervals(m.response().micros()).ifPresent(lines::add);
    lines.add("start lag     " + times(m.startLag().micros()));
    if (Math.abs(deviation(m)) > DEVIATION_WORTH_A_WORD) {
      lines.add("the rate sent is more than 0.1 % off the one asked for");
    }
    Percentiles pacing = m.pacingLagMicros();
    if (pacing != null && pacing.p99() > LAG_WORTH_A_WORD_MICROS) {
      lines.add(
          String.format(
              Locale.ROOT,
              "calls that found a lane free started up to %.1f ms late (p99): no core was free",
              pacing.p99() / 1e3));
    }
    verdict.saturated().forEach(reason -> lines.add("saturated: " + reason));
    return lines;
  }

  private static double deviation(OpenMeasurement m) {
    return m.sentPerSecond() / m.askedPerSecond() - 1;
  }

  private static String times(@Nullable Percentiles p) {
    return p == null
        ? "–"
        : String.format(
            Locale.ROOT,
            "p50 %.2f, p95 %.2f, p99 %.2f, p99.9 %.2f, max %.2f ms",
            p.p50() / 1e3,
            p.p95() / 1e3,
            p.p99() / 1e3,
            p.p999() / 1e3,
            p.max() / 1e3);
  }

  private static Optional<String> intervals(@Nullable Percentiles p) {
    Percentiles.Intervals i = p == null ? null : p.intervals();
    return i == null
        ? Optional.empty()
        : Optional.of(
            "   95 % of it p50 "
                + words(i.p50())
                + ", p95 "
                + words(i.p95())
                + ", p99 "
                + words(i.p99())
                + ", p99.9 "
                + words(i.p999()));
  }

  static String words(PercentileInterval interval) {
    Double low = interval.low();
    Double high = interval.high();
    return low == null || high == null
        ? "(" + interval.why() + ")"
        : String.format(Locale.ROOT, "%.2f to %.2f", low / 1e3, high / 1e3);
  }

  /** One entry of {@code load.json}. */
  static Map<String, Object> recorded(
      String cell, int round, OpenMeasurement m, OpenVerdict verdict) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("cell", cell);
    all.put("round", round);
    all.put("askedPerSecond", m.askedPerSecond());
    all.put("sentPerSecond", m.sentPerSecond());
    all.put("acknowledged", m.trial().documents());
    all.put("span", m.span());
    all.put("errorShare", m.span().errorShare());
    all.put("responseTimeMicros", m.response().micros());
    all.put("startLagMicros", m.startLag().micros());
    all.put("pacingLagMicros", m.pacingLagMicros());
    all.put("responseHistogram", m.response().histogram());
    all.put("startLagHistogram", m.startLag().histogram());
    all.put("backlogAtEnd", m.backlogAtEnd());
    all.put("mostBacklog", m.mostBacklog());
    all.put("unsent", m.unsent());
    all.put("reporter", m.reporter());
    all.put("broken", verdict.broken());
    all.put("saturated", verdict.saturated());
    all.put("failures", verdict.failures());
    return all;
  }
}
