package dev.weir.report;

import dev.weir.analysis.claims.ClaimVerdict;
import dev.weir.analysis.claims.ClaimVerdict.Tested;
import dev.weir.analysis.claims.ClaimVerdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The claims of a study and their answers. */
public final class ClaimTable {
  /** An answer that fewer of its reruns repeat is called not firm. */
  private static final double FIRM = 0.9;

  /**
   * A comparison of a claim.
   *
   * @param test null if the claim has none
   * @param first whether it is the first of its claim
   */
  public record Row(ClaimVerdict claim, @Nullable Tested test, boolean first) {
    /** What can't be tested here is neither confirmed nor contradicted, whatever was measured. */
    public Verdict verdict() {
      return test == null || claim.verdict() == Verdict.NOT_TESTABLE
          ? claim.verdict()
          : test.verdict();
    }
  }

  private ClaimTable() {}

  /** A row for each comparison, and one for a claim without any. */
  public static List<Row> rows(List<ClaimVerdict> claims) {
    List<Row> rows = new ArrayList<>();
    for (ClaimVerdict claim : claims) {
      if (claim.tests().isEmpty()) {
        rows.add(new Row(claim, null, true));
      }
      for (int i = 0; i < claim.tests().size(); i++) {
        rows.add(new Row(claim, claim.tests().get(i), i == 0));
      }
    }
    return rows;
  }

  /** For console and Markdown: the claim stands once, before its comparisons. */
  public static Table<Row> of(List<ClaimVerdict> claims) {
    return Table.of("claims", "A row per comparison", rows(claims))
        .text("claim", row -> row.first ? row.claim.id() : "")
        .widest(16)
        .text("", row -> row.first ? row.claim.text() : "")
        .widest(36)
        .text("the report has", row -> row.first ? row.claim.source() : "")
        .widest(30)
        .spared(1)
        .text("verdict", row -> row.first ? row.claim.verdict().title() : "")
        .widest(13)
        .percent("a rerun says so", row -> row.first ? row.claim.again() : null)
        .text("compared", row -> row.test == null ? "" : row.test.what())
        .widest(30)
        .text("expected", row -> row.test == null ? "" : row.test.expected())
        .widest(22)
        .text("measured", row -> row.test == null ? "" : row.test.measured())
        .widest(22)
        .footnotes(remarks(claims));
  }

  /** A row for each claim with all that was measured for it. */
  public static Table<ClaimVerdict> answers(List<ClaimVerdict> claims) {
    return Table.of("claims", "A row per claim", claims)
        .text("claim", ClaimVerdict::id)
        .text("statement", ClaimVerdict::text)
        .text("the report has", ClaimVerdict::source)
        .text("verdict", claim -> claim.verdict().title())
        .percent("a rerun says so", ClaimVerdict::again)
        .text("measured, and expected", ClaimTable::tests)
        .text("remark", claim -> String.join("\n", remarks(List.of(claim))));
  }

  private static String tests(ClaimVerdict claim) {
    return String.join(
        "\n",
        claim.tests().stream()
            .map(
                test ->
                    (test.verdict() == Verdict.NOT_TESTABLE && test.ratio() == null
                            ? "not measured"
                            : test.measured())
                        + "; expected "
                        + test.expected())
            .toList());
  }

  /** The figures of each comparison. */
  public static Table<Row> figures(List<ClaimVerdict> claims) {
    List<Row> rows = rows(claims).stream().filter(row -> row.test != null).toList();
    return Table.of("claims-data", "A row per comparison", rows)
        .text("claim", row -> row.claim.id())
        .text("compared", row -> row.test == null ? "" : row.test.what())
        .text("verdict", row -> row.verdict().title())
        .bounds("ratio", row -> row.test == null ? null : row.test.ratio())
        .figure("expected from", "", row -> row.test == null ? null : row.test.from())
        .figure("expected to", "", row -> row.test == null ? null : row.test.to())
        .interval("by server CPU alone", row -> row.test == null ? null : row.test.byServerCpu())
        .percent("a rerun says so", row -> row.claim.again());
  }

  /** Whether a claim is confirmed or contradicted so that a rerun may well answer otherwise. */
  public static boolean isInfirm(ClaimVerdict claim) {
    boolean decided =
        claim.verdict() == Verdict.CONFIRMED || claim.verdict() == Verdict.CONTRADICTED;
    return decided && claim.again() != null && claim.again() < FIRM;
  }

  /** A line for each answer that needs words: why it can't be given, or how firm it is. */
  public static List<String> remarks(List<ClaimVerdict> claims) {
    List<String> lines = new ArrayList<>();
    for (ClaimVerdict claim : claims) {
      if (!claim.because().isEmpty()) {
        lines.add(claim.id() + ": " + claim.verdict().title() + ": " + claim.because());
      }
      if (isInfirm(claim)) {
        lines.add(
            String.format(
                Locale.ROOT,
                "%s: a rerun would answer the same in about %.0f of 100 times; more rounds would"
                    + " settle it",
                claim.id(),
                Objects.requireNonNullElse(claim.again(), 0.0) * 100));
      }
    }
    return lines;
  }
}
