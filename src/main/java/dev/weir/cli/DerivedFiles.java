package dev.weir.cli;

import dev.weir.analysis.claims.ClaimVerdict;
import dev.weir.analysis.claims.ClaimVerdicts;
import dev.weir.analysis.compare.AlikeRatio;
import dev.weir.analysis.compare.ComparedRun;
import dev.weir.analysis.compare.RunComparison;
import dev.weir.analysis.stats.RunSpread;
import dev.weir.capacity.PlanAnswer;
import dev.weir.capacity.PlanFile;
import dev.weir.record.CellRecord;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.record.TurnsRecord;
import dev.weir.report.AlikeTable;
import dev.weir.report.CellSet;
import dev.weir.report.ComparisonAnswer;
import dev.weir.report.MarkdownTable;
import dev.weir.report.PlanTables;
import dev.weir.report.SavesTable;
import dev.weir.report.SummaryMarkdown;
import dev.weir.report.Table;
import dev.weir.report.html.HtmlReport;
import dev.weir.report.html.Sources;
import dev.weir.report.html.SvgFile;
import dev.weir.runner.Run;
import dev.weir.study.StudyException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The files of a run that are made from its record and can be made again at any time. */
final class DerivedFiles {
  private DerivedFiles() {}

  /** Writes them for a run that has just ended, shows its answer, and gives the exit code. */
  static int finish(Run.Outcome outcome, ConsoleListener listener) throws IOException {
    RunFolder folder = RunFolder.open(outcome.folder());
    listener.ended(write(folder, outcome.run(), outcome.cells()), folder.path());
    return outcome.run().verdict().valid() ? 0 : Weir.FAILED;
  }

  /** Writes them, and gives what they were made from. */
  static Sources write(RunFolder folder, RunRecord run, List<CellRecord> cells) throws IOException {
    Optional<String> chart = SvgFile.throughput(cells);
    List<ClaimVerdict> claims = claims(run, cells);
    Sources sources = Sources.of(folder, run, cells, claims, versus(folder));
    String summary = SummaryMarkdown.of(run, cells, sources.answer(), claims);
    if (!claims.isEmpty()) {
      folder.write(RunFolder.CLAIMS, claims);
    }
    if (chart.isPresent()) {
      folder.writeText(RunFolder.CHART, chart.get());
      summary += "\n![throughput](" + RunFolder.CHART + ")\n";
    }
    Table<AlikeRatio> alike = AlikeTable.of(new CellSet(cells), sources.alike());
    if (!alike.rows().isEmpty()) {
      summary += "\n" + AlikeTable.TITLE + ":\n\n" + MarkdownTable.whole(alike);
    }
    Table<?> scaling = RunText.scaling(sources);
    if (!scaling.rows().isEmpty()) {
      summary += "\nWhat more clients bring:\n\n" + MarkdownTable.whole(scaling);
    }
    Table<CellRecord> saves = SavesTable.of(new CellSet(cells));
    if (!saves.rows().isEmpty()) {
      summary +=
          "\nWhat a crash, a failed save and a failover cost:\n\n" + MarkdownTable.whole(saves);
    }
    PlanAnswer played = sources.played();
    if (played != null) {
      folder.write(PlanFile.NAME, played);
      folder.writeText(
          PlanFiles.MARKDOWN, SummaryMarkdown.wrapped(PlanTables.markdown(played, "")));
    }
    folder.writeText(RunFolder.SUMMARY, SummaryMarkdown.wrapped(summary));
    folder.writeText(RunFolder.REPORT, HtmlReport.of(sources));
    return sources;
  }

  /** The comparison that a run is a side of; null if it is none, or the other side is not there. */
  private static @Nullable ComparisonAnswer versus(RunFolder folder) throws IOException {
    TurnsRecord turns = folder.turns();
    Path other =
        turns == null ? null : folder.path().toAbsolutePath().resolveSibling(turns.other());
    if (turns == null || other == null || !RunFolder.holdsCells(other)) {
      return null;
    }
    try {
      ComparedRun mine = ComparableRuns.read(folder.path());
      ComparedRun its = ComparableRuns.read(other);
      boolean first = turns.side().equals("a");
      return ComparisonOutput.answer(
          first ? mine : its,
          first ? its : mine,
          RunComparison.of(
              first ? mine : its,
              List.of(first ? its : mine),
              new RunComparison.Terms(
                  ComparisonOutput.USUAL_CONFIDENCE, RunSpread.assumed(0), true)));
    } catch (BadInput e) {
      return null; // one side is invalid, which its own record says
    }
  }

  /**
   * The claims of a run with their answers, none if it claims nothing.
   *
   * @throws IOException if the record's claims can't be understood
   */
  private static List<ClaimVerdict> claims(RunRecord run, List<CellRecord> cells)
      throws IOException {
    try {
      return ClaimVerdicts.of(run, cells);
    } catch (StudyException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
