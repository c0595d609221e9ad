package dev.weir.benchmarks;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import dev.weir.record.Interval;
import java.util.List;
import java.util.Locale;

/**
 * One ratio held against its target.
 *
 * @param what which ratio of what
 * @param ratio the ratio with its interval
 * @param low the least that is wanted
 * @param high the most that is wanted, infinite for a target with one side
 */
record CheckFinding(String what, Interval ratio, double low, double high) {
  /** What the interval shows. */
  enum Verdict {
    /** The whole interval is within the bounds. */
    MET("met"),
    /** A bound lies inside the interval. */
    NOT_SHOWN("neither shown"),
    /** The whole interval is out of bounds. */
    MISSED("missed");

    private final String title;

    Verdict(String title) {
      this.title = title;
    }
  }

  static CheckFinding atLeast(double bound, String what, Interval ratio) {
    return new CheckFinding(what, ratio, bound, Double.POSITIVE_INFINITY);
  }

  Verdict verdict() {
    if (ratio.high() < low || ratio.low() > high) {
      return Verdict.MISSED;
    }
    return ratio.low() >= low && ratio.high() <= high ? Verdict.MET : Verdict.NOT_SHOWN;
  }

  private String target() {
    return Double.isInfinite(high)
        ? String.format(Locale.ROOT, "≥ %.2f", low)
        : String.format(Locale.ROOT, "%.2f to %.2f", low, high);
  }

  /** A table of all, one line each. */
  static String table(List<CheckFinding> findings) {
    return AsciiTable.builder()
        .border(AsciiTable.FANCY_ASCII)
        .data(
            findings,
            List.of(
                new Column()
                    .header("ratio")
                    .dataAlign(HorizontalAlign.LEFT)
                    .with(CheckFinding::what),
                new Column().header("target").with(CheckFinding::target),
                new Column()
                    .header("measured")
                    .with(f -> String.format(Locale.ROOT, "%.3f", f.ratio.mean())),
                new Column()
                    .header("95 % interval")
                    .with(
                        f ->
                            String.format(
                                Locale.ROOT, "%.3f to %.3f", f.ratio.low(), f.ratio.high())),
                new Column().header("n").with(f -> Integer.toString(f.ratio.n())),
                new Column()
                    .header("verdict")
                    .dataAlign(HorizontalAlign.LEFT)
                    .with(f -> f.verdict().title)))
        .asString();
  }
}
