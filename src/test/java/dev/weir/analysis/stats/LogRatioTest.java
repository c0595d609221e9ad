package dev.weir.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.record.Interval;
import java.util.Arrays;
import org.hipparchus.stat.inference.TTest;
import org.junit.jupiter.api.Test;

class LogRatioTest {
  private static final double[] BASE = {100, 108, 97, 105};
  private static final double[] OTHER = {90, 99, 88, 97};
  private static final RunSpread NONE = RunSpread.assumed(0);

  @Test
  void withoutSpreadOfRunsItIsWelchsTest() {
    LogRatio ratio = LogRatio.unpaired(BASE, OTHER, NONE);

    assertThat(ratio.p()).isEqualTo(new TTest().tTest(logs(OTHER), logs(BASE)), within(1e-9));
    assertThat(ratio.log().n()).isEqualTo(4);
  }

  @Test
  void pairsAreTestedWithinRounds() {
    LogRatio ratio = LogRatio.paired(BASE, OTHER);

    assertThat(ratio.p()).isEqualTo(new TTest().pairedTTest(logs(OTHER), logs(BASE)), within(1e-9));
    assertThat(ratio.interval(0.95).mean()).isEqualTo(0.9115, within(1e-3));
    // What both sides share cancels: the pairs know more than the runs apart.
    assertThat(ratio.p()).isLessThan(LogRatio.unpaired(BASE, OTHER, NONE).p());
  }

  @Test
  void spreadOfRunsWidensTheIntervalOnBothSides() {
    LogRatio ratio =
        LogRatio.unpaired(new double[] {100, 100}, new double[] {92, 92}, RunSpread.assumed(0.05));

    Interval interval = ratio.interval(0.95);
    // sqrt(2) * 0.05 * 1.96 on logs
    assertThat(Math.log(interval.high() / interval.mean())).isEqualTo(0.1386, within(1e-3));
    assertThat(interval.contains(1)).isTrue();
  }

  @Test
  void aSpreadKnownFromFewRunsIsWorthLess() {
    double[] same = {100, 101, 100, 99};
    Interval assumed = LogRatio.unpaired(same, same, RunSpread.assumed(0.05)).interval(0.99);
    Interval estimated =
        LogRatio.unpaired(same, same, new RunSpread(0.05, 5, "six runs")).interval(0.99);

    assertThat(estimated.high()).isGreaterThan(assumed.high() * 1.05);
  }

  /** The interval leaves a value out exactly if the test of that value rejects it. */
  @Test
  void testAndIntervalAgree() {
    LogRatio ratio = LogRatio.unpaired(BASE, OTHER, RunSpread.assumed(0.01));
    double bound = ratio.interval(0.95).high();

    assertThat(ratio.pBelow(bound)).isEqualTo(0.05, within(1e-9));
    assertThat(ratio.pBelow(bound * 0.99)).isGreaterThan(0.05);
    assertThat(ratio.pBelow(bound * 1.01)).isLessThan(0.05);
    assertThat(ratio.pBelow(0.5)).isEqualTo(1);
  }

  @Test
  void roundsThatAgreeExactlyAreShownDifferentOrNot() {
    double[] a = {5, 5, 5};

    assertThat(LogRatio.unpaired(a, a, NONE).p()).isEqualTo(1);
    assertThat(LogRatio.unpaired(a, new double[] {6, 6, 6}, NONE).p()).isZero();
    assertThat(LogRatio.paired(a, a).p()).isEqualTo(1);
  }

  @Test
  void refusesWhatHasNoSpreadOrNoLogarithm() {
    assertThatThrownBy(() -> LogRatio.unpaired(new double[] {1}, BASE, NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("two rounds");
    assertThatThrownBy(() -> LogRatio.paired(BASE, new double[] {1, 2}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("within rounds");
    assertThatThrownBy(() -> LogRatio.paired(new double[] {1, 0}, new double[] {1, 2}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("positive");
  }

  private static double[] logs(double[] rates) {
    return Arrays.stream(rates).map(Math::log).toArray();
  }
}
