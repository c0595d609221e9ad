package dev.weir.cli;

import dev.weir.analysis.claims.ClaimVerdict;
import dev.weir.analysis.claims.ClaimVerdicts;
import dev.weir.capacity.PlanFile;
import dev.weir.capacity.PlayedAnswer;
import dev.weir.record.CellRecord;
import dev.weir.record.RecordedStudy;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.report.CellSet;
import dev.weir.report.ClaimTable;
import dev.weir.report.ConsoleTable;
import dev.weir.report.MarkdownTable;
import dev.weir.report.PlayedTables;
import dev.weir.report.ScalingTable;
import dev.weir.report.SummaryMarkdown;
import dev.weir.report.Table;
import dev.weir.report.html.HtmlReport;
import dev.weir.report.html.Sources;
import dev.weir.report.html.SvgFile;
import dev.weir.runner.Run;
import dev.weir.study.StudyException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The files of a run that are made from its record and can be made again at any time. */
final class DerivedFiles {
  private DerivedFiles() {}

  /** Writes them for a run that has just ended, prints its answers, and gives the exit code. */
  static int finish(Run.Outcome outcome, PrintWriter out) throws IOException {
    RunFolder folder = RunFolder.open(outcome.folder());
    write(folder, outcome.run(), outcome.cells());
    answers(folder, outcome.run(), outcome.cells()).forEach(out::println);
    out.flush();
    return outcome.run().verdict().valid() ? 0 : Weir.FAILED;
  }

  static void write(RunFolder folder, RunRecord run, List<CellRecord> cells) throws IOException {
    Optional<String> chart = SvgFile.throughput(cells);
    List<ClaimVerdict> claims = claims(run, cells);
    String summary = SummaryMarkdown.of(run, cells, claims);
    if (!claims.isEmpty()) {
      folder.write(RunFolder.CLAIMS, claims);
    }
    if (chart.isPresent()) {
      folder.writeText(RunFolder.CHART, chart.get());
      summary += "\n![throughput](" + RunFolder.CHART + ")\n";
    }
    Table<?> scaling = scaling(run, cells);
    if (!scaling.rows().isEmpty()) {
      summary += "\nWhat more clients bring:\n\n" + MarkdownTable.whole(scaling);
    }
    PlayedAnswer played = PlanFile.played(folder.path(), cells);
    if (played != null) {
      folder.write(PlanFile.NAME, played);
      folder.writeText(PlanFiles.MARKDOWN, PlayedTables.markdown(played));
    }
    folder.writeText(RunFolder.SUMMARY, SummaryMarkdown.wrapped(summary));
    folder.writeText(RunFolder.REPORT, HtmlReport.of(Sources.of(folder, run, cells, claims)));
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

  /** What the study's questions came to, for the console. */
  static List<String> answers(RunFolder folder, RunRecord run, List<CellRecord> cells)
      throws IOException {
    List<String> lines = new ArrayList<>();
    Table<?> scaling = scaling(run, cells);
    if (!scaling.rows().isEmpty()) {
      lines.add("clients:");
      lines.addAll(ConsoleTable.lines(scaling));
    }
    PlayedAnswer played = PlanFile.played(folder.path(), cells);
    if (played != null) {
      lines.addAll(PlayedTables.console(played));
    }
    List<ClaimVerdict> claims = claims(run, cells);
    if (!claims.isEmpty()) {
      lines.add("claims:");
      lines.addAll(ConsoleTable.lines(ClaimTable.of(claims)));
    }
    return lines;
  }

  private static Table<?> scaling(RunRecord run, List<CellRecord> cells) {
    return ScalingTable.of(new CellSet(cells), RecordedStudy.confidence(run));
  }
}
