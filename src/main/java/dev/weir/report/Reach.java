package dev.weir.report;

import dev.weir.analysis.stats.RoundRatios;
import dev.weir.analysis.stats.RoundRatios.Verdict;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** How far a ratio that was given for one setting holds in the others. */
final class Reach {
  private final CellSet cells;
  private final CellRatios ratios;

  Reach(CellSet cells, CellRatios ratios) {
    this.cells = cells;
    this.ratios = ratios;
  }

  /**
   * @param cell whose ratio it is
   */
  private record Ratio(CellRecord cell, Interval interval) {}

  /**
   * A sentence with a blank before it; empty if no other setting has both cells.
   *
   * @param others for each other setting its cells
   * @param of which of them is compared
   * @param to which of them it is compared to
   * @param setting the factors that tell settings apart
   */
  String sentence(
      List<List<CellRecord>> others,
      Predicate<CellRecord> of,
      Predicate<CellRecord> to,
      List<String> setting) {
    List<Ratio> found = ratios(others, of, to);
    if (found.isEmpty()) {
      return "";
    }
    return found.size() == 1 ? inTheOther(found.get(0), setting) : inAll(found);
  }

  private List<Ratio> ratios(
      List<List<CellRecord>> others, Predicate<CellRecord> of, Predicate<CellRecord> to) {
    List<Ratio> found = new ArrayList<>();
    for (List<CellRecord> group : others) {
      CellRecord numerator = group.stream().filter(of).findFirst().orElse(null);
      CellRecord denominator = group.stream().filter(to).findFirst().orElse(null);
      if (numerator != null && denominator != null) {
        Interval ratio = ratios.of(numerator, denominator);
        if (ratio != null) {
          found.add(new Ratio(numerator, ratio));
        }
      }
    }
    return found;
  }

  private String inTheOther(Ratio ratio, List<String> setting) {
    String with = Phrases.with(cells, ratio.cell(), setting).replaceFirst("^, ", "");
    return " %s it brings %s%s"
        .formatted(
            with.isEmpty() ? "In the other setting" : Phrases.capital(with),
            Phrases.times(ratio.interval()),
            Phrases.differs(ratio.interval()) ? "." : ": no difference shown.");
  }

  private static String inAll(List<Ratio> ratios) {
    double least = ratios.stream().mapToDouble(r -> r.interval().mean()).min().orElse(1);
    double most = ratios.stream().mapToDouble(r -> r.interval().mean()).max().orElse(1);
    long more = count(ratios, Verdict.FASTER);
    long less = count(ratios, Verdict.SLOWER);
    int all = ratios.size();
    String shown =
        more == all
            ? ", shown to be more in each."
            : less == all
                ? ", shown to be less in each."
                : ": shown more in %d, less in %d, open in %d."
                    .formatted(more, less, all - more - less);
    return " In the %d other settings it brings %s to %s times the documents/s%s"
        .formatted(all, Digits.of(least), Digits.of(most), shown);
  }

  private static long count(List<Ratio> ratios, Verdict verdict) {
    return ratios.stream().filter(r -> RoundRatios.verdict(r.interval()) == verdict).count();
  }
}
