package dev.weir.report.html;

import dev.weir.capacity.CapacityPlan;
import dev.weir.report.Labels;
import dev.weir.report.PlanTables;
import java.util.List;

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
        String.join(" ", plan.sentences()),
        new PlanPlots(plan, id).views(),
        List.of(DataTable.of(PlanTables.figures(plan, id + "-data"))),
        List.of(
            DataTable.of(PlanTables.formulas(plan, id + "-formulas-data")),
            DataTable.of(PlanTables.notes(plan, id + "-notes"))),
        List.of());
  }

  /** The plan as a page of its own. */
  List<Section> apart() {
    return List.of(
        Section.ofPlots(id, "Pictures", "", new PlanPlots(plan, id).views()),
        Section.ofTables(
            id + "-figures",
            "All figures",
            "Intervals are 90 % (jackknife+). Modelled: computed from the runs"
                + " by the formula given; assumed: nobody measured it.",
            List.of(PlanTables.figures(plan, id + "-data"))),
        Section.ofTables(
            id + "-formulas",
            "Formulas",
            "Fitted; N is calls in flight.",
            List.of(PlanTables.formulas(plan, id + "-formulas-data"))));
  }
}
