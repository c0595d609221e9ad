package dev.weir.report.html;

import dev.weir.capacity.CapacityPlan;
import dev.weir.report.CellSet;
import dev.weir.report.PlainText;
import java.util.List;

/** {@code report.html} of a plan's folder: one capacity plan as one page. */
public final class PlanReport {
  private PlanReport() {}

  /** The page as HTML, to be stored as UTF-8. */
  public static String of(CapacityPlan plan) {
    boolean met = plan.unmet().isEmpty();
    Head head =
        new Head(
            PlainText.line(plan.design().name()),
            PlainText.line(plan.design().question()),
            "",
            met,
            met ? "every target holds" : "a target does not hold",
            plan.unmet(),
            List.of("capacity plan", "from " + PlainText.line(String.join(", ", plan.from()))),
            plan.sentences(),
            plan.notes(),
            "Made by weir plan from measured cells; weir report makes it again. Needs no network.");
    return new Page(head, new CellSet(List.of()), new PlanSections(plan, "plan").apart()).html();
  }
}
