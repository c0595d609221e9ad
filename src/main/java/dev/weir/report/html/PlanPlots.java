package dev.weir.report.html;

import dev.weir.capacity.PlanAnswer;
import dev.weir.capacity.PlayedPoint;
import dev.weir.capacity.WhatIf;
import dev.weir.report.Digits;
import dev.weir.report.Labels;
import dev.weir.report.PlanTables;
import dev.weir.report.Table;
import dev.weir.report.html.picture.Axis;
import dev.weir.report.html.picture.BarPicture;
import dev.weir.report.html.picture.Guide;
import dev.weir.report.html.picture.Marks;
import dev.weir.report.html.picture.XyPicture;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A plan as part of a page: players against time, limits, the flush period, what-if. */
final class PlanPlots {
  private final PlanAnswer answer;
  private final String id;
  private final boolean played;

  /**
   * @param id unique in the page; begins the ids of plots and tables
   */
  PlanPlots(PlanAnswer answer, String id) {
    this.answer = answer;
    this.id = id;
    this.played = !answer.played().isEmpty();
  }

  /**
   * @param lead what a reader must know first; may be empty
   */
  Section section(String lead) {
    List<Table<?>> folded =
        Stream.of(
                PlanTables.resources(answer, id + "-resources"),
                PlanTables.figures(answer, id + "-figures"),
                PlanTables.formulas(answer, id + "-formulas"),
                Table.of(id + "-notes", "What to know before relying on it", answer.notes())
                    .text("note", note -> note))
            .<Table<?>>map(table -> table)
            .filter(table -> !table.rows().isEmpty())
            .toList();
    List<Table<?>> read = new ArrayList<>();
    if (played) {
      read.add(PlanTables.loads(answer, id + "-loads"));
    }
    read.add(PlanTables.whatIf(answer, id + "-what-if"));
    return new Section(
        id,
        played ? "The plan, played" : "Plan " + Labels.brief(answer.name(), 30) + ", estimated",
        lead,
        Stream.of(times(), limits(), load(), loss()).filter(Objects::nonNull).toList(),
        Section.read(read),
        Section.read(folded),
        List.of());
  }

  private @Nullable PlotView times() {
    List<PlayedPoint> points =
        answer.played().stream()
            .filter(p -> p.kind() != PlayedPoint.Kind.AROUND && p.times().p99().mean() > 0)
            .sorted(Comparator.comparingLong(p -> p.load().players()))
            .toList();
    return drawn(
        "times",
        "Players against time",
        "How long calls take by the number of players, as measured.",
        "players at once",
        "ms",
        points,
        p -> p.load().players(),
        List.of(
            new Line<>("p99", p -> p.times().p99().mean()),
            new Line<>("p99 at a checkpoint", p -> p.times().atCheckpoint()),
            new Line<>("median", p -> p.times().p50())),
        List.of(),
        PlanTables.loads(answer, id + "-times-data"));
  }

  private PlotView limits() {
    List<BarPicture.Bar> bars = new ArrayList<>();
    for (PlanAnswer.Limit limit : answer.limits()) {
      Double share = played ? limit.highest() : limit.planned();
      if (share != null) {
        boolean reached = share >= limit.at() && !limit.state().startsWith("not ");
        String used = Digits.percent(share);
        String name =
            played
                ? limit.name()
                    + ": "
                    + limit.state()
                    + " (acts from "
                    + Digits.percent(limit.at())
                    + ")"
                : limit.name();
        bars.add(new BarPicture.Bar(name, share * 100, used, reached ? 4 : 0, name + ": " + used));
      }
    }
    String lead =
        played
            ? "By the server's own counters, under the highest load that was played."
            : "What a replica set uses at peak, estimated. The longest bar binds.";
    return PlotView.of(
        id + "-limits",
        "Limits",
        lead,
        List.of(),
        List.of(new PlotView.Panel("", BarPicture.draw(lead, "% of it", bars, List.of()))),
        PlanTables.limits(answer, id + "-limits-data"));
  }

  /** Null if no period has the figure. */
  @Nullable PlotView load() {
    return overPeriods(
        "load",
        "Flush period against load",
        "Cores of the server: rarer flushes write a document fewer times.",
        "server cores",
        List.of(new Line<>("server cores", WhatIf::serverCores)));
  }

  /** Null if no period has the figure. */
  @Nullable PlotView loss() {
    return overPeriods(
        "loss",
        "Flush period against loss",
        "Progress that a crash of the game server loses: rarer flushes leave more in memory.",
        "seconds of progress",
        List.of(
            new Line<>("lost in the mean", WhatIf::lost),
            new Line<>("lost at worst", row -> 2 * row.lost())));
  }

  private @Nullable PlotView overPeriods(
      String kind, String title, String lead, String yTitle, List<Line<WhatIf>> lines) {
    List<WhatIf> rows =
        answer.whatIf().stream()
            .filter(row -> row.change().equals("as planned") || row.change().startsWith("flush"))
            .sorted(Comparator.comparingDouble(WhatIf::period))
            .toList();
    return drawn(
        kind,
        title,
        lead,
        "seconds between two flushes of a document",
        yTitle,
        rows,
        WhatIf::period,
        lines,
        List.of(new Guide(Math.log10(answer.period()), "this plan")),
        PlanTables.whatIf(answer, id + "-" + kind + "-data"));
  }

  private record Line<R>(String name, Function<R, @Nullable Double> figure) {}

  /** Lines over a logarithmic axis; null if there is no point. */
  private <R> @Nullable PlotView drawn(
      String kind,
      String title,
      String lead,
      String xTitle,
      String yTitle,
      List<R> rows,
      Function<R, Number> at,
      List<Line<R>> lines,
      List<Guide> guides,
      Table<?> table) {
    List<XyPicture.Series> series = new ArrayList<>();
    List<PlotView.Entry> legend = new ArrayList<>();
    for (Line<R> line : lines) {
      List<XyPicture.Point> points = new ArrayList<>();
      for (R row : rows) {
        Double value = line.figure.apply(row);
        double x = at.apply(row).doubleValue();
        if (value != null && value > 0) {
          points.add(
              XyPicture.Point.of(
                  Math.log10(x),
                  value,
                  Digits.axis(x) + ": " + line.name + " " + Digits.of(value)));
        }
      }
      legend.add(new PlotView.Entry(Marks.sign(series.size()), line.name));
      series.add(new XyPicture.Series(line.name, series.size(), false, points));
    }
    double[] figures =
        series.stream()
            .flatMap(one -> one.points().stream())
            .mapToDouble(XyPicture.Point::y)
            .sorted()
            .toArray();
    if (figures.length == 0) {
      return null;
    }
    List<Axis.Tick> ticks =
        rows.stream()
            .map(row -> at.apply(row).doubleValue())
            .distinct()
            .map(x -> new Axis.Tick(Math.log10(x), Digits.axis(x)))
            .toList();
    XyPicture picture =
        XyPicture.ofTicks(
                ticks,
                ticks.get(ticks.size() - 1).figure(),
                figures[0],
                figures[figures.length - 1],
                xTitle,
                yTitle)
            .with(List.of(), guides);
    return PlotView.of(
        id + "-" + kind,
        title,
        lead,
        legend,
        List.of(new PlotView.Panel("", picture.draw(title, series))),
        table);
  }
}
