package dev.weir.cli;

import java.time.Duration;
import java.util.Locale;
import java.util.function.Supplier;
import me.tongfei.progressbar.ProgressBarRenderer;
import me.tongfei.progressbar.ProgressState;

/**
 * The line below a run: how far it is, the time left, the cell at work and its live rate. What does
 * not fit is the bar's, then the middle of the cell's name; figures are never cut.
 */
final class BarLine implements ProgressBarRenderer {
  private static final int LONGEST_BAR = 30;
  private static final int SHORTEST_BAR = 6;
  private static final int SHORTEST_NAME = 8;

  /** Below this a unit is written short. */
  private static final int NARROW = 100;

  private static final String EIGHTHS = " ▏▎▍▌▋▊▉";

  private final Supplier<Duration> left;
  private volatile Live live = new Live("", 0);

  /**
   * @param phase the cell at work, or the warm-up
   * @param documentsPerSecond of the last second
   */
  record Live(String phase, double documentsPerSecond) {}

  /**
   * @param left time left, estimated
   */
  BarLine(Supplier<Duration> left) {
    this.left = left;
  }

  void live(String phase, double documentsPerSecond) {
    live = new Live(phase, documentsPerSecond);
  }

  @Override
  public String render(ProgressState progress, int columns) {
    return line(progress.getCurrent(), progress.getMax(), left.get(), live, columns);
  }

  static String line(long done, long all, Duration left, Live live, int columns) {
    double share = all <= 0 ? 0 : Math.min(1, (double) done / all);
    String fixed = String.format(Locale.ROOT, " %d/%d, %s left", done, all, clock(left));
    String rate = "";
    String name = "";
    if (!live.phase().isEmpty()) {
      String unit = columns < NARROW ? "docs/s" : "documents/s";
      rate = String.format(Locale.ROOT, " %,.0f %s", live.documentsPerSecond(), unit);
      int room = columns - SHORTEST_BAR - 2 - fixed.length() - rate.length() - 2;
      name = room < SHORTEST_NAME ? "" : "  " + brief(live.phase(), room);
    }
    int room = columns - 2 - fixed.length() - name.length() - rate.length();
    String bar = room < SHORTEST_BAR ? "" : "|" + bar(share, Math.min(room, LONGEST_BAR)) + "|";
    return bar + fixed + name + rate;
  }

  private static String bar(double share, int length) {
    int eighths = (int) Math.floor(share * length * 8);
    int full = eighths / 8;
    StringBuilder bar = new StringBuilder("█".repeat(full));
    if (full < length) {
      bar.append(EIGHTHS.charAt(eighths % 8));
    }
    return bar.append(" ".repeat(length - bar.length())).toString();
  }

  /** A cell's name differs from another's at its beginning or at its end. */
  private static String brief(String name, int most) {
    if (name.length() <= most) {
      return name;
    }
    int head = (most - 1) / 2;
    return name.substring(0, head) + "…" + name.substring(name.length() - (most - 1 - head));
  }

  /** {@code 1:02:03}, {@code 4:10}. */
  private static String clock(Duration time) {
    return time.toHours() > 0
        ? String.format(
            Locale.ROOT, "%d:%02d:%02d", time.toHours(), time.toMinutesPart(), time.toSecondsPart())
        : String.format(Locale.ROOT, "%d:%02d", time.toMinutes(), time.toSecondsPart());
  }
}
