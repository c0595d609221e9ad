package dev.weir.report.html;

import dev.weir.analysis.ClaimVerdict;
import dev.weir.analysis.ClaimVerdict.Tested;
import dev.weir.analysis.ClaimVerdict.Verdict;
import dev.weir.record.Interval;
import dev.weir.report.ClaimTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** What a study set out to test: each measured ratio against where it was expected. */
final class ClaimPlot {
  private static final int ROWS = 12;

  /** Ratios beyond, or below its inverse, stand in a picture of their own. */
  private static final double NEAR = 20;

  private final List<ClaimVerdict> claims;

  ClaimPlot(List<ClaimVerdict> claims) {
    this.claims = claims;
  }

  /** The claims in words and, where there are figures, as a picture. */
  Section section() {
    return new Section("claims", "Claims", "", views(), List.of(answers()), List.of(), List.of());
  }

  private List<PlotView> views() {
    List<ClaimPicture.Row> rows = new ArrayList<>();
    for (ClaimVerdict claim : claims) {
      for (Tested test : claim.tests()) {
        rows.add(row(claim, test));
      }
    }
    if (rows.stream().allMatch(row -> row.ratio() == null)) {
      return List.of();
    }
    // On one axis with ratios in the thousands, those around 1 could not be told apart.
    List<PlotView.Panel> panels = new ArrayList<>(panels(rows.stream().filter(ClaimPlot::isNear)));
    panels.addAll(panels(rows.stream().filter(row -> !isNear(row))));
    List<PlotView.Entry> legend = new ArrayList<>();
    for (Verdict verdict : Verdict.values()) {
      if (rows.stream().anyMatch(row -> row.style() == style(verdict))) {
        legend.add(new PlotView.Entry(Marks.sign(style(verdict)), verdict.title()));
      }
    }
    return List.of(
        PlotView.of(
            "claims",
            "Measured against expected",
            "The box is where the ratio was expected, the bar its interval over rounds. A claim is"
                + " confirmed if the bar lies in the box, contradicted if outside.",
            legend,
            panels,
            figures()));
  }

  private static List<PlotView.Panel> panels(Stream<ClaimPicture.Row> some) {
    List<ClaimPicture.Row> rows = some.toList();
    ClaimPicture picture = new ClaimPicture(rows);
    List<PlotView.Panel> panels = new ArrayList<>();
    int each = PlotView.even(rows.size(), ROWS);
    for (int from = 0; from < rows.size(); from += each) {
      List<ClaimPicture.Row> shown = rows.subList(from, Math.min(from + each, rows.size()));
      String label = "Measured ratios of " + shown.size() + " comparisons and what was expected";
      panels.add(new PlotView.Panel("", picture.draw(label, shown)));
    }
    return panels;
  }

  private static boolean isNear(ClaimPicture.Row row) {
    Interval ratio = row.ratio();
    return near(ratio == null ? 1 : ratio.mean())
        && (row.from() <= 0 || near(row.from()))
        && (Double.isInfinite(row.to()) || near(row.to()));
  }

  private static boolean near(double ratio) {
    return ratio < NEAR && ratio > 1 / NEAR;
  }

  private static ClaimPicture.Row row(ClaimVerdict claim, Tested test) {
    Verdict verdict = verdict(claim, test);
    return new ClaimPicture.Row(
        claim.id(),
        test.what(),
        verdict.title(),
        test.ratio(),
        Objects.requireNonNullElse(test.from(), 0.0),
        Objects.requireNonNullElse(test.to(), Double.POSITIVE_INFINITY),
        style(verdict),
        claim.id() + ": " + test.measured() + ", expected " + test.expected());
  }

  /** What can't be tested here is neither confirmed nor contradicted, whatever was measured. */
  private static Verdict verdict(ClaimVerdict claim, Tested test) {
    return claim.verdict() == Verdict.NOT_TESTABLE ? Verdict.NOT_TESTABLE : test.verdict();
  }

  private static int style(Verdict verdict) {
    return switch (verdict) {
      case CONFIRMED -> 2;
      case CONTRADICTED -> 1;
      case NOT_SHOWN -> 5;
      case NOT_TESTABLE -> 4;
    };
  }

  private DataTable answers() {
    DataTable.Builder table =
        DataTable.named("claims", "A row per claim")
            .texts("claim", "statement", "verdict", "measured, and expected", "remark");
    for (ClaimVerdict claim : claims) {
      List<String> tests = new ArrayList<>();
      for (Tested test : claim.tests()) {
        String measured = test.ratio() == null ? "not measured" : test.measured();
        tests.add(measured + "; expected " + test.expected());
      }
      table.row(
          "",
          "",
          List.of(
              claim.id(),
              claim.text(),
              claim.verdict().title(),
              String.join("\n", tests),
              String.join("\n", ClaimTable.remarks(List.of(claim)))));
    }
    return table.build();
  }

  private DataTable figures() {
    DataTable.Builder table =
        DataTable.named("claims-data", "A row per comparison")
            .texts("claim", "compared", "verdict")
            .figures("ratio", "low", "high", "rounds", "expected from", "expected to");
    for (ClaimVerdict claim : claims) {
      for (Tested test : claim.tests()) {
        Interval ratio = test.ratio();
        table.row(
            "",
            "",
            List.of(
                claim.id(),
                test.what(),
                verdict(claim, test).title(),
                ratio == null ? "" : Digits.plain(ratio.mean()),
                ratio == null ? "" : Digits.plain(ratio.low()),
                ratio == null ? "" : Digits.plain(ratio.high()),
                ratio == null ? "" : String.valueOf(ratio.n()),
                Digits.plain(test.from()),
                Digits.plain(test.to())));
      }
    }
    return table.build();
  }
}
