package dev.weir.cli;

import dev.weir.record.CellRecord;
import dev.weir.record.ConfirmRecord;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.report.ConfirmLines;
import dev.weir.report.SummaryMarkdown;
import dev.weir.report.ThroughputChart;
import java.io.IOException;
import java.util.List;

/** The files of a run that are made from its record and can be made again at any time. */
final class DerivedFiles {
  private DerivedFiles() {}

  static void write(RunFolder folder, RunRecord run, List<CellRecord> cells) throws IOException {
    String title =
        run.study().get("name") + " on " + run.server().product() + " " + run.server().version();
    String chart = ThroughputChart.svg(title, cells);
    String summary = SummaryMarkdown.of(run, cells);
    if (!chart.isEmpty()) {
      folder.writeText(RunFolder.CHART, chart);
      summary += "\n![throughput](" + RunFolder.CHART + ")\n";
    }
    ConfirmRecord confirm = folder.confirm();
    if (confirm != null) {
      summary += "\nVerdicts put to the test:\n\n- ";
      summary += String.join("\n- ", ConfirmLines.of(confirm)) + "\n";
    }
    folder.writeText(RunFolder.SUMMARY, summary);
  }
}
