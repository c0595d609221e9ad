package dev.weir.report;

import dev.weir.record.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What was sampled during a run, what that cost its host, and where it was silent. */
public final class CaptureLine {
  private static final int SHOWN = 3;

  private CaptureLine() {}

  /** One line, for a run of any age. */
  public static String of(RunRecord run) {
    List<String> parts = new ArrayList<>();
    parts.add(
        run.capture().get("samplers") instanceof List<?> samplers && !samplers.isEmpty()
            ? samplers.stream().map(String::valueOf).collect(Collectors.joining(", "))
            : "none");
    if (run.capture().get("cost") instanceof Map<?, ?> cost
        && cost.get("cpuMillisPerSecond") instanceof Number millis) {
      parts.add(
          String.format(
              Locale.ROOT,
              "%.1f ms of CPU per second, %.2f %% of the client's %d cores",
              millis.doubleValue(),
              millis.doubleValue() / 10 / run.client().logicalCores(),
              run.client().logicalCores()));
    }
    if (run.capture().get("gaps") instanceof List<?> gaps && !gaps.isEmpty()) {
      parts.add(gaps(gaps));
    }
    return String.join("; ", parts);
  }

  private static String gaps(List<?> gaps) {
    List<String> shown = new ArrayList<>();
    for (Object each : gaps.subList(0, Math.min(SHOWN, gaps.size()))) {
      if (each instanceof Map<?, ?> gap) {
        shown.add(
            gap.get("sampler")
                + " without "
                + gap.get("samples")
                + " samples: "
                + gap.get("reason"));
      }
    }
    String more = gaps.size() > SHOWN ? ", and more" : "";
    return (gaps.size() == 1 ? "a gap" : gaps.size() + " gaps")
        + " ("
        + String.join("; ", shown)
        + more
        + ")";
  }
}
