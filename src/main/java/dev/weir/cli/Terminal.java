package dev.weir.cli;

import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import me.tongfei.progressbar.ProgressBarConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Ansi;

/**
 * Where a run is shown: lines, and, where somebody watches, one status line below them that is
 * drawn again and again. Safe for many threads: the bar redraws itself on its own.
 */
final class Terminal implements ProgressBarConsumer {
  private static final int USUAL_COLUMNS = 80;
  private static final long STTY_MILLIS = 1_000;
  private static final Pattern SIZE = Pattern.compile("\\d+ ([1-9]\\d{1,3})");
  private static final String BEGIN_OF_LINE = "\r";
  private static final String ERASE_TO_END = "\033[K";

  private final PrintWriter out;
  private final boolean watched;
  private final Ansi ansi;
  private final int columns;
  private String status = "";

  /**
   * @param watched whether lines can be drawn over
   * @param ansi whether words may have colours
   * @param columns width of a line
   */
  Terminal(PrintWriter out, boolean watched, Ansi ansi, int columns) {
    this.out = out;
    this.watched = watched;
    this.ansi = ansi;
    this.columns = columns;
  }

  /**
   * The terminal of this process, if it has one. Colours are picocli's to decide, which heeds
   * {@code NO_COLOR}, {@code CLICOLOR} and {@code -Dpicocli.ansi}.
   *
   * @param plain only lines and no colours, whatever there is
   */
  static Terminal of(
      PrintWriter out, @Nullable Console console, Map<String, String> environment, boolean plain) {
    boolean watched =
        !plain && isTerminal(console) && !"dumb".equals(environment.getOrDefault("TERM", "dumb"));
    Ansi ansi = plain ? Ansi.OFF : Ansi.AUTO;
    String columns = environment.get("COLUMNS");
    // Few shells export it.
    return new Terminal(
        out, watched, ansi, columns(columns == null && watched ? asked() : columns));
  }

  boolean watched() {
    return watched;
  }

  /** How long a line may be; in a log, as long as it likes. */
  int columns() {
    return watched ? columns : Integer.MAX_VALUE;
  }

  /** Prints a line above the status. */
  synchronized void line(String line) {
    erase();
    out.println(line);
    draw();
    out.flush();
  }

  /** As {@link #line}, in a colour that warns, where there are colours. */
  void warning(String line) {
    line(ansi.enabled() ? Ansi.Style.fg_red.on() + line + Ansi.Style.fg_red.off() : line);
  }

  @Override
  public int getMaxRenderedLength() {
    return columns - 1; // the last column may wrap
  }

  /** Draws the status anew. */
  @Override
  public synchronized void accept(String rendered) {
    if (watched) {
      erase();
      status = rendered.length() > columns - 1 ? rendered.substring(0, columns - 1) : rendered;
      draw();
      out.flush();
    }
  }

  /** Takes the status away. */
  @Override
  public synchronized void clear() {
    erase();
    status = "";
    out.flush();
  }

  @Override
  public void close() {
    clear();
  }

  private void erase() {
    if (!status.isEmpty()) {
      out.print(BEGIN_OF_LINE + ERASE_TO_END);
    }
  }

  private void draw() {
    out.print(status);
  }

  /** What {@code stty} says of the terminal that we read from; null if it says nothing. */
  private static @Nullable String asked() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(ProcessBuilder.Redirect.INHERIT)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!stty.waitFor(STTY_MILLIS, TimeUnit.MILLISECONDS)) {
        stty.destroyForcibly();
        return null;
      }
      String size = new String(stty.getInputStream().readNBytes(20), StandardCharsets.US_ASCII);
      Matcher rowsAndColumns = SIZE.matcher(size.strip());
      return rowsAndColumns.matches() ? rowsAndColumns.group(1) : null;
    } catch (IOException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  private static int columns(@Nullable String text) {
    try {
      return text == null ? USUAL_COLUMNS : Math.max(20, Integer.parseInt(text.strip()));
    } catch (NumberFormatException e) {
      return USUAL_COLUMNS;
    }
  }

  /** From JDK 22 on there is a console without a terminal too. */
  private static boolean isTerminal(@Nullable Console console) {
    if (console == null) {
      return false;
    }
    try {
      return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true; // before JDK 22 a console is a terminal
    }
  }
}
