package dev.weir.cli;

import dev.weir.capacity.CapacityPlan;
import dev.weir.record.RunFolder;
import dev.weir.report.PlanText;
import dev.weir.report.SummaryMarkdown;
import dev.weir.report.html.PlanReport;
import dev.weir.report.html.SvgFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The files of a plan's folder that are made from its {@code plan.json}. */
final class PlanFiles {
  static final String MARKDOWN = "plan.md";
  static final String REPORT = RunFolder.REPORT;
  private static final String CHART = "plan.svg";

  private PlanFiles() {}

  static void write(Path folder, CapacityPlan plan) throws IOException {
    Optional<String> chart = SvgFile.tradeOff(plan);
    if (chart.isPresent()) {
      Files.writeString(folder.resolve(CHART), chart.get());
    }
    Files.writeString(
        folder.resolve(MARKDOWN),
        SummaryMarkdown.wrapped(PlanText.markdown(plan, chart.isPresent() ? CHART : "")));
    Files.writeString(folder.resolve(REPORT), PlanReport.of(plan));
  }
}
