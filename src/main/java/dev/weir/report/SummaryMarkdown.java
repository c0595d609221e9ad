package dev.weir.report;

import dev.weir.analysis.bottleneck.Resource;
import dev.weir.analysis.claims.ClaimVerdict;
import dev.weir.record.CellRecord;
import dev.weir.record.RecordedStudy;
import dev.weir.record.RunRecord;
import dev.weir.record.ServerFacts;
import dev.weir.record.TrialRecord;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.text.WordUtils;

/** {@code summary.md}: the run on one page, made from its record alone. */
public final class SummaryMarkdown {
  private static final int COLUMNS = 120;

  /** A blank where a new line would not begin a list, a heading or a table. */
  private static final String NO_MARKUP_AFTER = " (?![-+*#>|]|\\d+[.)] )";

  private SummaryMarkdown() {}

  /** Without an answer and claims. */
  public static String of(RunRecord run, List<CellRecord> cells) {
    return of(run, cells, List.of(), List.of());
  }

  /**
   * The answer, below it the table, below that the reasons.
   *
   * @param answer its points, in order
   * @param claims the study's claims with their verdicts, none if it claims nothing
   */
  public static String of(
      RunRecord run, List<CellRecord> cells, List<String> answer, List<ClaimVerdict> claims) {
    StringBuilder text = new StringBuilder();
    Object question = run.study().getOrDefault("question", "");
    text.append("# ").append(PlainText.markdown(String.valueOf(run.study().get("name"))));
    text.append("\n\n");
    if (!question.toString().isBlank()) {
      text.append(PlainText.markdown(question.toString())).append("\n\n");
    }
    ServerFacts server = run.server();
    if (!server.realMongoDB()) {
      text.append("**Measured on ")
          .append(PlainText.markdown(server.product()))
          .append("; no figure here is MongoDB's.**\n\n");
    }
    invalid(text, run.verdict());
    text.append(MarkdownTable.list(answer)).append(answer.isEmpty() ? "" : "\n");
    text.append(MarkdownTable.of(CellTable.of(cells))).append('\n');
    text.append(intervals(run, cells)).append("\n\n");
    if (cells.stream().anyMatch(cell -> cell.ratioToBaseline() != null)) {
      text.append("Ratios are to the baseline ");
      text.append(PlainText.markdown(String.valueOf(run.baseline())));
      text.append(", paired within rounds; ≈ marks those that show no difference.\n\n");
    }
    limitsOfFigures(text, run, cells);
    if (!claims.isEmpty()) {
      text.append("Claims, answered:\n\n");
      text.append(MarkdownTable.whole(ClaimTable.of(claims))).append('\n');
    }
    limits(text, cells);
    invalidTrials(text, cells);
    text.append(MarkdownTable.of(EnvironmentTable.of(run)));
    return text.toString();
  }

  private static void invalid(StringBuilder text, RunRecord.Verdict verdict) {
    List<String> reasons = verdict.reasons();
    if (verdict.valid()) {
      return;
    }
    if (!reasons.isEmpty() && RunRecord.Verdict.isBusyHost(reasons.get(0))) {
      text.append("**INVALID: ").append(PlainText.markdown(reasons.get(0))).append("**\n");
      reasons = reasons.subList(1, reasons.size());
    } else {
      text.append("**INVALID.**\n");
    }
    text.append(MarkdownTable.list(reasons)).append('\n');
  }

  private static void limitsOfFigures(StringBuilder text, RunRecord run, List<CellRecord> cells) {
    Set<String> notes = new LinkedHashSet<>();
    notes.add(Answer.validity(cells));
    cells.stream().flatMap(cell -> cell.notes().stream()).sorted().forEach(notes::add);
    notes.addAll(run.verdict().notes());
    text.append(run.verdict().valid() ? "Valid. " : "").append("What limits these figures:\n\n");
    text.append(MarkdownTable.list(List.copyOf(notes))).append('\n');
  }

  /** Prose at 120 columns; tables and headings as they are. */
  public static String wrapped(String text) {
    return text.lines().map(SummaryMarkdown::wrappedLine).collect(Collectors.joining("\n")) + "\n";
  }

  private static String wrappedLine(String line) {
    if (line.length() <= COLUMNS || line.startsWith("|") || line.startsWith("#")) {
      return line;
    }
    String text = line.stripLeading();
    String lead = " ".repeat(line.length() - text.length());
    String indent = lead + (text.startsWith("- ") ? "  " : "");
    return lead
        + WordUtils.wrap(text, COLUMNS - indent.length(), "\n" + indent, false, NO_MARKUP_AFTER);
  }

  private static String intervals(RunRecord run, List<CellRecord> cells) {
    String method =
        cells.stream()
            .map(CellRecord::documentsPerSecond)
            .filter(i -> i != null)
            .map(i -> Digits.percent(i.confidence()) + " intervals by " + i.method())
            .findFirst()
            .orElse("No intervals");
    if (RecordedStudy.isOfLoad(run)) {
      return method
          + " over the trials of each cell, "
          + ("economy".equals(run.study().get("mix"))
              ? "each on a fresh JVM"
              : "all in one warm load process")
          + " (seed "
          + run.seed()
          + "). p50 and p99 are service times, from the actual send; response times, from the"
          + " intended one, are in report.html and load.json.";
    }
    return method
        + " over "
        + CellSet.rounds(Math.max(run.rounds(), begun(cells)))
        + ", each on a fresh JVM with "
        + measured(cells)
        + " in random order (seed "
        + run.seed()
        + "). p50 and p99 are service times of one call, never response times.";
  }

  /** Rounds that trials are of: the record of a run that has not ended counts none. */
  private static int begun(List<CellRecord> cells) {
    return cells.stream()
        .flatMap(cell -> cell.trials().stream())
        .mapToInt(TrialRecord::round)
        .max()
        .orElse(0);
  }

  private static String measured(List<CellRecord> cells) {
    long inTurns = cells.stream().filter(SummaryMarkdown::inTurns).count();
    if (inTurns == 0) {
      return "every cell measured once";
    }
    long others = cells.stream().filter(cell -> !cell.trials().isEmpty()).count() - inTurns;
    return others == 0
        ? "every cell measured in turns, pass by pass"
        : String.format(
            Locale.ROOT,
            "%d of the cells measured in turns, pass by pass, and %d once,",
            inTurns,
            others);
  }

  private static boolean inTurns(CellRecord cell) {
    return cell.trials().stream().anyMatch(trial -> trial.turns() != null);
  }

  private static void limits(StringBuilder text, List<CellRecord> cells) {
    text.append("What held each cell back:\n\n");
    for (CellRecord cell : cells) {
      text.append("- `").append(cell.id()).append("`: **");
      text.append(Resource.sentence(cell.bottleneck().resource())).append("**\n");
      cell.bottleneck().evidence().forEach(line -> text.append("  - ").append(line).append('\n'));
    }
    text.append('\n');
  }

  private static void invalidTrials(StringBuilder text, List<CellRecord> cells) {
    List<TrialRecord> invalid =
        cells.stream().flatMap(cell -> cell.trials().stream()).filter(t -> !t.valid()).toList();
    if (invalid.isEmpty()) {
      return;
    }
    text.append("Trials left out of every figure:\n\n");
    text.append(
            MarkdownTable.list(
                invalid.stream()
                    .map(
                        t ->
                            t.cell()
                                + ", round "
                                + t.round()
                                + ": "
                                + String.join("; ", t.reasons()))
                    .toList()))
        .append('\n');
  }
}
