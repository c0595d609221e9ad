package dev.weir.report.html;

import dev.weir.capacity.CapacityPlan;
import dev.weir.capacity.Constraint;
import dev.weir.capacity.Sensitivity;
import dev.weir.capacity.TradeOff;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The pictures of a capacity plan: its limits, its flush period against load and loss. */
final class PlanPlots {
  private static final String PERIOD = "seconds between two flushes of a document";

  private final CapacityPlan plan;
  private final String id;

  /**
   * @param id unique in the page; begins the ids of the plots
   */
  PlanPlots(CapacityPlan plan, String id) {
    this.plan = plan;
    this.id = id;
  }

  List<PlotView> views() {
    List<PlotView> views = new ArrayList<>();
    views.add(limits());
    add(views, load());
    add(views, loss());
    add(views, time());
    if (!plan.sensitivity().isEmpty()) {
      views.add(sensitivity());
    }
    return views;
  }

  private static void add(List<PlotView> views, @Nullable PlotView view) {
    if (view != null) {
      views.add(view);
    }
  }

  private double allowed() {
    return 1 - plan.design().target().headroom();
  }

  private PlotView limits() {
    List<BarPicture.Bar> bars = new ArrayList<>();
    DataTable.Builder table =
        DataTable.named(id + "-limits-data", "A row per limit of a replica set")
            .texts("limit")
            .figures("used at peak, %")
            .texts("basis");
    for (Constraint limit : plan.constraints()) {
      String used = Digits.percent(limit.used());
      String basis = limit.basis().name().toLowerCase(Locale.ROOT);
      int style = limit.used() > 1 ? 1 : limit.used() > allowed() ? 4 : 0;
      bars.add(
          new BarPicture.Bar(
              limit.name(),
              limit.used() * 100,
              used,
              style,
              limit.name() + ": " + used + " used at peak, " + basis));
      table.row("", "", List.of(limit.name(), Digits.plain(limit.used() * 100), basis));
    }
    String label = "Share of each limit that a replica set uses at peak";
    List<Guide> guides =
        List.of(new Guide(allowed() * 100, "headroom begins"), new Guide(100, "full"));
    return PlotView.of(
        id + "-limits",
        "What a replica set uses of its limits",
        "At peak; "
            + (plan.sets() == 1 ? "one set carries all" : plan.sets() + " sets share the load")
            + ". The longest bar binds.",
        List.of(),
        List.of(new PlotView.Panel("", BarPicture.draw(label, "% used at peak", bars, guides))),
        table.build());
  }

  private @Nullable PlotView load() {
    return overPeriods(
        "load",
        "Flush period against load",
        "Utilisation of a replica set: rarer flushes write a document fewer times.",
        "utilisation, %",
        List.of(
            new Line("utilisation, %", 0, row -> percent(row.utilisation())),
            new Line("documents/s", Line.TABLE_ONLY, TradeOff::documentsPerSecond)),
        new Guide(allowed() * 100, "headroom begins"));
  }

  private @Nullable PlotView loss() {
    return overPeriods(
        "loss",
        "Flush period against loss",
        "Progress that a crash of the game server loses: rarer flushes leave more in memory.",
        "seconds of progress",
        List.of(
            new Line("lost in the mean", 0, TradeOff::meanSecondsLost),
            new Line("lost at worst", 1, TradeOff::worstSecondsLost),
            new Line("updates at risk", Line.TABLE_ONLY, TradeOff::updatesAtRisk)),
        null);
  }

  private @Nullable PlotView time() {
    return overPeriods(
        "time",
        "Flush period against the time of a write",
        "99th percentile from due to acknowledged while no checkpoint runs; none where the server"
            + " can’t follow.",
        "p99, ms",
        List.of(new Line("p99, ms", 0, row -> orNaN(row.p99Millis()))),
        new Guide(plan.design().target().p99Millis(), "wanted"));
  }

  /**
   * A figure of each period.
   *
   * @param style of its line, or {@link #TABLE_ONLY}
   */
  private record Line(String name, int style, ToDoubleFunction<TradeOff> figure) {
    static final int TABLE_ONLY = -1;

    boolean drawn() {
      return style != TABLE_ONLY;
    }
  }

  private static double percent(@Nullable Double share) {
    return share == null ? Double.NaN : share * 100;
  }

