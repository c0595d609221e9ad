package dev.weir.report;

import java.util.regex.Pattern;

/**
 * Text of a record on its way into a table or a page. A record may come from a stranger, and a
 * server says of itself what it likes: none of it may become markup or a terminal's control
 * sequence.
 */
public final class PlainText {
  private static final Pattern NO_GLYPH = Pattern.compile("[\\p{Cntrl}\\s]+");
  private static final Pattern MARKUP = Pattern.compile("[\\\\|`<]|\\](?=\\()");
  private static final Pattern BLOCK_START = Pattern.compile("^(?=[#>+*=~-])");

  private PlainText() {}

  /** One line without control characters. */
  public static String line(String text) {
    return NO_GLYPH.matcher(text).replaceAll(" ").strip();
  }

  /** One line that Markdown shows as it is: no tag, link, code, cell border, heading or list. */
  public static String markdown(String text) {
    String escaped = MARKUP.matcher(line(text)).replaceAll("\\\\$0");
    return BLOCK_START.matcher(escaped).replaceFirst("\\\\");
  }
}
