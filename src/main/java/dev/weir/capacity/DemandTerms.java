package dev.weir.capacity;

import dev.weir.study.Durability;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What the cost of one document is made of:
 *
 * <pre>D = a/k + b + c·fields + d·bytes</pre>
 *
 * with an overhead a per call that its k documents share, b per document, c per field and d per
 * byte. A single update and a {@code bulkWrite} are different commands with an overhead each; a
 * field set by its path and a field of a replaced document cost the server differently, and
 * replacing has a price of its own. Terms that the measured cells don't vary are left out.
 */
final class DemandTerms {
  /** One term: its unit cost is fitted. */
  record Term(String name, ToDoubleFunction<Work> size) {}

  private static final List<Term> ALL =
      List.of(
          new Term("per single update", w -> w.bulk() ? 0 : 1),
          new Term("per bulkWrite", w -> w.bulk() ? 1 / w.batch() : 0),
          new Term("per document", w -> 1),
          new Term("per field set", w -> w.replace() ? 0 : w.fields()),
          new Term("per field replaced", w -> w.replace() ? w.fields() : 0),
          new Term("per replacement", w -> w.replace() ? 1 : 0),
          new Term("per byte", Work::bytes));

  private final List<Term> terms;

  private DemandTerms(List<Term> terms) {
    this.terms = terms;
  }

  /** The terms that these cells can tell apart. */
  static DemandTerms of(List<Work> cells) {
    List<Term> used = new ArrayList<>();
    for (Term term : ALL) {
      long sizes = cells.stream().mapToDouble(term.size()).distinct().count();
      // A constant but "per document" would only repeat that one.
      if (sizes > 1 || term.name().equals("per document")) {
        used.add(term);
      }
    }
    return new DemandTerms(used);
  }

  int count() {
    return terms.size();
  }

  double[] row(Work work) {
    double[] row = new double[terms.size()];
    for (int i = 0; i < row.length; i++) {
      row[i] = terms.get(i).size().applyAsDouble(work);
    }
    return row;
  }

  /** The fitted costs in words. */
  String describe(double[] costs, String unit) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < costs.length; i++) {
      if (costs[i] > 0) {
        parts.add(String.format(Locale.ROOT, "%.4g %s %s", costs[i], unit, terms.get(i).name()));
      }
    }
    return String.join(" + ", parts);
  }

  /** Calls that wait for more than the primary's memory; 0 for the others. */
  static double wait(Work work, Durability durability) {
    return work.durability() == durability && durability != Durability.W1 ? 1 / work.batch() : 0;
  }
}
