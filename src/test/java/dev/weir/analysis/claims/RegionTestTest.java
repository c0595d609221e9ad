package dev.weir.analysis.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.analysis.claims.ClaimVerdict.Verdict;
import dev.weir.record.Interval;
import dev.weir.study.Claim.Region;
import dev.weir.study.Claim.Region.Kind;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RegionTestTest {
  private static final Region TWO_TO_FOUR = new Region(2, 4, Kind.RANGE);
  private static final Region SAME = new Region(1 / 1.1, 1.1, Kind.NO_DIFFERENCE);

  private static RegionTest.Result test(Region region, double... ratios) {
    return RegionTest.of(Arrays.stream(ratios).map(Math::log).toArray(), region, 0.95);
  }

  @Test
  void wholeIntervalInsideConfirmsOutsideContradictsAcrossShowsNothing() {
    assertThat(test(TWO_TO_FOUR, 2.9, 3, 3.1).verdict()).isEqualTo(Verdict.CONFIRMED);
    assertThat(test(TWO_TO_FOUR, 1.2, 1.21, 1.22).verdict()).isEqualTo(Verdict.CONTRADICTED);
    assertThat(test(TWO_TO_FOUR, 5, 5.1, 5.2).verdict()).isEqualTo(Verdict.CONTRADICTED);
    assertThat(test(TWO_TO_FOUR, 1.8, 2.1, 2.2).verdict()).isEqualTo(Verdict.NOT_SHOWN);
    assertThat(test(TWO_TO_FOUR, 1, 3, 9).verdict()).isEqualTo(Verdict.NOT_SHOWN);
  }

  @Test
  void openBoundIsNeverCrossed() {
    Region atLeast = new Region(1.5, Double.POSITIVE_INFINITY, Kind.RANGE);
    assertThat(test(atLeast, 90, 100, 110).verdict()).isEqualTo(Verdict.CONFIRMED);
    Region atMost = new Region(0, 0.5, Kind.RANGE);
    assertThat(test(atMost, 0.01, 0.011, 0.012).verdict()).isEqualTo(Verdict.CONFIRMED);
    assertThat(test(atMost, 1, 1.01, 1.02).verdict()).isEqualTo(Verdict.CONTRADICTED);
  }

  /** Two rounds agree by luck too often, and a difference not found is no equivalence. */
  @Test
  void littleEvidenceConfirmsNothing() {
    assertThat(test(TWO_TO_FOUR, 3, 3.001).verdict()).isEqualTo(Verdict.NOT_SHOWN);
    assertThat(test(TWO_TO_FOUR, 3).verdict()).isEqualTo(Verdict.NOT_SHOWN);
    assertThat(test(TWO_TO_FOUR).verdict()).isEqualTo(Verdict.NOT_SHOWN);
    assertThat(test(SAME, 0.7, 1, 1.4).verdict()).isEqualTo(Verdict.NOT_SHOWN);
  }

  /** t(0.95; 3) · s / √4 of these logs is 0.0917 < ln 1.1, t(0.975; 3) · s / √4 is above it. */
  @Test
  void equivalenceIsTestedBySchuirmannsTwoOneSidedTests() {
    double s = 0.0917 * 2 / 2.353363;
    double spread = s * Math.sqrt(3) / 2; // four figures ± spread have this sample deviation
    double[] logs = {spread, -spread, spread, -spread};
    RegionTest.Result same = RegionTest.of(logs, SAME, 0.95);
    assertThat(same.verdict()).isEqualTo(Verdict.CONFIRMED);
    Interval interval = Objects.requireNonNull(same.ratio());
    assertThat(Math.log(interval.high())).isCloseTo(0.0917, within(1e-4));
    assertThat(interval.confidence()).isCloseTo(0.9, within(1e-12));
    Region range = new Region(1 / 1.1, 1.1, Kind.RANGE);
    assertThat(RegionTest.of(logs, range, 0.95).verdict()).isEqualTo(Verdict.NOT_SHOWN);
  }

  @Test
  void smallButCertainDifferenceIsNoDifference() {
    assertThat(test(SAME, 1.02, 1.021, 1.022).verdict()).isEqualTo(Verdict.CONFIRMED);
    assertThat(test(SAME, 1.2, 1.21, 1.22).verdict()).isEqualTo(Verdict.CONTRADICTED);
  }

  @Test
  void clearAnswersComeAgainAndNarrowOnesMayNot() {
    assertThat(test(TWO_TO_FOUR, 2.99, 3, 3.01).again()).isGreaterThan(0.99);
    assertThat(test(TWO_TO_FOUR, 2.06, 2.2, 2.07, 2.19).again()).isBetween(0.2, 0.8);
    assertThat(test(TWO_TO_FOUR, 3, 3, 3).again()).isEqualTo(1);
  }

  /**
   * Two runs in a row, each of which goes on until its answer is settled or its rounds are used up:
   * never do they contradict each other, and answers that were settled come again.
   */
  @Test
  void settledAnswersOfTwoRunsAgree() {
    Random random = new Random(5);
    int settled = 0;
    int flips = 0;
    for (int i = 0; i < 2_000; i++) {
      double truth = Math.log(1 + 4 * random.nextDouble());
      RegionTest.Result first = untilSettled(truth, random);
      RegionTest.Result second = untilSettled(truth, random);
      assertThat(
              first.verdict() != second.verdict() && first.again() >= 0.9 && second.again() >= 0.9)
          .as("ratio %s answered %s and %s", Math.exp(truth), first, second)
          .isFalse();
      if (first.again() >= 0.9) {
        settled++;
        flips += second.verdict() == first.verdict() ? 0 : 1;
      }
    }
    assertThat(settled).isGreaterThan(1_200);
    assertThat(flips / (double) settled).isLessThan(0.05);
  }

  /** Rounds of 5 % noise, three to twelve of them. */
  private static RegionTest.Result untilSettled(double truth, Random random) {
    double[] logs = new double[12];
    for (int n = 0; n < logs.length; n++) {
      logs[n] = truth + 0.05 * random.nextGaussian();
      RegionTest.Result result = RegionTest.of(Arrays.copyOf(logs, n + 1), TWO_TO_FOUR, 0.95);
      if (n >= 2 && result.again() >= 0.9) {
        return result;
      }
    }
    return RegionTest.of(logs, TWO_TO_FOUR, 0.95);
  }
}
