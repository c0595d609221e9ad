package dev.weir.cli;

import dev.weir.capacity.PlanAnswer;
import dev.weir.capacity.PlanFile;
import dev.weir.record.CellRecord;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.report.CellSet;
import dev.weir.report.html.Sources;
import dev.weir.runner.CellLimits;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code weir report}: makes the derived files of a run again, from its record alone. */
@Command(
    name = "report",
    description =
        "Print the table of a run or plan, and write its summary, chart and report.html "
            + "again. It needs no server.",
    mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(paramLabel = "RUN", description = "Folder of a run or of a plan under results/.")
  private Path folder;

  @Override
  public Integer call() throws BadInput {
    PrintWriter out = spec.commandLine().getOut();
    try {
      if (isPlan()) {
        PlanAnswer plan = PlanFile.read(folder);
        PlanFiles.write(folder, plan);
        PlanFiles.lines(plan).forEach(out::println);
        out.println(folder.resolve(PlanFiles.MARKDOWN));
        out.println(folder.resolve(PlanFiles.REPORT));
        return 0;
      }
      RunFolder run = RunFolder.open(folder);
      RunRecord record = run.run();
      List<CellRecord> cells = CellLimits.judge(run, record, run.cells());
      Sources sources = DerivedFiles.write(run, record, cells);
      RunText.reasons(record).forEach(out::println);
      RunText.lines(sources, Integer.MAX_VALUE).forEach(out::println);
      out.println(
          (record.verdict().valid() ? "valid, " : "INVALID, ") + CellSet.rounds(record.rounds()));
      out.println(run.file(RunFolder.SUMMARY));
      out.println(run.file(RunFolder.REPORT));
      return 0;
    } catch (IOException e) {
      throw new BadInput(String.valueOf(e.getMessage()));
    }
  }

  /** A run's folder has a plan.json too, of its cells; its run.json marks it as a run. */
  private boolean isPlan() {
    return Files.isRegularFile(folder.resolve(PlanFile.NAME))
        && !Files.exists(folder.resolve(RunFolder.RUN));
  }
}
