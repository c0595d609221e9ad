package dev.weir.cli;

import dev.weir.load.LoadEvent;
import dev.weir.record.SecondLine;
import dev.weir.runner.load.LoadListener;
import java.io.PrintWriter;
import java.util.Locale;

/** Prints each second of a load run, a line for each type of operation. */
final class SecondLines implements LoadListener {
  private static final int LINES_PER_HEAD = 20;

  private final PrintWriter out;
  private final boolean quiet;
  private final ConsoleListener listener;
  private int lines;

  /**
   * @param listener has the page, if there is one
   */
  SecondLines(PrintWriter out, boolean quiet, ConsoleListener listener) {
    this.out = out;
    this.quiet = quiet;
    this.listener = listener;
  }

  @Override
  public void second(LoadEvent.Second second) {
    listener.live(second.cell(), second.lines().stream().mapToDouble(SecondLine::now).sum());
    if (quiet) {
      return;
    }
    for (SecondLine line : second.lines()) {
      if (lines++ % LINES_PER_HEAD == 0) {
        out.println(
            " elapsed  type            errors   ops/s now   ops/s cum   p50 ms   p95 ms   p99 ms  "
                + " max ms  backlog");
      }
      out.println(
          String.format(
              Locale.ROOT,
              "%7ds%s %-14s %7d %11.1f %11.1f %8.1f %8.1f %8.1f %8.1f %8d",
              second.number(),
              second.measured() ? " " : "r",
              line.type(),
              line.errors(),
              line.now(),
              line.cumulative(),
              line.p50Millis(),
              line.p95Millis(),
              line.p99Millis(),
              line.maxMillis(),
              second.state().backlog()));
    }
    out.flush();
  }
}
