package dev.weir.cli;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A share written as a percentage; 0.05 for {@code 5%}. */
record Percent(double share) {
  private static final Pattern PERCENT = Pattern.compile("(\\d{1,2}(?:\\.\\d+)?)%");

  /** As a reader should see it: {@code 99 %}, {@code 99.9 %}. */
  @Override
  public String toString() {
    return BigDecimal.valueOf(share * 100)
            .setScale(6, RoundingMode.HALF_EVEN)
            .stripTrailingZeros()
            .toPlainString()
        + " %";
  }

  /** Reads {@code 5%} or {@code 99.9%}. */
  static final class Converter implements ITypeConverter<Percent> {
    @Override
    public Percent convert(String text) {
      Matcher percent = PERCENT.matcher(text);
      if (!percent.matches()) {
        throw new TypeConversionException(
            "'" + text + "' is not a percentage from 0% to below 100%");
      }
      return new Percent(Double.parseDouble(percent.group(1)) / 100);
    }
  }
}
