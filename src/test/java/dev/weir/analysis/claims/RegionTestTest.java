package dev.weir.analysis.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.analysis.claims.ClaimVerdict.Verdict;
import dev.weir.analysis.stats.LogRatio;
import dev.weir.record.Interval;
import dev.weir.study.Claim.Region;
import dev.weir.study.Claim.Region.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegionTestTest {
  private static final Region TWO_TO_FOUR = new Region(2, 4, Kind.RANGE);
  private static final Region SAME = new Region(1 / 1.1, 1.1, Kind.NO_DIFFERENCE);

  private static RegionTest.Result test(Region region, double... ratios) {
    return test(region, Arrays.stream(ratios).map(Math::log).toArray(), 0.95);
  }

  private static RegionTest.Result test(Region region, double[] logs, double confidence) {
    LogRatio ratio = logs.length == 0 ? null : LogRatio.ofRounds(logs);
    return RegionTest.of(ratio, region, confidence, confidence);
  }

  /** How probable the same answer is in a rerun. */
  private static double again(RegionTest.Result result) {
    RegionTest.Rerun rerun = result.rerun();
    return rerun == null ? 0 : rerun.of(result.verdict());
  }

  /** The same for answers that a study stops at. */
  private static double firm(RegionTest.Result result) {
    return result.verdict() == Verdict.NOT_SHOWN ? 0 : again(result);
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
    RegionTest.Result same = test(SAME, logs, 0.95);
    assertThat(same.verdict()).isEqualTo(Verdict.CONFIRMED);
    Interval interval = Objects.requireNonNull(same.ratio());
    assertThat(Math.log(interval.high())).isCloseTo(0.0917, within(1e-4));
    assertThat(interval.confidence()).isCloseTo(0.9, within(1e-12));
    Region range = new Region(1 / 1.1, 1.1, Kind.RANGE);
    assertThat(test(range, logs, 0.95).verdict()).isEqualTo(Verdict.NOT_SHOWN);
  }

  @Test
  void smallButCertainDifferenceIsNoDifference() {
    assertThat(test(SAME, 1.02, 1.021, 1.022).verdict()).isEqualTo(Verdict.CONFIRMED);
    assertThat(test(SAME, 1.2, 1.21, 1.22).verdict()).isEqualTo(Verdict.CONTRADICTED);
  }

  @Test
  void clearAnswersComeAgainAndNarrowOnesMayNot() {
    assertThat(again(test(TWO_TO_FOUR, 2.99, 3, 3.01))).isGreaterThan(0.99);
    assertThat(again(test(TWO_TO_FOUR, 2.06, 2.2, 2.07, 2.19))).isBetween(0.2, 0.8);
    assertThat(again(test(TWO_TO_FOUR, 3, 3, 3))).isEqualTo(1);
    assertThat(again(test(TWO_TO_FOUR, 5, 5, 5))).isEqualTo(1);
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
      assertThat(first.verdict() != second.verdict() && firm(first) >= 0.9 && firm(second) >= 0.9)
          .as("ratio %s answered %s and %s", Math.exp(truth), first, second)
          .isFalse();
      if (firm(first) >= 0.9) {
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
      RegionTest.Result result = test(TWO_TO_FOUR, Arrays.copyOf(logs, n + 1), 0.95);
      if (n >= 2 && firm(result) >= 0.9) {
        return result;
      }
    }
    return test(TWO_TO_FOUR, logs, 0.95);
  }

  /** The chance of the same answer, given beside a verdict, against how often it comes. */
  @Test
  void chanceOfTheSameAnswerIsWhatItSays() {
    Random random = new Random(6);
    double given = 0;
    double came = 0;
    int runs = 6_000;
    for (int i = 0; i < runs; i++) {
      double truth = Math.log(1.5 + 3.5 * random.nextDouble());
      RegionTest.Result first = rounds(6, truth, random);
      given += again(first);
      came += rounds(6, truth, random).verdict() == first.verdict() ? 1 : 0;
    }
    assertThat(given / runs).isCloseTo(came / runs, within(0.03));
  }

  private static RegionTest.Result rounds(int n, double truth, Random random) {
    double[] logs = new double[n];
    Arrays.setAll(logs, i -> truth + 0.1 * random.nextGaussian());
    return test(TWO_TO_FOUR, logs, 0.95);
  }

  /**
   * Claims that are just true, every ratio on the edge of its region, looked at after each of three
   * to nine rounds until the answer is settled: one to four tests, independent or all of the same
   * noise. Without Holm's levels four tests contradict 14 % of them.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void trueClaimsAreSeldomContradictedHoweverManyTests(int tests) {
    for (double shared : new double[] {0, 0.5}) {
      Random random = new Random(7 + tests);
      int contradicted = 0;
      int runs = 4_000;
      for (int i = 0; i < runs; i++) {
        contradicted += settled(tests, shared, random) == Verdict.CONTRADICTED ? 1 : 0;
      }
      assertThat(contradicted / (double) runs).as("noise shared: %s", shared).isLessThan(0.05);
    }
  }

  private static Verdict settled(int tests, double shared, Random random) {
    List<Region> regions = Collections.nCopies(tests, TWO_TO_FOUR);
    List<double[]> all = new ArrayList<>();
    for (int n = 1; ; n++) {
      double common = Math.sqrt(shared) * random.nextGaussian();
      for (int i = 0; i < tests; i++) {
        double noise = common + Math.sqrt(1 - shared) * random.nextGaussian();
        double[] longer = n == 1 ? new double[1] : Arrays.copyOf(all.get(i), n);
        longer[n - 1] = Math.log(i % 2 == 0 ? 4 : 2) + 0.08 * noise;
        if (n == 1) {
          all.add(longer);
        } else {
          all.set(i, longer);
        }
      }
      List<RegionTest.Result> results =
          RegionTest.all(all.stream().map(LogRatio::ofRounds).toList(), regions, 0.95);
      Verdict verdict = ClaimVerdicts.verdict(results);
      RegionTest.Rerun rerun = ClaimVerdicts.rerun(results);
      boolean firm = verdict != Verdict.NOT_SHOWN && rerun != null && rerun.of(verdict) >= 0.9;
      if (firm || n == 9) {
        return verdict;
      }
    }
  }
}
