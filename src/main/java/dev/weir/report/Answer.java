package dev.weir.report;

import dev.weir.analysis.bottleneck.OfferedRate;
import dev.weir.analysis.claims.ClaimVerdict;
import dev.weir.analysis.compare.AlikeRatio;
import dev.weir.capacity.PlanAnswer;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.RecordedStudy;
import dev.weir.record.RunRecord;
import dev.weir.record.TrialRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run says to its question: what to do, in sentences that are made from the record alone.
 * Console, summary and page show the same ones. A sentence claims a difference only if its whole
 * interval does.
 */
public final class Answer {
  private final RunRecord run;
  private final CellSet cells;
  private final List<ClaimVerdict> claims;
  private final Beside beside;

  /**
   * What a run's folder holds beside its cells.
   *
   * @param responses where the rate was given
   * @param played the answer of a played plan; null if the run is another
   * @param plans estimates that rest on the run
   * @param versus the comparison that the run is a side of; null for a run of its own
   * @param alike ratios by turns of calls
   */
  public record Beside(
      List<ResponseTimes> responses,
      @Nullable PlanAnswer played,
      List<PlanAnswer> plans,
      @Nullable ComparisonAnswer versus,
      List<AlikeRatio> alike) {
    /** Of a run that is its cells alone. */
    public static final Beside NOTHING = new Beside(List.of(), null, List.of(), null, List.of());
  }

  private Answer(RunRecord run, CellSet cells, List<ClaimVerdict> claims, Beside beside) {
    this.run = run;
    this.cells = cells;
    this.claims = claims;
    this.beside = beside;
  }

  /**
   * The answer, a point of one to four sentences each, the most important first.
   *
   * @param claims the study's claims with their verdicts, none if it claims nothing
   */
  public static List<String> of(
      RunRecord run, List<CellRecord> cells, List<ClaimVerdict> claims, Beside beside) {
    return new Answer(run, new CellSet(cells), claims, beside)
        .points().stream().map(PlainText::line).toList();
  }

  private List<String> points() {
    List<String> points = new ArrayList<>();
    if (!run.server().realMongoDB() && !isNullServer()) {
      points.add(
          "These are figures of "
              + run.server().product()
              + ", not of MongoDB. They say nothing about your server.");
    }
    if (!run.verdict().valid()) {
      points.add(
          "Don't act on these figures: "
              + (run.endedAt() == null
                  ? "the run has not ended. To go on with it: weir resume RUN."
                  : "the run is invalid. Its reasons stand beside this answer. Remove the cause and"
                      + " run it again."));
      return points;
    }
    if (cells.all().stream().allMatch(cell -> cell.documentsPerSecond() == null)) {
      points.add("There is no figure to give: no cell has a valid trial.");
      return points;
    }
    if (beside.played() != null) {
      points.addAll(beside.played().sentences());
      return points;
    }
    if (beside.versus() != null) {
      points.addAll(beside.versus().points());
    } else if (isOffered()) {
      points.addAll(new LoadAnswer(run, cells, beside.responses()).points());
    } else {
      StudyAnswer study = new StudyAnswer(run, cells, !claims.isEmpty(), beside.alike());
      points.addAll(study.points());
      points.addAll(new ClaimAnswer(cells).points(claims));
      points.addAll(study.limit());
    }
    for (PlanAnswer plan : beside.plans()) {
      points.add(
          "Plan " + Labels.brief(plan.name(), 30) + ": " + String.join(" ", plan.sentences()));
    }
    points.addAll(limits());
    return points;
  }

  private boolean isNullServer() {
    return "nullServer".equals(run.study().get("target"));
  }

  private boolean isOffered() {
    return !RecordedStudy.isOfFile(run) || cells.all().stream().anyMatch(OfferedRate::isReached);
  }

  /** What the run can't tell, and what it takes. */
  private List<String> limits() {
    List<String> points = new ArrayList<>();
    if (run.server().sharesClientHost() && !isNullServer()) {
      points.add(
          "Client and server shared "
              + cores()
              + ". This run does not show what each carries on a separate host: that takes a second"
              + " host.");
    }
    String wide = wide();
    if (!wide.isEmpty()) {
      points.add(wide);
    }
    return points;
  }

  private String cores() {
    return run.server().host().get("cores") instanceof Number cores && cores.intValue() > 0
        ? "the " + cores + " cores of one host"
        : "one host";
  }

  /** How many cells are known less well than was asked for. */
  private String wide() {
    double wanted = RecordedStudy.precision(run);
    double[] widths =
        cells.all().stream()
            .map(CellRecord::documentsPerSecond)
            .filter(rate -> rate != null && rate.isKnown())
            .mapToDouble(Interval::relativeHalfWidth)
            .toArray();
    double[] wide = Arrays.stream(widths).filter(width -> width > wanted).toArray();
    if (wide.length == 0) {
      return "";
    }
    return Phrases.format(
        "%d of %d cells %s known less exactly than the ± %s asked for, at worst ± %s. More rounds"
            + " narrow that%s.",
        wide.length,
        widths.length,
        wide.length == 1 ? "is" : "are",
        Digits.percent(wanted),
        Digits.percent(Arrays.stream(wide).max().orElse(0)),
        beside.versus() == null ? ": raise 'rounds' and 'budget' of the study" : ": --rounds");
  }

  /** Whether the figures may be used, in a sentence. */
  public static String validity(List<CellRecord> cells) {
    List<TrialRecord> trials = cells.stream().flatMap(cell -> cell.trials().stream()).toList();
    long invalid = trials.stream().filter(trial -> !trial.valid()).count();
    if (trials.isEmpty()) {
      return "There are no trials.";
    }
    if (trials.size() == 1) {
      return invalid == 0
          ? "Its one trial is valid."
          : "Its one trial is invalid: it is shown with its reasons and enters no figure.";
    }
    return invalid == 0
        ? "All " + trials.size() + " trials are valid."
        : invalid
            + " of "
            + trials.size()
            + " trials are invalid: they are shown with their reasons and enter no figure.";
  }
}
