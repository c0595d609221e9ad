package dev.weir.cli;

import java.io.PrintWriter;
import java.time.Clock;
import picocli.CommandLine.Option;

/** How much a long command shows while it runs. */
final class ProgressOptions {
  @Option(
      names = {"-q", "--quiet"},
      description = "Print only the answer and the table at the end.")
  private boolean quiet;

  @Option(
      names = "--plain",
      description =
          "Lines only, for logs and CI: no bar and no colours; the default where there is no"
              + " terminal.")
  private boolean plain;

  @Option(
      names = "--serve",
      description =
          "Show the run as a page while it goes on, to a browser of this host alone: progress, last"
              + " figures, timeline, who else uses the host. At the end the page is the report.")
  private boolean serve;

  boolean quiet() {
    return quiet;
  }

  ConsoleListener listener(PrintWriter out) {
    Terminal terminal = Terminal.of(out, System.console(), System.getenv(), plain);
    Clock clock = Clock.systemUTC();
    return new ConsoleListener(terminal, clock, quiet, serve ? new LiveRun(clock) : null);
  }
}
