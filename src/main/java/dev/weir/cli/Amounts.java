package dev.weir.cli;

import java.time.Duration;
import java.time.format.DateTimeParseException;

/** Reads times and shares as people write them on a command line. */
final class Amounts {
  private static final Duration LONGEST = Duration.ofDays(7);

  private Amounts() {}

  /** Whole seconds, written {@code 90s}, {@code 10m} or {@code 1h30m}. */
  static int seconds(String option, String text, int fewest) throws BadInput {
    try {
      Duration time = Duration.parse("PT" + text.replace(" ", ""));
      if (time.toSeconds() >= fewest && time.compareTo(LONGEST) <= 0 && time.toNanosPart() == 0) {
        return (int) time.toSeconds();
      }
    } catch (DateTimeParseException e) {
      // Falls through to the one message for every bad time.
    }
    throw new BadInput(
        option
            + " "
            + text
            + ": give whole seconds, at least "
            + fewest
            + ", written like 90s, 10m or 1h30m");
  }

  /** A share from 0 to 1, both excluded, written {@code 5%}. */
  static double share(String option, String text) throws BadInput {
    if (text.matches("\\d{1,2}(\\.\\d{1,6})?%")) {
      double share = Double.parseDouble(text.substring(0, text.length() - 1)) / 100;
      if (share > 0) {
        return share;
      }
    }
    throw new BadInput(option + " " + text + ": give a share above 0% and below 100%, such as 5%");
  }
}
