package dev.weir.report.html;

import dev.weir.record.CellRecord;
import dev.weir.record.RecordedStudy;
import dev.weir.record.RunRecord;
import dev.weir.report.Answer;
import dev.weir.report.CellSet;
import dev.weir.report.PlainText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What the page of a run says before its sections. */
final class RunHead {
  private static final String FOOT =
      "Made from the run’s record by weir report; needs no network. Intervals are over rounds, each"
          + " on a fresh JVM, with the cells in random order.";
  private static final String LOAD_FOOT =
      "Made from the run’s record by weir report; needs no network.";

  private static final Pattern FIGURE = Pattern.compile("\\d[\\d.,]*");

  private RunHead() {}

  static Head of(Sources sources, CellSet cells) {
    RunRecord run = sources.run();
    boolean valid = run.verdict().valid();
    String server = run.server().product() + " " + run.server().version();
    return new Head(
        PlainText.line(String.valueOf(run.study().get("name"))),
        PlainText.line(String.valueOf(run.study().getOrDefault("question", ""))),
        run.server().realMongoDB()
            ? ""
            : "Measured on " + server + "; no figure here is MongoDB’s.",
        valid,
        valid ? "valid run" : "INVALID run",
        valid ? List.of() : run.verdict().reasons(),
        List.of(
            server + ", " + run.server().topology(),
            cells.all().size() == 1 ? "1 cell" : cells.all().size() + " cells",
            CellSet.rounds(run.rounds()),
            run.startedAt().replaceFirst("\\.\\d+Z$", "Z")),
        sources.answer(),
        notes(sources, cells),
        RecordedStudy.isOfFile(run) ? FOOT : LOAD_FOOT);
  }

  private static List<String> notes(Sources sources, CellSet cells) {
    Set<String> notes = new LinkedHashSet<>();
    notes.add(Answer.validity(cells.all()));
    cells.all().forEach(cell -> notes.addAll(cell.notes()));
    notes.addAll(sources.run().verdict().notes());
    return newsFirst(List.copyOf(notes), cells);
  }

  /** Notes that differ from an earlier one in a cell's name or in figures only come last. */
  private static List<String> newsFirst(List<String> notes, CellSet cells) {
    Set<String> ids = cells.all().stream().map(CellRecord::id).collect(Collectors.toSet());
    Set<String> seen = new HashSet<>();
    List<String> first = new ArrayList<>();
    List<String> rest = new ArrayList<>();
    for (String note : notes) {
      int colon = note.indexOf(": ");
      boolean ofCell = colon > 0 && ids.contains(note.substring(0, colon));
      String alike = FIGURE.matcher(ofCell ? note.substring(colon) : note).replaceAll("#");
      (seen.add(alike) ? first : rest).add(note);
    }
    first.addAll(rest);
    return first;
  }
}
