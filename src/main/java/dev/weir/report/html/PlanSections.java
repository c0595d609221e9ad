package dev.weir.report.html;

import dev.weir.capacity.CapacityPlan;
import dev.weir.capacity.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A capacity plan as parts of a page: of its own one, or of a run's that it rests on. */
final class PlanSections {
  private final CapacityPlan plan;
  private final String id;

  /**
   * @param id unique in the page
   */
  PlanSections(CapacityPlan plan, String id) {
    this.plan = plan;
    this.id = id;
  }

  /** All of the plan as one part of a run's page. */
  Section whole() {
    return new Section(
        id,
        "Plan " + Labels.brief(plan.design().name(), 30),
        plan.verdict() + ".",
        new PlanPlots(plan, id).views(),
        List.of(figures()),
        List.of(formulas(), notes()),
        List.of());
  }

  /** The plan as a page of its own. */
  List<Section> apart() {
    return List.of(
        Section.ofPlots(id, "Pictures", "", new PlanPlots(plan, id).views()),
        Section.ofTables(
            id + "-figures",
            "All figures",
            "Intervals are 90 % (jackknife+). Measured: read from the runs; modelled: computed from"
                + " them by the formula given; assumed: nobody measured it.",
            List.of(figures())),
        Section.ofTables(
            id + "-formulas", "Formulas", "Fitted; N is calls in flight.", List.of(formulas())));
  }

  private DataTable figures() {
    DataTable.Builder table =
        DataTable.named(id + "-data", "A row per figure of the plan")
            .texts("", "figure")
            .figures("value", "low", "high")
            .texts("unit", "basis", "how");
    String group = "";
    for (Figure figure : plan.figures()) {
      List<String> texts = new ArrayList<>();
      texts.add(figure.group().equals(group) ? "" : figure.group());
      group = figure.group();
      texts.add(figure.name());
      texts.add(Digits.of(figure.value()));
      texts.add(Digits.of(figure.low()));
      texts.add(Digits.of(figure.high()));
      texts.add(figure.unit());
      texts.add(figure.basis().name().toLowerCase(Locale.ROOT));
      texts.add(figure.how());
      table.row("", "", texts);
    }
    return table.build();
  }

  private DataTable formulas() {
    DataTable.Builder table =
        DataTable.named(id + "-formulas-data", "Formulas that the plan rests on")
            .texts("quantity", "formula");
    plan.formulas().forEach((what, formula) -> table.row("", "", List.of(what.title(), formula)));
    return table.build();
  }

  private DataTable notes() {
    DataTable.Builder table =
        DataTable.named(id + "-notes", "What to know before relying on the plan").texts("note");
    plan.notes().forEach(note -> table.row("", "", List.of(note)));
    return table.build();
  }
}
