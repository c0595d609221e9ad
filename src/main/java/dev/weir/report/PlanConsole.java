package dev.weir.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import dev.weir.capacity.CapacityPlan;
import java.util.ArrayList;
import java.util.List;

/** A capacity plan for a terminal. */
public final class PlanConsole {
  private PlanConsole() {}

  /** Blocks of lines, to be printed one below the other. */
  public static List<String> blocks(CapacityPlan plan) {
    List<String> blocks = new ArrayList<>();
    blocks.add("plan " + PlainText.line(plan.design().name()) + ", on " + plan.measuredOn());
    for (String group : PlanText.groups(plan)) {
      blocks.add(group + "\n" + table(PlanText.FIGURES, PlanText.figures(plan, group)));
    }
    blocks.add(
        "Limits of a replica set\n" + table(PlanText.CONSTRAINTS, PlanText.constraints(plan)));
    blocks.add(
        "Flush interval against load and loss, for the share of one replica set\n"
            + table(PlanText.TRADE_OFF, PlanText.tradeOff(plan)));
    blocks.add("What matters most\n" + table(PlanText.SENSITIVITY, PlanText.sensitivity(plan)));
    blocks.addAll(plan.notes());
    blocks.add(plan.verdict());
    return blocks;
  }

  private static String table(List<String> heads, List<List<String>> rows) {
    List<ColumnData<List<String>>> columns = new ArrayList<>();
    for (int i = 0; i < heads.size(); i++) {
      int index = i;
      columns.add(
          new Column()
              .header(heads.get(i))
              .headerAlign(HorizontalAlign.LEFT)
              .dataAlign(HorizontalAlign.LEFT)
              .with(row -> PlainText.line(row.get(index))));
    }
    return AsciiTable.builder().border(AsciiTable.FANCY_ASCII).data(rows, columns).asString();
  }
}
