package dev.weir.cli;

import dev.weir.analysis.compare.AlikeRatio;
import dev.weir.capacity.PlanAnswer;
import dev.weir.record.CellRecord;
import dev.weir.record.RecordedStudy;
import dev.weir.record.RunRecord;
import dev.weir.report.AlikeTable;
import dev.weir.report.Answer;
import dev.weir.report.CellSet;
import dev.weir.report.CellTable;
import dev.weir.report.ClaimTable;
import dev.weir.report.ConsoleTable;
import dev.weir.report.PlainText;
import dev.weir.report.PlanTables;
import dev.weir.report.SavesTable;
import dev.weir.report.ScalingTable;
import dev.weir.report.Table;
import dev.weir.report.html.Sources;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.text.WordUtils;

/** A run as lines for a terminal: the answer, below it the table, below that the reasons. */
final class RunText {
  private static final int WIDEST = 100;
  private static final String BULLET = "• ";

  private RunText() {}

  /**
   * @param columns of a line, if that can be had
   */
  static List<String> lines(Sources sources, int columns) {
    List<String> lines = new ArrayList<>();
    sources.answer().forEach(point -> lines.add(bullet(point, Math.min(columns, WIDEST))));
    PlanAnswer played = sources.played();
    if (played == null) { // a played plan has tables of its own loads
      lines.add(ConsoleTable.of(CellTable.of(sources.cells()), columns));
    }
    Table<AlikeRatio> alike = AlikeTable.of(new CellSet(sources.cells()), sources.alike());
    if (!alike.rows().isEmpty()) {
      lines.add("by turns of calls:");
      lines.addAll(ConsoleTable.lines(alike));
    }
    Table<?> scaling = scaling(sources);
    if (!scaling.rows().isEmpty()) {
      lines.add("clients:");
      lines.addAll(ConsoleTable.lines(scaling));
    }
    Table<CellRecord> saves = SavesTable.of(new CellSet(sources.cells()));
    if (!saves.rows().isEmpty()) {
      lines.add("saves:");
      lines.addAll(ConsoleTable.lines(saves));
    }
    if (played != null) {
      lines.addAll(PlanTables.console(played));
    }
    if (!sources.claims().isEmpty()) {
      lines.add("claims:");
      lines.addAll(ConsoleTable.lines(ClaimTable.of(sources.claims())));
    }
    lines.addAll(CellTable.limitLines(sources.cells()));
    RunRecord run = sources.run();
    if (run.baseline() != null) {
      lines.add("ratios to " + run.baseline() + ", paired within rounds; ≈ no difference shown");
    }
    lines.add("note: " + Answer.validity(sources.cells()));
    run.verdict().notes().forEach(line -> lines.add("note: " + line));
    return lines;
  }

  /** Why the figures of a run must not be used; empty if they may. */
  static List<String> reasons(RunRecord run) {
    return run.verdict().reasons().stream().map(reason -> "INVALID: " + reason).toList();
  }

  /** What more clients bring; no rows if their number was not varied. */
  static Table<?> scaling(Sources sources) {
    return ScalingTable.of(new CellSet(sources.cells()), RecordedStudy.confidence(sources.run()));
  }

  /** How long a run took; zero if its record does not say. */
  static Duration length(RunRecord run) {
    String end = run.endedAt();
    return end == null
        ? Duration.ZERO
        : Duration.between(Instant.parse(run.startedAt()), Instant.parse(end));
  }

  private static String bullet(String point, int columns) {
    return BULLET
        + WordUtils.wrap(
            PlainText.line(point), Math.max(20, columns - BULLET.length()), "\n  ", false);
  }
}
