package dev.weir.analysis.claims;

import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.study.Claim;
import dev.weir.study.Claim.Region;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a claim's tests compare, expect and found, in words for a table. */
final class ClaimWords {
  private ClaimWords() {}

  /** Figure and cells: {@code documentsPerSecond of a / b}. */
  static String what(Claim.Comparison test, List<CellRecord> compared, List<CellRecord> to) {
    String figure = test.figure().yamlName();
    if (test.along() == null) {
      return figure + " of " + ids(compared) + " / " + ids(to);
    }
    String along = " along " + test.along().yamlName() + " (" + compared.size() + " levels)";
    return to.isEmpty()
        ? figure + " of " + first(compared) + along
        : figure + " of " + first(compared) + " / " + first(to) + along;
  }

  /** Where the ratio should lie. */
  static String expected(Claim.Comparison test) {
    Region region = test.expected();
    return switch (region.kind()) {
      case NO_DIFFERENCE ->
          String.format(Locale.ROOT, "no difference: %.3g to %.3g", region.from(), region.to());
      case RISES -> String.format(Locale.ROOT, "rises, × %.3g or more in all", region.from());
      case FALLS -> String.format(Locale.ROOT, "falls, × %.3g or less in all", region.to());
      case RANGE -> {
        if (Double.isInfinite(region.to())) {
          yield String.format(Locale.ROOT, "at least %.3g", region.from());
        }
        yield region.from() > 0
            ? String.format(Locale.ROOT, "%.3g to %.3g", region.from(), region.to())
            : atMost(region.to());
      }
    };
  }

  /** A bound on a figure. */
  static String atMost(double bound) {
    return bound == 0
        ? "0"
        : String.format(Locale.ROOT, bound < 100 ? "at most %.3g" : "at most %,.0f", bound);
  }

  /** A bound that all of some trials keep: {@code at most 0.42 in each of 20 trials}. */
  static String most(double[] figures) {
    if (figures.length == 0) {
      return "–";
    }
    String most = atMost(Arrays.stream(figures).max().orElse(0));
    return most
        + (figures.length == 1 ? " in one trial" : " in each of " + figures.length + " trials");
  }

  /** The ratio with its interval: {@code 2.10 [1.95, 2.26], 95 %, 5 rounds}. */
  static String interval(Interval ratio) {
    String text = ratio.text(figure -> String.format(Locale.ROOT, "%.3g", figure));
    return ratio.isKnown()
        ? text
            + String.format(
                Locale.ROOT, ", %s %%, %d rounds", percent(ratio.confidence()), ratio.n())
        : text + ", one round: no interval";
  }

  /** What a ratio by the server's CPU alone is, and where it lies: {@code inside}. */
  static String byServerCpu(RegionTest.Result alone) {
    Interval ratio = alone.ratio();
    if (ratio == null) {
      return "";
    }
    String where =
        switch (alone.verdict()) {
          case CONFIRMED -> "as expected";
          case CONTRADICTED -> "not as expected";
          default -> "too wide to tell";
        };
    return "; by server CPU alone " + interval(ratio) + ", " + where;
  }

  /** {@code 95}, {@code 98.8}. */
  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f", share * 100).replace(".0", "");
  }

  static String ids(List<CellRecord> cells) {
    return cells.isEmpty()
        ? "(left out)"
        : cells.stream().map(CellRecord::id).collect(Collectors.joining(", "));
  }

  private static String first(List<CellRecord> cells) {
    return cells.isEmpty() ? "(left out)" : cells.get(0).id() + " …";
  }
}
