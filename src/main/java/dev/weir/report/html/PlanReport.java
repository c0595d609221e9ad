package dev.weir.report.html;

import dev.weir.capacity.PlanAnswer;
import dev.weir.report.CellSet;
import dev.weir.report.PlainText;
import java.util.List;

/** {@code report.html} of a plan's folder: an estimated plan as one page. */
public final class PlanReport {
  private PlanReport() {}

  /** The page as HTML, to be stored as UTF-8. */
  public static String of(PlanAnswer plan) {
    boolean met = plan.unmet().isEmpty();
    Head head =
        new Head(
            PlainText.line(plan.name()),
            PlainText.line(plan.question()),
            "",
            met,
            met ? "every target holds" : "a target does not hold",
            plan.unmet(),
            List.of("estimated plan", "from " + PlainText.line(String.join(", ", plan.from()))),
            plan.sentences(),
            plan.notes(),
            "Made by weir plan from measured cells; weir report makes it again. Needs no network.");
    return new Page(head, new CellSet(List.of()), List.of(new PlanPlots(plan, "plan").section("")))
        .html();
  }
}
