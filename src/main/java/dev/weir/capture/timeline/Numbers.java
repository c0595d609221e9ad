package dev.weir.capture.timeline;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Plain decimal numbers as the tools print them. */
final class Numbers {
  private static final Pattern DECIMAL = Pattern.compile("-?\\d{1,20}(\\.\\d{1,20})?");

  private Numbers() {}

  /** The number, or null if the text is none; never NaN, infinity, hexadecimal or an exponent. */
  static @Nullable Double decimal(String text) {
    return DECIMAL.matcher(text).matches() ? Double.valueOf(text) : null;
  }
}
