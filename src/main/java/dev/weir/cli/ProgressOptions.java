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
          "Print lines only, without bar and colours, for logs and CI. This is the default "
              + "without a terminal.")
  private boolean plain;

  @Option(
      names = "--serve",
      description =
          "Show the run as a page while it goes on: progress, last figures, timeline, other "
              + "work on the host. Only a browser on this host can open it. At the end the page "
              + "becomes the report.")
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
