package dev.weir.capture.timeline;

import java.util.Locale;

/** Column names: lower case letters, digits and underscores. */
final class Names {
  private static final int LONGEST = 80;

  private Names() {}

  static String column(String text) {
    String name =
        text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_").replaceAll("^_+|_+$", "");
    return name.length() > LONGEST ? name.substring(0, LONGEST) : name;
  }
}
