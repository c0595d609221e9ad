package dev.weir.cli;

import java.io.PrintWriter;
import java.time.Clock;
import picocli.CommandLine.Option;

/** How much a long command shows while it runs. */
final class ProgressOptions {
  @Option(
      names = {"-q", "--quiet"},
      description = "Print only the table at the end.")
  private boolean quiet;

  @Option(
      names = "--plain",
      description =
          "Lines only, for logs and CI: no bar and no colours; the default where there is no"
              + " terminal.")
  private boolean plain;

  boolean quiet() {
    return quiet;
  }

  ConsoleListener listener(PrintWriter out) {
    Terminal terminal = Terminal.of(out, System.console(), System.getenv(), plain);
    return new ConsoleListener(terminal, Clock.systemUTC(), quiet);
  }
}
