package dev.weir.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * What of a comparison makes the command end with 1.
 *
 * @param worseBy the share beyond which a cell must be shown worse, 0.05 for 5 %
 */
record FailIf(double worseBy) {
  private static final Pattern WORSE = Pattern.compile("worse:(\\d{1,2}(?:\\.\\d+)?)%");

  /** Reads {@code worse:5%}. */
  static final class Converter implements ITypeConverter<FailIf> {
    @Override
    public FailIf convert(String text) {
      Matcher worse = WORSE.matcher(text);
      if (!worse.matches()) {
        throw new TypeConversionException(
            "'" + text + "' is not of the form worse:5% (0 % or more, below 100 %)");
      }
      return new FailIf(Double.parseDouble(worse.group(1)) / 100);
    }
  }
}
