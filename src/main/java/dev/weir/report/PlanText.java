package dev.weir.report;

import dev.weir.capacity.CapacityPlan;
import java.util.ArrayList;
import java.util.List;

/** A capacity plan as text: for a terminal, and {@code plan.md}. */
public final class PlanText {
  private PlanText() {}

  private static List<Table<?>> tables(CapacityPlan plan) {
    List<Table<?>> tables = new ArrayList<>();
    PlanTables.groups(plan).forEach(group -> tables.add(PlanTables.group(plan, group)));
    tables.add(PlanTables.limits(plan, "limits"));
    tables.add(PlanTables.tradeOff(plan, "trade-off"));
    tables.add(PlanTables.sensitivity(plan, "sensitivity"));
    return tables;
  }

  /** Blocks of lines, to be printed one below the other. */
  public static List<String> console(CapacityPlan plan) {
    List<String> blocks = new ArrayList<>();
    plan.sentences().forEach(sentence -> blocks.add(PlainText.line(sentence)));
    tables(plan).forEach(table -> blocks.add(table.caption() + "\n" + ConsoleTable.of(table)));
    blocks.addAll(plan.notes());
    return blocks;
  }

  /**
   * The plan on one page.
   *
   * @param chart file name of the pictures of load and loss; empty if there are none
   */
  public static String markdown(CapacityPlan plan, String chart) {
    StringBuilder text = new StringBuilder();
    text.append("# Capacity plan ").append(PlainText.markdown(plan.design().name()));
    text.append("\n\n");
    if (!plan.design().question().isBlank()) {
      text.append(PlainText.markdown(plan.design().question())).append("\n\n");
    }
    text.append(MarkdownTable.list(plan.sentences())).append("\nFrom ");
    text.append(PlainText.markdown(String.join(", ", plan.from()))).append(".\n");
    for (Table<?> table : tables(plan)) {
      text.append("\n## ").append(table.caption()).append("\n\n").append(MarkdownTable.of(table));
      if (table.id().equals("trade-off") && !chart.isEmpty()) {
        text.append("\n![flush interval against load and loss](").append(chart).append(")\n");
      }
    }
    text.append("\n## Formulas\n\nFitted, N calls in flight, intervals by jackknife+:\n\n");
    List<String> formulas = new ArrayList<>();
    plan.formulas().forEach((what, formula) -> formulas.add(what.title() + " = " + formula));
    text.append(MarkdownTable.list(formulas));
    text.append(
        """

        - coalescing: players·(1 − exp(−λT))/T documents/s for each type of document
        - utilisation: Σ documents/s of a type ÷ documents/s at which that type alone saturates the server
        """);
    text.append("\n## Read this first\n\n").append(MarkdownTable.list(plan.notes()));
    return text.toString();
  }
}
