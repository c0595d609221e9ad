package dev.weir.report;

import dev.weir.capacity.CapacityPlan;
import dev.weir.capacity.Constraint;
import dev.weir.capacity.Figure;
import dev.weir.capacity.Sensitivity;
import dev.weir.capacity.TradeOff;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The tables of a capacity plan. */
public final class PlanTables {
  /** Heads of the trade-off that pictures are drawn from. */
  public static final String PERIOD = "flush every s";

  public static final String DOCUMENTS = "documents/s";
  public static final String UTILISATION = "utilisation %";
  public static final String LOST_MEAN = "lost in the mean s";
  public static final String LOST_WORST = "lost at worst s";
  public static final String AT_RISK = "updates at risk";
  public static final String NOTE = "why a figure is missing";

  private PlanTables() {}

  /** Names of the groups that the figures fall into. */
  static List<String> groups(CapacityPlan plan) {
    return plan.figures().stream().map(Figure::group).distinct().toList();
  }

  /** All figures; the group stands in a column of the page, as the title elsewhere. */
  public static Table<Figure> figures(CapacityPlan plan, String id) {
    return figures(plan.figures(), id, "A row per figure of the plan");
  }

  /** The figures of one group, which is the caption. */
  static Table<Figure> group(CapacityPlan plan, String group) {
    return figures(
        plan.figures().stream().filter(figure -> figure.group().equals(group)).toList(),
        "figures",
        group);
  }

  private static Table<Figure> figures(List<Figure> figures, String id, String caption) {
    return Table.of(id, caption, figures)
        .text("group", Figure::group)
        .pageOnly()
        .text("figure", Figure::name)
        .count("value", Figure::value)
        .count("90 % low", Figure::low)
        .count("90 % high", Figure::high)
        .text("unit", Figure::unit)
        .text("basis", figure -> basis(figure.basis()))
        .text("how", Figure::how);
  }

  private static String basis(Enum<?> basis) {
    return basis.name().toLowerCase(Locale.ROOT);
  }

  public static Table<Constraint> limits(CapacityPlan plan, String id) {
    return Table.of(id, "Limits of a replica set", plan.constraints())
        .text("limit", Constraint::name)
        .figure("used at peak", "%", limit -> limit.used() * 100)
        .text("basis", limit -> basis(limit.basis()));
  }

  /** Flush periods and what each asks and risks. */
  public static Table<TradeOff> tradeOff(CapacityPlan plan, String id) {
    String caption = "Flush interval against load and loss, for the share of one replica set";
    return Table.of(id, caption, plan.tradeOff())
        .count(PERIOD, TradeOff::seconds)
        .figure(DOCUMENTS, "", TradeOff::documentsPerSecond)
        .figure(UTILISATION, "", row -> row.utilisation() == null ? null : row.utilisation() * 100)
        .count(LOST_MEAN, TradeOff::meanSecondsLost)
        .count(LOST_WORST, TradeOff::worstSecondsLost)
        .count(AT_RISK, TradeOff::updatesAtRisk)
        .text(NOTE, TradeOff::note);
  }

  public static Table<Sensitivity> sensitivity(CapacityPlan plan, String id) {
    return Table.of(id, "What matters most", plan.sensitivity())
        .text("1 % more", Sensitivity::input)
        .figure("moves utilisation by", "%", Sensitivity::elasticity);
  }

  public static Table<?> formulas(CapacityPlan plan, String id) {
    return Table.of(id, "Formulas that the plan rests on", List.copyOf(plan.formulas().entrySet()))
        .text("quantity", formula -> formula.getKey().title())
        .text("formula", Map.Entry::getValue);
  }

  public static Table<?> notes(CapacityPlan plan, String id) {
    return Table.of(id, "What to know before relying on the plan", plan.notes())
        .text("note", note -> note);
  }
}
