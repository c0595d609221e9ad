package dev.weir.cli;

import dev.weir.capture.timeline.CaptureImport;
import dev.weir.capture.timeline.ClockOffset;
import dev.weir.capture.timeline.TimelineSummary;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code weir capture}: what was captured on other hosts. */
@Command(
    name = "capture",
    description = "Use samples that ops/capture.sh wrote on another host.",
    mixinStandardHelpOptions = true,
    subcommands = CaptureCommand.Import.class)
final class CaptureCommand implements Runnable {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "name a command; 'weir capture --help' lists them");
  }

  /** {@code weir capture import RUN DIR}. */
  @Command(
      name = "import",
      description = "Add a folder of ops/capture.sh to a run and build the run's timeline again.",
      mixinStandardHelpOptions = true)
  static final class Import implements Callable<Integer> {
    @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

    @Parameters(index = "0", paramLabel = "RUN", description = "A run's folder under results/.")
    private Path run;

    @Parameters(
        index = "1",
        paramLabel = "DIR",
        description = "The folder that ops/capture.sh wrote.")
    private Path captured;

    @Option(
        names = "--name",
        paramLabel = "NAME",
        description = "The name of that host in the timeline. Default: its own host name.")
    private @Nullable String name;

    @Override
    public Integer call() throws BadInput {
      try {
        print(CaptureImport.into(run, captured, name));
        return 0;
      } catch (IOException e) {
        throw new BadInput(String.valueOf(e.getMessage()));
      }
    }

    private void print(TimelineSummary summary) {
      PrintWriter out = spec.commandLine().getOut();
      out.println(
          "timeline: " + summary.rows() + " seconds, " + summary.columns().size() + " columns");
      for (ClockOffset clock : summary.clocks()) {
        String error =
            Double.isNaN(clock.errorMs())
                ? ""
                : String.format(Locale.ROOT, " ± %.1f", clock.errorMs());
        out.println(
            String.format(
                Locale.ROOT,
                "clock of %s: %+.1f%s ms (%s)",
                clock.source(),
                clock.offsetMs(),
                error,
                clock.method()));
      }
      for (TimelineSummary.SourceSummary source : summary.sources()) {
        source.problems().forEach(problem -> out.println("skipped: " + problem));
      }
      out.flush();
    }
  }
}
