package dev.weir.report;

import dev.weir.analysis.ClaimVerdict;
import dev.weir.record.CellRecord;
import dev.weir.record.RecordedStudy;
import dev.weir.record.RunRecord;
import dev.weir.record.ServerFacts;
import dev.weir.record.TrialRecord;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** {@code summary.md}: the run on one page, made from its record alone. */
public final class SummaryMarkdown {
  private SummaryMarkdown() {}

  public static String of(RunRecord run, List<CellRecord> cells) {
    return of(run, cells, List.of());
  }

  /**
   * @param claims the study's claims with their answers, none if it claims nothing
   */
  public static String of(RunRecord run, List<CellRecord> cells, List<ClaimVerdict> claims) {
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
    text.append(run.verdict().valid() ? "Valid." : "**INVALID.**").append('\n');
    run.verdict().reasons().forEach(reason -> item(text, reason));
    run.verdict().notes().forEach(note -> item(text, note));
    claims(text, claims);
    text.append('\n').append(CellTable.markdown(cells)).append('\n');
    text.append(intervals(run, cells)).append("\n\n");
    if (cells.stream().anyMatch(cell -> cell.ratioToBaseline() != null)) {
      text.append("Ratios are to the baseline ");
      text.append(PlainText.markdown(String.valueOf(run.baseline())));
      text.append(", paired within rounds; ≈ marks those that show no difference.\n\n");
    }
    limits(text, cells);
    invalidTrials(text, cells);
    cellNotes(text, cells);
    environment(text, run);
    return text.toString();
  }

  private static void claims(StringBuilder text, List<ClaimVerdict> claims) {
    if (claims.isEmpty()) {
      return;
    }
    text.append("\nClaims, answered:\n\n").append(ClaimTable.markdown(claims)).append('\n');
    ClaimTable.remarks(claims).forEach(line -> item(text, line));
  }

  private static void item(StringBuilder text, String line) {
    text.append("- ").append(PlainText.markdown(line)).append('\n');
  }

  private static String intervals(RunRecord run, List<CellRecord> cells) {
    String method =
        cells.stream()
            .map(CellRecord::documentsPerSecond)
            .filter(i -> i != null)
            .map(
                i ->
                    String.format(
                        Locale.ROOT, "%.0f %% intervals by %s", i.confidence() * 100, i.method()))
            .findFirst()
            .orElse("No intervals");
    if (RecordedStudy.isOfLoad(run)) {
      return method
          + " over the trials of each cell, each on a fresh JVM (seed "
          + run.seed()
          + "). p50 and p99 are service times, from the actual send; response times, from the"
          + " intended one, are in report.html and load.json.";
    }
    return method
        + " over "
        + run.rounds()
        + " rounds, each on a fresh JVM with every cell measured once in random order (seed "
        + run.seed()
        + "). p50 and p99 are service times of one call, never response times.";
  }

  private static void limits(StringBuilder text, List<CellRecord> cells) {
    text.append("What held each cell back:\n\n");
    for (CellRecord cell : cells) {
      text.append("- `").append(cell.id()).append("`: **");
      text.append(cell.bottleneck().resource()).append("**\n");
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
    for (TrialRecord trial : invalid) {
      item(
          text,
          trial.cell() + ", round " + trial.round() + ": " + String.join("; ", trial.reasons()));
    }
    text.append('\n');
  }

  private static void cellNotes(StringBuilder text, List<CellRecord> cells) {
    cells.stream()
        .flatMap(cell -> cell.notes().stream())
        .collect(Collectors.toCollection(TreeSet::new))
        .forEach(note -> text.append(PlainText.markdown(note)).append('\n'));
    text.append('\n');
  }

  private static void environment(StringBuilder text, RunRecord run) {
    ServerFacts server = run.server();
    text.append("| | |\n|---|---|\n");
    line(
        text,
        "server",
        server.product()
            + " "
            + server.version()
            + ", "
            + server.topology()
            + ", "
            + server.storageEngine()
            + " ("
            + server.source()
            + ")");
    line(text, "default write concern", String.valueOf(server.defaultWriteConcern()));
    line(
        text,
        "client",
        run.client().cpu()
            + ", "
            + run.client().logicalCores()
            + " threads, "
            + run.client().memoryBytes() / (1 << 20)
            + " MiB; "
            + run.client().kernel());
    line(text, "JVM", run.client().jdk() + " " + String.join(" ", run.client().jvmArguments()));
    line(text, "drivers", run.client().drivers().toString());
    line(
        text,
        "client and server",
        server.sharesClientHost()
            ? "share one host: they compete for its CPU"
            : "on different hosts");
    line(text, "sampling", CaptureLine.of(run));
    line(text, "time", run.startedAt() + " to " + run.endedAt());
    line(
        text,
        "Weir",
        run.tool().version()
            + ", commit "
            + run.tool().commit()
            + (run.tool().dirty() ? " with uncommitted changes" : ""));
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append("| ").append(name).append(" | ").append(PlainText.markdown(value)).append(" |\n");
  }
}
