package dev.weir.report.html;

import dev.weir.analysis.compare.RunHistory;
import dev.weir.analysis.compare.RunHistory.Change;
import dev.weir.analysis.compare.RunHistory.Point;
import dev.weir.report.CellSet;
import dev.weir.report.Digits;
import dev.weir.report.HistoryAnswer;
import dev.weir.report.HistoryTable;
import dev.weir.report.Labels;
import dev.weir.report.PlainText;
import dev.weir.report.Table;
import dev.weir.report.html.picture.Axis;
import dev.weir.report.html.picture.Guide;
import dev.weir.report.html.picture.XyPicture;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Many runs of a study as one page: each cell's course, and from which run on it is another. */
public final class HistoryPage {
  private static final int MOST_TICKS = 8;

  private final RunHistory history;
  private final List<Change> changes;

  private HistoryPage(RunHistory history, List<Change> changes) {
    this.history = history;
    this.changes = changes;
  }

  /**
   * The page as HTML, to be stored as UTF-8.
   *
   * @param study name of the study whose runs they are
   * @param notes how changes were looked for, and what was left out
   */
  public static String of(
      String study, RunHistory history, List<Change> changes, List<String> notes) {
    HistoryPage page = new HistoryPage(history, changes);
    int runs = history.series().stream().mapToInt(List::size).max().orElse(0);
    Head head =
        new Head(
            PlainText.line(study),
            "When did cells change their level?",
            "",
            changes.stream().noneMatch(HistoryAnswer::isSlower),
            changes.isEmpty()
                ? "no change shown"
                : changes.size() == 1 ? "1 change" : changes.size() + " changes",
            List.of(),
            List.of("history", CellSet.runs(runs), page.span()),
            HistoryAnswer.of(changes),
            notes,
            "Made by weir history from the records of the runs; needs no network.");
    return new Page(head, new CellSet(List.of()), page.sections()).html();
  }

  private String span() {
    List<Point> longest =
        history.series().stream().max(Comparator.comparingInt(List::size)).orElse(List.of());
    return longest.isEmpty()
        ? "no run"
        : day(longest.get(0)) + " to " + day(longest.get(longest.size() - 1));
  }

  private static String day(Point point) {
    return point.startedAt().replaceFirst("T.*", "");
  }

  private List<Section> sections() {
    List<List<Point>> series = new ArrayList<>(history.series());
    series.sort(Comparator.comparing(points -> of(points).isEmpty()));
    List<PlotView.Panel> panels = new ArrayList<>();
    List<Row> rows = new ArrayList<>();
    for (List<Point> points : series) {
      String cell = points.get(points.size() - 1).cell();
      panels.add(new PlotView.Panel(Labels.brief(cell, 60), picture(points)));
      for (int i = 0; i < points.size(); i++) {
        rows.add(new Row(i + 1, points.get(i)));
      }
    }
    PlotView plot =
        PlotView.of(
            "course",
            "Documents/s from run to run",
            "Runs are numbered from the oldest; a small dot is a round. Dashed: the level between"
                + " two changes.",
            List.of(),
            panels,
            table(rows));
    return List.of(
        Section.ofPlots("course", "Each cell over the runs", "", List.of(plot)),
        Section.ofTables("cells", "All cells", "", List.of(HistoryTable.of(history, changes))));
  }

  private record Row(int number, Point point) {}

  private static Table<Row> table(List<Row> rows) {
    return Table.of("course-data", "A row per cell and run", rows)
        .text("cell", row -> row.point().cell())
        .count("number", Row::number)
        .text("run", row -> row.point().run())
        .text("started", row -> row.point().startedAt())
        .figure("documents/s", "", row -> row.point().level())
        .count("rounds", row -> row.point().rates().size());
  }

  private List<Change> of(List<Point> points) {
    return changes.stream().filter(change -> change.points().equals(points)).toList();
  }

  private String picture(List<Point> points) {
    double least =
        points.stream().flatMap(p -> p.rates().stream()).mapToDouble(r -> r).min().orElse(1);
    double most =
        points.stream().flatMap(p -> p.rates().stream()).mapToDouble(r -> r).max().orElse(1);
    List<Guide> guides = new ArrayList<>();
    List<XyPicture.Series> series = new ArrayList<>();
    List<XyPicture.Point> levels = new ArrayList<>();
    for (int i = 0; i < points.size(); i++) {
      Point point = points.get(i);
      levels.add(
          XyPicture.Point.ofRounds(
              i + 1,
              point.level(),
              point.rates(),
              point.run() + ": " + Digits.of(point.level()) + " documents/s"));
    }
    series.add(new XyPicture.Series("runs", 0, false, levels));
    List<Change> own = of(points);
    for (int i = 0; i < own.size(); i++) {
      Change change = own.get(i);
      int from = i == 0 ? 0 : own.get(i - 1).at();
      int to = i == own.size() - 1 ? points.size() : own.get(i + 1).at();
      guides.add(new Guide(change.at() + 0.5, Digits.change(change.after() / change.before() - 1)));
      if (i == 0) {
        series.add(level(from + 1, change.at(), change.before()));
      }
      series.add(level(change.at() + 1, to, change.after()));
    }
    return XyPicture.ofTicks(ticks(points.size()), points.size(), least, most, "run", "documents/s")
        .with(List.of(), guides)
        .draw("Documents/s from run to run", series);
  }

  private static XyPicture.Series level(int from, int to, double level) {
    String words = "level " + Digits.of(level) + " documents/s";
    return new XyPicture.Series(
        "level",
        1,
        true,
        List.of(XyPicture.Point.of(from, level, words), XyPicture.Point.of(to, level, words)));
  }

  private static List<Axis.Tick> ticks(int runs) {
    int step = Math.max(1, (runs + MOST_TICKS - 1) / MOST_TICKS);
    List<Axis.Tick> ticks = new ArrayList<>();
    for (int run = 1; run <= runs; run += step) {
      ticks.add(new Axis.Tick(run, String.valueOf(run)));
    }
    return ticks;
  }
}
