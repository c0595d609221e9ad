package dev.weir.runner;

import dev.weir.analysis.stats.CheckpointTurns;
import dev.weir.analysis.stats.FirstTurns;
import dev.weir.load.trial.TrialValidity;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.RunRecord;
import dev.weir.record.TrialRecord;
import dev.weir.study.Cell;
import dev.weir.study.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Whether a run may be trusted. Speed never decides that: only counts, errors and missing trials
 * do.
 */
public final class StudyVerdict {
  /** First and later turns, as a logarithm: with four turns the mean is off by a quarter of it. */
  private static final double MOST_APART = 0.05;

  private StudyVerdict() {}

  public static RunRecord.Verdict of(Plan plan, List<CellRecord> cells) {
    List<String> reasons = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    double target = plan.study().precision();
    for (CellRecord cell : cells) {
      List<TrialRecord> invalid = cell.trials().stream().filter(t -> !t.valid()).toList();
      Interval interval = cell.documentsPerSecond();
      if (interval == null) {
        reasons.add(cell.id() + ": no valid trial of " + cell.trials().size() + why(invalid));
      } else if (!interval.isKnown()) {
        notes.add(
            cell.id() + ": one round has no interval: measure more to know how far it spreads");
      } else if (interval.relativeHalfWidth() > target) {
        notes.add(
            String.format(
                Locale.ROOT,
                "%s: interval ± %.1f %% is wider than the wanted ± %.1f %% after %d rounds",
                cell.id(),
                interval.relativeHalfWidth() * 100,
                target * 100,
                interval.n()));
      }
      invalid.stream()
          .flatMap(trial -> trial.reasons().stream())
          .filter(TrialValidity::breaksInvariant)
          .forEach(reason -> reasons.add(cell.id() + ": " + reason));
      for (TrialRecord trial : cell.trials()) {
        SavingCells.broken(Cell.parse(cell.factors()), trial)
            .forEach(reason -> reasons.add(cell.id() + ": " + reason));
      }
      if (!invalid.isEmpty() && interval != null) {
        notes.add(
            cell.id()
                + ": "
                + invalid.size()
                + " of "
                + cell.trials().size()
                + " trials invalid"
                + why(invalid));
      }
    }
    CheckpointTurns.of(cells).map(StudyVerdict::checkpoints).ifPresent(notes::add);
    FirstTurns.ofLater(cells).map(StudyVerdict::firstTurns).ifPresent(notes::add);
    if (plan.cells().values().stream().anyMatch(EconomyCells::is)) {
      notes.add(
          "economy: documents/s are operations/s, each a transaction of several documents; they are"
              + " paced, so their rate can't exceed the pacing's; each trial was audited, and "
              + EconomyCells.FILE
              + " tells each type of operation apart");
    }
    if (plan.cells().values().stream().anyMatch(Cell::flushes)) {
      notes.add(
          "saves: documents/s are those of the span before the fault, at the pace of the players;"
              + " service times run from a batch being ready until it was acknowledged");
    }
    return new RunRecord.Verdict(reasons.isEmpty(), reasons, notes);
  }

  private static String checkpoints(CheckpointTurns fell) {
    return String.format(
            Locale.ROOT,
            "a checkpoint of the server fell on %d of %d turns, which were left out and made again:"
                + " they ran at %s times the rate of the others, ",
            fell.leftOut(),
            fell.turns(),
            fell.ofOthers().text(ratio -> String.format(Locale.ROOT, "%.2f", ratio)))
        + costOf(fell);
  }

  private static String costOf(CheckpointTurns fell) {
    if (!fell.ofOthers().isKnown()) {
      return "one turn is too few to tell a cost";
    }
    return fell.ofOthers().high() < 1
        ? String.format(
            Locale.ROOT, "so over minutes the cells carry %.1f %% less", 100 * fell.shareOfRate())
        : "so checkpoints are not shown to cost documents/s";
  }

  /** What a lead-in may have left. */
  private static String firstTurns(Interval ofLater) {
    String said =
        "the first turns in each JVM ran at "
            + ofLater.text(ratio -> String.format(Locale.ROOT, "%.2f", ratio))
            + " times the rate of the later ones";
    boolean shown = ofLater.isKnown() && !ofLater.contains(1);
    boolean far = Math.abs(Math.log(ofLater.mean())) > MOST_APART;
    return shown && far
        ? said + ": the server changes while it is measured, or 'leadIn' is too short"
        : said;
  }

  private static String why(List<TrialRecord> invalid) {
    return invalid.isEmpty() ? "" : ": " + String.join("; ", invalid.get(0).reasons());
  }
}
