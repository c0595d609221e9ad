package dev.weir.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import dev.weir.analysis.RunHistory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Cells over many runs. */
public final class HistoryTable {
  private static final String BARS = "▁▂▃▄▅▆▇█";

  private HistoryTable() {}

  /** A row for each cell: how many runs, the first and the last level, and their course. */
  public static String text(RunHistory history) {
    return AsciiTable.builder()
        .border(AsciiTable.FANCY_ASCII)
        .data(
            history.series(),
            List.of(
                new Column()
                    .header("cell")
                    .dataAlign(HorizontalAlign.LEFT)
                    .with(points -> PlainText.line(last(points).cell())),
                new Column().header("runs").with(points -> Integer.toString(points.size())),
                new Column().header("first").with(points -> rate(points.get(0).level())),
                new Column().header("last").with(points -> rate(last(points).level())),
                new Column()
                    .header("course")
                    .dataAlign(HorizontalAlign.LEFT)
                    .with(HistoryTable::course)))
        .asString();
  }

  /** A line for each change, in the order of cells and time. */
  public static List<String> changes(List<RunHistory.Change> changes) {
    List<String> lines = new ArrayList<>();
    for (RunHistory.Change change : changes) {
      RunHistory.Point point = change.points().get(change.at());
      double ratio = change.after() / change.before();
      lines.add(
          String.format(
              Locale.ROOT,
              "%s: %s from %s (%s) on, %s to %s documents/s (%+.1f %%), p = %.4f",
              PlainText.line(point.cell()),
              ratio < 1 ? "slower" : "faster",
              PlainText.line(point.run()),
              PlainText.line(point.startedAt()),
              rate(change.before()),
              rate(change.after()),
              (ratio - 1) * 100,
              change.p()));
    }
    return lines;
  }

  private static RunHistory.Point last(List<RunHistory.Point> points) {
    return points.get(points.size() - 1);
  }

  private static String rate(double rate) {
    return String.format(Locale.ROOT, "%,.0f", rate);
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
