package dev.weir.report;

import dev.weir.capacity.CapacityPlan;
import java.util.List;

/** {@code plan.md}: a capacity plan on one page. */
public final class PlanMarkdown {
  private PlanMarkdown() {}

  /**
   * @param chart the file name of the trade-off's picture
   */
  public static String of(CapacityPlan plan, String chart) {
    StringBuilder text = new StringBuilder();
    text.append("# Capacity plan ").append(PlainText.markdown(plan.design().name()));
    text.append("\n\n");
    if (!plan.design().question().isBlank()) {
      text.append(PlainText.markdown(plan.design().question())).append("\n\n");
    }
    text.append("**").append(PlainText.markdown(plan.verdict())).append("**\n\n");
    text.append("Measured on ").append(PlainText.markdown(plan.measuredOn())).append(", from ");
    text.append(PlainText.markdown(String.join(", ", plan.from()))).append(".\n");
    for (String group : PlanText.groups(plan)) {
      table(text, group, PlanText.FIGURES, PlanText.figures(plan, group));
    }
    table(text, "Limits of a replica set", PlanText.CONSTRAINTS, PlanText.constraints(plan));
    table(
        text, "Flush interval against load and loss", PlanText.TRADE_OFF, PlanText.tradeOff(plan));
    text.append("\nFor the share of one replica set.\n");
    text.append("\n![flush interval against load and loss](").append(chart).append(")\n");
    table(text, "What matters most", PlanText.SENSITIVITY, PlanText.sensitivity(plan));
    text.append("\n## Formulas\n\nFitted, N calls in flight, intervals by jackknife+:\n\n");
    plan.formulas()
        .forEach(
            (quantity, formula) ->
                text.append("- ")
                    .append(PlainText.markdown(quantity.title() + " = " + formula))
                    .append('\n'));
    text.append(
        """

        - coalescing: players·(1 − exp(−λT))/T documents/s for each type of document
        - utilisation: Σ documents/s of a type ÷ documents/s at which that type alone saturates the server
        - time of a call: Σ p(n)·T(n + 1) with p(n) = p(0)·Π λ/μ(i) and μ(i) = i/T(i), T(i) being that of a closed loop of i;
          before it the backlog that slow windows of the server leave, W ← max(0, W + (ρ − speed)·t)
        - threads: batches/s × time of a call at a checkpoint (Little)
        """);
    text.append("\n## Read this first\n\n");
    plan.notes().forEach(note -> text.append("- ").append(PlainText.markdown(note)).append('\n'));
    return text.toString();
  }

  private static void table(
      StringBuilder text, String title, List<String> heads, List<List<String>> rows) {
    text.append("\n## ").append(title).append("\n\n");
    row(text, heads);
    row(text, heads.stream().map(h -> "---").toList());
    rows.forEach(row -> row(text, row.stream().map(PlainText::markdown).toList()));
  }

  private static void row(StringBuilder text, List<String> values) {
    text.append("| ").append(String.join(" | ", values)).append(" |\n");
  }
}
