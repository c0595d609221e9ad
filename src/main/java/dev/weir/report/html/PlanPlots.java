package dev.weir.report.html;

import dev.weir.capacity.CapacityPlan;
import dev.weir.capacity.Constraint;
import dev.weir.capacity.Sensitivity;
import dev.weir.capacity.TradeOff;
import dev.weir.report.Digits;
import dev.weir.report.PlanTables;
import dev.weir.report.Table;
import dev.weir.report.html.picture.Axis;
import dev.weir.report.html.picture.BarPicture;
import dev.weir.report.html.picture.Guide;
import dev.weir.report.html.picture.Marks;
import dev.weir.report.html.picture.XyPicture;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
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
    List<PlotView> views = new ArrayList<>(List.of(limits()));
    Stream.of(load(), loss()).filter(Objects::nonNull).forEach(views::add);
    if (!plan.sensitivity().isEmpty()) {
      views.add(sensitivity());
    }
    return views;
  }

  private double allowed() {
    return 1 - plan.design().target().headroom();
  }

  private PlotView limits() {
    List<BarPicture.Bar> bars = new ArrayList<>();
    for (Constraint limit : plan.constraints()) {
      String used = Digits.percent(limit.used());
      String basis = limit.basis().name().toLowerCase(Locale.ROOT);
      int style = limit.used() > 1 ? 1 : limit.used() > allowed() ? 4 : 0;
      String words = limit.name() + ": " + used + " used at peak, " + basis;
      bars.add(new BarPicture.Bar(limit.name(), limit.used() * 100, used, style, words));
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
        PlanTables.limits(plan, id + "-limits-data"));
  }

  /** Null if no period has the figure. */
  @Nullable PlotView load() {
    return overPeriods(
        "load",
        "Flush period against load",
        "Utilisation of a replica set: rarer flushes write a document fewer times.",
        "utilisation, %",
        List.of(PlanTables.UTILISATION),
        PlanTables.DOCUMENTS,
        new Guide(allowed() * 100, "headroom begins"));
  }

  /** Null if no period has the figure. */
  @Nullable PlotView loss() {
    return overPeriods(
        "loss",
        "Flush period against loss",
        "Progress that a crash of the game server loses: rarer flushes leave more in memory.",
        "seconds of progress",
        List.of(PlanTables.LOST_MEAN, PlanTables.LOST_WORST),
        PlanTables.AT_RISK,
        null);
  }

  /**
   * Columns of the trade-off over the flush periods.
   *
   * @param drawn heads of the columns that get a line each
   * @param beside head of one that is in the table only; null for none
   * @return null if no period has a figure
   */
  private @Nullable PlotView overPeriods(
      String kind,
      String title,
      String lead,
      String yTitle,
      List<String> drawn,
      @Nullable String beside,
      @Nullable Guide limit) {
    Table<TradeOff> table = PlanTables.tradeOff(plan, id);
    List<XyPicture.Series> series = new ArrayList<>();
    List<PlotView.Entry> legend = new ArrayList<>();
    for (String head : drawn) {
      int style = series.size();
      List<XyPicture.Point> points = points(table.column(head));
      series.add(new XyPicture.Series(head, style, false, points));
      legend.add(new PlotView.Entry(Marks.sign(style), head));
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
        plan.tradeOff().stream()
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
    List<String> heads = new ArrayList<>(List.of(PlanTables.PERIOD));
    heads.addAll(drawn);
    if (beside != null) {
      heads.add(beside);
    }
    heads.add(PlanTables.NOTE);
    return PlotView.of(
        id + "-" + kind,
        title,
        lead,
        legend,
        List.of(new PlotView.Panel("", picture.draw(title, series))),
        table.part(id + "-" + kind + "-data", heads));
  }

  private List<XyPicture.Point> points(Table.Column<TradeOff> column) {
    List<XyPicture.Point> points = new ArrayList<>();
    for (TradeOff row : plan.tradeOff()) {
      if (column.value(row) instanceof Number figure
          && figure.doubleValue() > 0
          && row.seconds() > 0) {
        String every = "every " + Digits.axis(row.seconds()) + " s: ";
        points.add(
            XyPicture.Point.of(
                Math.log10(row.seconds()),
                figure.doubleValue(),
                every + column.head() + " " + Digits.of(figure)));
      }
    }
    return points;
  }

  private PlotView sensitivity() {
    List<BarPicture.Bar> bars = new ArrayList<>();
    for (Sensitivity one : plan.sensitivity()) {
      String text = String.format(Locale.ROOT, "%+.2f %%", one.elasticity());
      String words = "1 % more " + one.input() + " moves utilisation by " + text;
      int style = one.elasticity() < 0 ? 2 : 0;
      bars.add(new BarPicture.Bar(one.input(), one.elasticity(), text, style, words));
    }
    String label = "How much each input moves the utilisation";
    String unit = "% more utilisation for 1 % more of the input";
    return PlotView.of(
        id + "-matters",
        "What matters most",
        "How much one per cent more of an input moves the load on a replica set.",
        List.of(),
        List.of(new PlotView.Panel("", BarPicture.draw(label, unit, bars, List.of()))),
        PlanTables.sensitivity(plan, id + "-matters-data"));
  }
}
