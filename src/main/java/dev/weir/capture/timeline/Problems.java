package dev.weir.capture.timeline;

import java.util.ArrayList;
import java.util.List;

/** What could not be used of one file: the first few by line, all of them by number. */
public final class Problems {
  private static final int SHOWN = 20;
  private static final int LONGEST = 120;

  private final String file;
  private final List<String> first = new ArrayList<>();
  private long count;

  /**
   * None yet.
   *
   * @param file the name put in front of each line
   */
  public Problems(String file) {
    this.file = file;
  }

  void add(int line, String what) {
    count++;
    if (first.size() < SHOWN) {
      first.add(file + ":" + line + ": " + what);
    }
  }

  /** Quotes foreign text: short and printable. */
  static String quote(String text) {
    String shown = text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
    return "'" + shown.replaceAll("\\p{Cntrl}", "?") + "'";
  }

  /** The first of them, as {@code file:line: what}. */
  public List<String> first() {
    return List.copyOf(first);
  }

  /** How many there are. */
  public long count() {
    return count;
  }
}