  private static double orNaN(@Nullable Double figure) {
    return figure == null ? Double.NaN : figure;
  }

  /** Null if no period has the figure. */
  private @Nullable PlotView overPeriods(
      String kind,
      String title,
      String lead,
      String yTitle,
      List<Line> lines,
      @Nullable Guide limit) {
    List<XyPicture.Series> series = new ArrayList<>();
    List<PlotView.Entry> legend = new ArrayList<>();
    for (Line line : lines.stream().filter(Line::drawn).toList()) {
      series.add(new XyPicture.Series(line.name(), line.style(), false, points(line)));
      legend.add(new PlotView.Entry(Marks.sign(line.style()), line.name()));
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
    List<TradeOff> rows = plan.tradeOff();
    List<Axis.Tick> ticks =
        rows.stream()
            .map(row -> new Axis.Tick(Math.log10(row.seconds()), Digits.axis(row.seconds())))
            .toList();
    double last = ticks.get(ticks.size() - 1).figure();
    double most = figures[figures.length - 1];
    double least = figures[0];
    // A limit that is far off would only squash the curve.
    boolean near = limit != null && limit.at() < most * 20 && limit.at() > least / 20;
    if (limit != null && near) {
      most = Math.max(most, limit.at());
      least = Math.min(least, limit.at());
    }
    Guide chosen = new Guide(Math.log10(plan.design().flush().period()), "this plan");
    XyPicture picture =
        XyPicture.ofTicks(ticks, last, least, most, PERIOD, yTitle)
            .with(limit != null && near ? List.of(limit) : List.of(), List.of(chosen));
    return PlotView.of(
        id + "-" + kind,
        title,
        lead,
        legend,
        List.of(new PlotView.Panel("", picture.draw(title, series))),
        table(kind, lines));
  }

  private List<XyPicture.Point> points(Line line) {
    List<XyPicture.Point> points = new ArrayList<>();
    for (TradeOff row : plan.tradeOff()) {
      double figure = line.figure().applyAsDouble(row);
      if (figure > 0 && row.seconds() > 0) {
        points.add(
            new XyPicture.Point(
                Marks.NO_CELL,
                Math.log10(row.seconds()),
                figure,
                Double.NaN,
                Double.NaN,
                List.of(),
                List.of(),
                "every "
                    + Digits.axis(row.seconds())
                    + " s: "
                    + line.name()
                    + " "
                    + Digits.of(figure)));
      }
    }
    return points;
  }

  private DataTable table(String kind, List<Line> lines) {
    DataTable.Builder table =
        DataTable.named(
                id + "-" + kind + "-data", "A row per flush period, for one replica set's share")
            .figures("flush every s")
            .figures(lines.stream().map(Line::name).toArray(String[]::new))
            .texts("why a figure is missing");
    for (TradeOff row : plan.tradeOff()) {
      List<String> texts = new ArrayList<>(List.of(Digits.plain(row.seconds())));
      lines.forEach(line -> texts.add(Digits.plain(line.figure().applyAsDouble(row))));
      texts.add(row.note());
      table.row("", "", texts);
    }
    return table.build();
  }

  private PlotView sensitivity() {
    Function<Sensitivity, String> text =
        one -> String.format(Locale.ROOT, "%+.2f %%", one.elasticity());
    List<BarPicture.Bar> bars = new ArrayList<>();
    DataTable.Builder table =
        DataTable.named(id + "-matters-data", "A row per input")
            .texts("input")
            .figures("% more utilisation for 1 % more of it");
    for (Sensitivity one : plan.sensitivity()) {
      String words = "1 % more " + one.input() + " moves utilisation by " + text.apply(one);
      int style = one.elasticity() < 0 ? 2 : 0;
      bars.add(new BarPicture.Bar(one.input(), one.elasticity(), text.apply(one), style, words));
      table.row("", "", List.of(one.input(), Digits.plain(one.elasticity())));
    }
    String label = "How much each input moves the utilisation";
    String unit = "% more utilisation for 1 % more of the input";
    return PlotView.of(
        id + "-matters",
        "What matters most",
        "How much one per cent more of an input moves the load on a replica set.",
        List.of(),
        List.of(new PlotView.Panel("", BarPicture.draw(label, unit, bars, List.of()))),
        table.build());
  }
}
