package dev.weir.cli;

import dev.weir.capacity.CapacityPlan;
import dev.weir.record.RunFolder;
import dev.weir.report.PlanMarkdown;
import dev.weir.report.TradeOffChart;
import dev.weir.report.html.PlanReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files of a plan's folder that are made from its {@code plan.json}. */
final class PlanFiles {
  static final String MARKDOWN = "plan.md";
  static final String REPORT = RunFolder.REPORT;
  private static final String CHART = "plan.svg";

  private PlanFiles() {}

  static void write(Path folder, CapacityPlan plan) throws IOException {
    Files.writeString(folder.resolve(CHART), TradeOffChart.svg(plan));
    Files.writeString(folder.resolve(MARKDOWN), PlanMarkdown.of(plan, CHART));
    Files.writeString(folder.resolve(REPORT), PlanReport.of(plan));
  }
}
