package dev.weir.cli;

import java.io.PrintWriter;
import java.time.Clock;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** How much a long command shows while it runs. */
final class ProgressOptions {
  @Option(
      names = {"-q", "--quiet"},
      description = "Print only the table at the end.")
  private boolean quiet;

  @Option(
      names = "--plain",
      description = "Lines instead of a progress bar; the default where there is no terminal.")
  private boolean plain;

  ConsoleListener listener(PrintWriter out) {
    boolean bar = !quiet && !plain && CommandLine.Help.Ansi.AUTO.enabled();
    return new ConsoleListener(out, Clock.systemUTC(), quiet, bar);
  }
}
