package dev.weir.report.html;

import dev.weir.analysis.claims.ClaimVerdict;
import dev.weir.analysis.claims.ClaimVerdict.Tested;
import dev.weir.analysis.claims.ClaimVerdict.Verdict;
import dev.weir.record.Interval;
import dev.weir.report.ClaimTable;
import dev.weir.report.Table;
import dev.weir.report.html.picture.ClaimPicture;
import dev.weir.report.html.picture.Marks;
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
    List<Table<?>> answers = List.of(ClaimTable.answers(claims));
    return new Section(
        "claims", "Claims", "", views(), Section.read(answers), List.of(), List.of());
  }

  private List<PlotView> views() {
    List<ClaimPicture.Row> rows = new ArrayList<>();
    for (ClaimTable.Row row : ClaimTable.rows(claims)) {
      if (row.test() != null) {
        rows.add(row(row.claim(), row.test(), row.verdict()));
      }
    }
    if (rows.stream().allMatch(row -> row.ratio() == null)) {
      return List.of();
    }
    // On one axis with ratios in the thousands, those around 1 would lie on one another.
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
            ClaimTable.figures(claims)));
  }

  private static List<PlotView.Panel> panels(Stream<ClaimPicture.Row> some) {
    List<ClaimPicture.Row> rows = some.toList();
    ClaimPicture picture = new ClaimPicture(rows);
    return PlotView.panels(
        rows,
        ROWS,
        shown ->
            picture.draw(
                "Measured ratios of " + shown.size() + " comparisons and what was expected",
                shown));
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

  private static ClaimPicture.Row row(ClaimVerdict claim, Tested test, Verdict verdict) {
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

  private static int style(Verdict verdict) {
    return switch (verdict) {
      case CONFIRMED -> 2;
      case CONTRADICTED -> 1;
      case NOT_SHOWN -> 5;
      case NOT_TESTABLE -> 4;
    };
  }
}
