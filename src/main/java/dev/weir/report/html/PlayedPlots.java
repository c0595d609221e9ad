package dev.weir.report.html;

import dev.weir.capacity.PlayedAnswer;
import dev.weir.capacity.PlayedPoint;
import dev.weir.report.Digits;
import dev.weir.report.PlayedTables;
import dev.weir.report.html.picture.Axis;
import dev.weir.report.html.picture.BarPicture;
import dev.weir.report.html.picture.Marks;
import dev.weir.report.html.picture.XyPicture;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A played plan as part of its run's page: players against time, limits, what-if. */
final class PlayedPlots {
  private static final String ID = "played";

  private final PlayedAnswer answer;

  PlayedPlots(PlayedAnswer answer) {
    this.answer = answer;
  }

  Section section() {
    List<PlotView> views = new ArrayList<>();
    PlotView times = times();
    if (times != null) {
      views.add(times);
    }
    views.add(limits());
    return new Section(
        ID,
        "The plan, played",
        "Times are from a batch being ready until it is acknowledged, each load with its own"
            + " players.",
        views,
        Section.read(
            List.of(
                PlayedTables.loads(answer, ID + "-loads"),
                PlayedTables.whatIf(answer, ID + "-what-if"))),
        List.of(DataTable.of(PlayedTables.resources(answer, ID + "-resources"))),
        List.of());
  }

  private @Nullable PlotView times() {
    List<PlayedPoint> points =
        answer.played().stream()
            .filter(p -> p.kind() != PlayedPoint.Kind.AROUND && p.times().p99().mean() > 0)
            .sorted(Comparator.comparingLong(p -> p.load().players()))
            .toList();
    if (points.isEmpty()) {
      return null;
    }
    List<XyPicture.Series> series =
        List.of(
            series("p99", 0, points, p -> p.times().p99().mean()),
            series("p99 at a checkpoint", 1, points, p -> p.times().atCheckpoint()),
            series("median", 2, points, p -> p.times().p50()));
    double[] figures =
        series.stream()
            .flatMap(one -> one.points().stream())
            .mapToDouble(XyPicture.Point::y)
            .sorted()
            .toArray();
    List<Axis.Tick> ticks =
        points.stream()
            .map(p -> p.load().players())
            .distinct()
            .map(players -> new Axis.Tick(Math.log10(players), Digits.axis(players)))
            .toList();
    String title = "Players against time";
    XyPicture picture =
        XyPicture.ofTicks(
            ticks,
            ticks.get(ticks.size() - 1).figure(),
            figures[0],
            figures[figures.length - 1],
            "players at once",
            "ms");
    return PlotView.of(
        ID + "-times",
        title,
        "How long calls take by the number of players, as measured.",
        series.stream()
            .map(one -> new PlotView.Entry(Marks.sign(series.indexOf(one)), one.name()))
            .toList(),
        List.of(new PlotView.Panel("", picture.draw(title, series))),
        PlayedTables.loads(answer, ID + "-times-data"));
  }

  private static XyPicture.Series series(
      String name,
      int style,
      List<PlayedPoint> from,
      Function<PlayedPoint, @Nullable Double> figure) {
    List<XyPicture.Point> points = new ArrayList<>();
    for (PlayedPoint point : from) {
      Double value = figure.apply(point);
      if (value != null && value > 0) {
        double players = point.load().players();
        points.add(
            XyPicture.Point.of(
                Math.log10(players),
                value,
                Digits.axis(players) + " players: " + name + " " + Digits.of(value) + " ms"));
      }
    }
    return new XyPicture.Series(name, style, false, points);
  }

  private PlotView limits() {
    List<BarPicture.Bar> bars = new ArrayList<>();
    for (PlayedAnswer.Limit limit : answer.limits()) {
      Double highest = limit.highest();
      if (highest != null) {
        boolean reached = limit.state().startsWith("reached");
        String used =
            Digits.percent(highest)
                + ", acts from "
                + Digits.percent(limit.at())
                + ": "
                + limit.state();
        bars.add(
            new BarPicture.Bar(
                limit.name(), highest * 100, used, reached ? 4 : 0, limit.name() + ": " + used));
      }
    }
    String label = "What the highest load used of each resource";
    return PlotView.of(
        ID + "-limits",
        "Limits",
        "By the server's own counters, under the highest load that was played.",
        List.of(),
        List.of(new PlotView.Panel("", BarPicture.draw(label, "% of it", bars, List.of()))),
        PlayedTables.limits(answer, ID + "-limits-data"));
  }
}
