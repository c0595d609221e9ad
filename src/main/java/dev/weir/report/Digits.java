package dev.weir.report;

import dev.weir.record.Interval;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Figures as text. */
public final class Digits {
  public static final String NOTHING = "–";

  private Digits() {}

  /**
   * Three to four significant digits, thousands apart: {@code 21,466}, {@code 3.86}, {@code 0.046}.
   */
  public static String of(double figure) {
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

  public static String of(@Nullable Number figure) {
    return figure == null ? NOTHING : of(figure.doubleValue());
  }

  /** For the tables of plots: five significant digits that a spreadsheet reads. */
  public static String plain(double figure) {
    if (Double.isNaN(figure)) {
      return "";
    }
    return new BigDecimal(figure)
        .round(new MathContext(Math.abs(figure) >= 1e5 ? 9 : 5))
        .setScale(Math.abs(figure) >= 1e5 ? 0 : 6, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }

  public static String plain(@Nullable Number figure) {
    return figure == null ? "" : plain(figure.doubleValue());
  }

  /** As short as an axis needs it: {@code 5k}, {@code 1.5M}, {@code 0.2}. */
  public static String axis(double figure) {
    double size = Math.abs(figure);
    if (size >= 1e6) {
      return plain(figure / 1e6) + "M";
    }
    return size >= 1e4 || (size >= 1e3 && figure % 500 == 0)
        ? plain(figure / 1e3) + "k"
        : plain(figure);
  }

  /** A number of things or of something else: whole figures without decimals. */
  public static String count(double figure) {
    return figure == Math.rint(figure) ? String.format(Locale.ROOT, "%,.0f", figure) : of(figure);
  }

  /** {@code 3.86 [3.09, 4.82]}; without bounds the estimate alone. */
  public static String interval(Interval interval) {
    return interval.text(Digits::of);
  }

  /** {@code 0.987 [0.975, 0.999]}: of a ratio near 1. */
  public static String ratio(Interval interval) {
    return interval.text(ratio -> String.format(Locale.ROOT, "%.3f", ratio));
  }

  /** The larger half of an interval as a share of its estimate; unknown after one round. */
  public static String halfWidth(@Nullable Interval interval) {
    return interval == null || !Double.isFinite(interval.relativeHalfWidth())
        ? NOTHING
        : percent(interval.relativeHalfWidth());
  }

  public static String percent(double share) {
    return String.format(Locale.ROOT, share < 0.0995 ? "%.1f %%" : "%.0f %%", share * 100);
  }

  /** A level of confidence, which a correction for many comparisons makes uneven. */
  public static String level(double confidence) {
    return String.format(Locale.ROOT, "%.2f %%", confidence * 100);
  }

  /** {@code +5.0 %}: how much more, as a share. */
  public static String change(double share) {
    return String.format(Locale.ROOT, "%+.1f %%", share * 100);
  }
}
