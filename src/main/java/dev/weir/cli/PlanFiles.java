package dev.weir.cli;

import dev.weir.capacity.PlanAnswer;
import dev.weir.record.RunFolder;
import dev.weir.report.PlainText;
import dev.weir.report.PlanTables;
import dev.weir.report.SummaryMarkdown;
import dev.weir.report.html.PlanReport;
import dev.weir.report.html.SvgFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The files of a plan's folder that are made from its {@code plan.json}. */
final class PlanFiles {
  static final String MARKDOWN = "plan.md";
  static final String REPORT = RunFolder.REPORT;
  private static final String CHART = "plan.svg";

  private PlanFiles() {}

  /** The answer, then its tables, for a terminal. */
  static List<String> lines(PlanAnswer plan) {
    List<String> lines = new ArrayList<>();
    plan.sentences().forEach(sentence -> lines.add(PlainText.line(sentence)));
    lines.addAll(PlanTables.console(plan));
    return lines;
  }

  static void write(Path folder, PlanAnswer plan) throws IOException {
    Optional<String> chart = SvgFile.tradeOff(plan);
    if (chart.isPresent()) {
      Files.writeString(folder.resolve(CHART), chart.get());
    }
    Files.writeString(
        folder.resolve(MARKDOWN),
        SummaryMarkdown.wrapped(PlanTables.markdown(plan, chart.isPresent() ? CHART : "")));
    Files.writeString(folder.resolve(REPORT), PlanReport.of(plan));
  }
}
