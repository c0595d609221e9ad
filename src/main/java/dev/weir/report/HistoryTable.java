package dev.weir.report;

import dev.weir.analysis.compare.RunHistory;
import java.util.List;
import java.util.Locale;

/** Cells over many runs. */
public final class HistoryTable {
  private static final String BARS = "▁▂▃▄▅▆▇█";

  private HistoryTable() {}

  /**
   * A row for each cell: how many runs, the first and the last level, and their course; below, the
   * evidence of each change, in the order of cells and time.
   */
  public static Table<List<RunHistory.Point>> of(
      RunHistory history, List<RunHistory.Change> changes) {
    return Table.of("history", "A row per cell", history.series())
        .text("cell", points -> last(points).cell())
        .count("runs", List::size)
        .figure("first", "", points -> points.get(0).level())
        .figure("last", "", points -> last(points).level())
        .text("course", HistoryTable::course)
        .footnotes(changes.stream().map(HistoryTable::line).toList());
  }

  private static String line(RunHistory.Change change) {
    RunHistory.Point point = change.points().get(change.at());
    return String.format(
        Locale.ROOT,
        "%s, %s from %s (%s) on: p = %.4f",
        point.cell(),
        HistoryAnswer.isSlower(change) ? "slower" : "faster",
        point.run(),
        point.startedAt(),
        change.p());
  }

  private static RunHistory.Point last(List<RunHistory.Point> points) {
    return points.get(points.size() - 1);
  }

  /** One bar a run, between the lowest and the highest. */
  private static String course(List<RunHistory.Point> points) {
    double low = points.stream().mapToDouble(RunHistory.Point::level).min().orElse(0);
    double high = points.stream().mapToDouble(RunHistory.Point::level).max().orElse(0);
    StringBuilder bars = new StringBuilder();
    for (RunHistory.Point point : points) {
      double share = high > low ? (point.level() - low) / (high - low) : 0.5;
      bars.append(BARS.charAt((int) Math.round(share * (BARS.length() - 1))));
    }
    return bars.toString();
  }
}
