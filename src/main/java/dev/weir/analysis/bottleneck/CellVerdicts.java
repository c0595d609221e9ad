package dev.weir.analysis.bottleneck;

import dev.weir.record.CellRecord;
import dev.weir.record.RunRecord;
import dev.weir.record.Span;
import dev.weir.record.TimelineRows;
import dev.weir.record.TimelineRows.Figures;
import dev.weir.record.TrialRecord;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Gives every cell of a run its verdict, from the run's records and its timeline alone. */
public final class CellVerdicts {
  private CellVerdicts() {}

  /** The spans of which {@link #of} needs the timeline's figures. */
  public static Set<Span> spans(List<CellRecord> cells) {
    Set<Span> spans = new LinkedHashSet<>();
    for (CellRecord cell : cells) {
      for (TrialRecord trial : cell.trials()) {
        spans.addAll(trial.measuredSpans());
        spans.add(whole(trial));
      }
    }
    return spans;
  }

  /**
   * The cells with their verdicts. Each valid trial is evidence, and the mean of those that no
   * stranger disturbed decides; what reached a rate that it was offered was not held back.
   *
   * @param timeline figures of each of {@link #spans}; what is missing was not measured
   */
  public static List<CellRecord> of(
      RunRecord run, List<CellRecord> cells, Map<Span, Figures> timeline) {
    List<CellRecord> judged = new ArrayList<>();
    for (CellRecord cell : cells) {
      judged.add(cell.withBottleneck(bottleneck(run, cell, timeline)));
    }
    return OfferedRate.mark(judged);
  }

  private static Bottleneck.Verdict verdict(
      RunRecord run, CellRecord cell, Map<Span, Figures> timeline) {
    List<CellEvidence> evidence = new ArrayList<>();
    for (TrialRecord trial : cell.trials()) {
      if (trial.valid()) {
        evidence.add(
            new TrialEvidence(
                    cell,
                    trial,
                    run,
                    TimelineRows.measured(timeline, trial),
                    timeline.getOrDefault(whole(trial), Figures.NONE))
                .evidence());
      }
    }
    return evidence.isEmpty()
        ? new Bottleneck.Verdict(Resource.UNDECIDED, List.of(), List.of("any valid trial"))
        : verdict(evidence);
  }

  /** A mean over trials of which strangers disturbed some describes none of them. */
  private static Bottleneck.Verdict verdict(List<CellEvidence> trials) {
    List<CellEvidence> calm = new ArrayList<>();
    String disturbed = null;
    for (CellEvidence trial : trials) {
      Bottleneck.Verdict alone = Bottleneck.of(trial);
      if (alone.resource() != Resource.GENERATOR) {
        calm.add(trial);
      } else if (disturbed == null) {
        disturbed = alone.evidence().get(0);
      }
    }
    if (disturbed == null || calm.isEmpty()) {
      return Bottleneck.of(MeanEvidence.of(trials));
    }
    Bottleneck.Verdict verdict = Bottleneck.of(MeanEvidence.of(calm));
    List<String> evidence = new ArrayList<>(verdict.evidence());
    evidence.add(
        String.format(
            Locale.ROOT,
            "from %d of %d trials; the others were disturbed: %s",
            calm.size(),
            trials.size(),
            disturbed));
    return new Bottleneck.Verdict(verdict.resource(), evidence, verdict.missing());
  }

  private static CellRecord.Bottleneck bottleneck(
      RunRecord run, CellRecord cell, Map<Span, Figures> timeline) {
    Bottleneck.Verdict verdict = verdict(run, cell, timeline);
    List<String> lines = new ArrayList<>(verdict.evidence());
    if (!verdict.missing().isEmpty()) {
      lines.add("not known: " + String.join("; ", verdict.missing()));
    }
    lines.addAll(gaps(run, cell));
    return new CellRecord.Bottleneck(verdict.resource().title(), List.copyOf(lines));
  }

  /** Samplers that were silent during one of the cell's measured spans. */
  private static List<String> gaps(RunRecord run, CellRecord cell) {
    List<String> lines = new ArrayList<>();
    if (!(run.capture().get("gaps") instanceof List<?> gaps)) {
      return lines;
    }
    for (Object each : gaps) {
      if (each instanceof Map<?, ?> gap) {
        long from = millis(gap.get("from"));
        long to = millis(gap.get("to")) + 1_000;
        long trials =
            cell.trials().stream()
                .filter(TrialRecord::valid)
                .filter(
                    t ->
                        t.measuredSpans().stream()
                            .anyMatch(s -> s.fromMillis() < to && s.toMillis() > from))
                .count();
        if (trials > 0) {
          lines.add(
              String.format(
                  Locale.ROOT,
                  "%s was silent in %d of %d trials: %s",
                  gap.get("sampler"),
                  trials,
                  cell.trials().size(),
                  gap.get("reason")));
        }
      }
    }
    return lines;
  }

  /** Seconds with a fraction, as run records write instants, or ISO 8601. */
  private static long millis(@Nullable Object instant) {
    if (instant instanceof Number seconds) {
      return (long) (seconds.doubleValue() * 1e3);
    }
    try {
      return Instant.parse(String.valueOf(instant)).toEpochMilli();
    } catch (DateTimeParseException e) {
      return Long.MAX_VALUE / 2; // overlaps nothing
    }
  }

  private static Span whole(TrialRecord trial) {
    return trial.span().whole();
  }
}
