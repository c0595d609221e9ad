package dev.weir.report.html;

import dev.weir.record.Interval;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Figures as text. */
final class Digits {
  static final String NOTHING = "–";

  private Digits() {}

  /**
   * Three to four significant digits, thousands apart: {@code 21,466}, {@code 3.86}, {@code 0.046}.
   */
  static String of(double figure) {
    double size = Math.abs(figure);
    if (Double.isNaN(figure)) {
      return NOTHING;
    }
    if (size >= 100 || size == 0) {
      return String.format(Locale.ROOT, "%,.0f", figure);
    }
    if (size >= 10) {
      return String.format(Locale.ROOT, "%.1f", figure);
    }
    return size >= 0.995
        ? String.format(Locale.ROOT, "%.2f", figure)
        : new BigDecimal(figure).round(new MathContext(2)).toPlainString();
  }

  static String of(@Nullable Number figure) {
    return figure == null ? NOTHING : of(figure.doubleValue());
  }

  /** For the tables of plots: five significant digits that a spreadsheet reads. */
  static String plain(double figure) {
    if (Double.isNaN(figure)) {
      return "";
    }
    return new BigDecimal(figure)
        .round(new MathContext(Math.abs(figure) >= 1e5 ? 9 : 5))
        .setScale(Math.abs(figure) >= 1e5 ? 0 : 6, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }

  static String plain(@Nullable Number figure) {
    return figure == null ? "" : plain(figure.doubleValue());
  }

  /** As short as an axis needs it: {@code 5k}, {@code 1.5M}, {@code 0.2}. */
  static String axis(double figure) {
    double size = Math.abs(figure);
    if (size >= 1e6) {
      return plain(figure / 1e6) + "M";
    }
    return size >= 1e4 || (size >= 1e3 && figure % 500 == 0)
        ? plain(figure / 1e3) + "k"
        : plain(figure);
  }

  /** {@code 3.86 [3.09, 4.82]}; without bounds the estimate alone. */
  static String interval(Interval interval) {
    return interval.isKnown()
        ? of(interval.mean()) + " [" + of(interval.low()) + ", " + of(interval.high()) + "]"
        : of(interval.mean());
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, share < 0.0995 ? "%.1f %%" : "%.0f %%", share * 100);
  }
}
