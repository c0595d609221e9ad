package dev.weir.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.analysis.claims.ClaimVerdict;
import dev.weir.analysis.claims.ClaimVerdict.Tested;
import dev.weir.analysis.claims.ClaimVerdict.Verdict;
import dev.weir.record.Interval;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClaimPlotTest {
  private static final Interval RATIO = new Interval(1.5, 1.4, 1.6, 0.95, 5, "student-t");

  private static ClaimVerdict claim(String id, Tested... tests) {
    return new ClaimVerdict(
        id, "It <is> so.", null, false, tests[0].verdict(), List.of(tests), "", 0.95);
  }

  private static Tested test(
      Verdict verdict, @Nullable Interval ratio, @Nullable Double from, @Nullable Double to) {
    return new Tested("a / b", "expected words", "measured words", verdict, ratio, from, to, null);
  }

  private static String picture(ClaimVerdict... claims) {
    List<PlotView> plots = new ClaimPlot(List.of(claims)).section().plots();
    assertThat(plots).hasSize(1);
    return plots.get(0).panels().get(0).svg();
  }

  /** Left and right ends of the box of expectation, and of the interval's bar. */
  private static double[] ends(String picture) {
    Matcher box =
        Pattern.compile("class=\"expected\" x=\"([\\d.]+)\"[^>]*? width=\"([\\d.]+)\"")
            .matcher(picture);
    Matcher bar =
        Pattern.compile("class=\"i s\\d\" d=\"M([\\d.]+) [\\d.]+H([\\d.]+)").matcher(picture);
    assertThat(box.find() && bar.find()).isTrue();
    double left = Double.parseDouble(box.group(1));
    return new double[] {
      left,
      left + Double.parseDouble(box.group(2)),
      Double.parseDouble(bar.group(1)),
      Double.parseDouble(bar.group(2))
    };
  }

  @Test
  void theBarLiesInTheBoxIfTheIntervalLiesInTheRange() {
    double[] in = ends(picture(claim("in", test(Verdict.CONFIRMED, RATIO, 1.2, 2.0))));
    assertThat(in[2]).isGreaterThan(in[0]);
    assertThat(in[3]).isLessThan(in[1]);
    double[] out = ends(picture(claim("out", test(Verdict.CONTRADICTED, RATIO, 0.5, 0.8))));
    assertThat(out[2]).isGreaterThan(out[1]);
    double[] open = ends(picture(claim("open", test(Verdict.CONFIRMED, RATIO, 1.0, null))));
    assertThat(open[1]).as("no upper bound: to the edge").isEqualTo(544);
  }

  @Test
  void whatCannotBeTestedHereIsNotShownAsAnswered() {
    ClaimVerdict shared =
        new ClaimVerdict(
            "shared",
            "On hosts of their own.",
            null,
            false,
            Verdict.NOT_TESTABLE,
            List.of(test(Verdict.CONTRADICTED, RATIO, 0.5, 0.8)),
            "one host",
            null);
    assertThat(picture(shared)).contains("not testable here").doesNotContain("contradicted");
  }

  @Test
  void ratiosOfAnotherScaleHaveAPictureOfTheirOwn() {
    Interval huge = new Interval(7_000, 5_000, 9_000, 0.95, 5, "student-t");
    List<PlotView> plots =
        new ClaimPlot(
                List.of(
                    claim("near", test(Verdict.CONFIRMED, RATIO, 1.0, 2.0)),
                    claim("far", test(Verdict.CONFIRMED, huge, 5.0, null))))
            .section()
            .plots();
    assertThat(plots.get(0).panels())
        .extracting(panel -> panel.svg().contains(">near<") + " " + panel.svg().contains(">far<"))
        .containsExactly("true false", "false true");
  }

  @Test
  void claimsWithoutFiguresAreInTheTableAlone() {
    ClaimVerdict untested =
        new ClaimVerdict(
            "later", "Some day.", null, false, Verdict.NOT_TESTABLE, List.of(), "no | root", null);
    Section section = new ClaimPlot(List.of(untested)).section();
    assertThat(section.plots()).isEmpty();
    assertThat(section.tables().get(0).rows()).hasSize(1);
    assertThat(section.isEmpty()).isFalse();
    assertThat(new ClaimPlot(List.of()).section().isEmpty()).isTrue();
    Section mixed =
        new ClaimPlot(
                List.of(
                    untested,
                    claim("some", test(Verdict.NOT_SHOWN, null, 1.0, 2.0)),
                    claim("one", test(Verdict.CONFIRMED, RATIO, 1.0, 2.0))))
            .section();
    assertThat(mixed.plots().get(0).panels().get(0).svg().split("class=\"expected\"")).hasSize(3);
    assertThat(mixed.plots().get(0).table().rows()).hasSize(2);
  }
}
