package dev.weir.load.trial;

import static dev.weir.load.trial.WarmUpCurves.WINDOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.load.trial.SteadyState.Criteria;
import dev.weir.load.trial.SteadyState.Decision;
import dev.weir.load.trial.SteadyState.State;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SteadyStateTest {
  private static final int CURVES = 100;
  private static final int PER_SECOND = 4;

  private final SteadyState warmUp = new SteadyState(Criteria.warmUp(WINDOW, 60));
  private final SteadyState settle = new SteadyState(Criteria.settle(WINDOW, 10));

  @ParameterizedTest
  @CsvSource({"0.03, 7, 10", "0.06, 11, 16", "0.10, 14, 26"})
  void acceptsFlatRatesSoon(double noise, double median, double late) {
    var curves = new WarmUpCurves(1, noise);
    double[] flat = WarmUpCurves.level(60, t -> 1);
    double[] seconds = new double[CURVES];
    Arrays.setAll(seconds, i -> secondsUntilSteady(warmUp, curves.measured(flat), PER_SECOND));
    Arrays.sort(seconds);

    assertThat(seconds[CURVES / 2]).isLessThanOrEqualTo(median);
    assertThat(seconds[CURVES * 95 / 100]).isLessThanOrEqualTo(late);
  }

  @ParameterizedTest
  @CsvSource({"0.03, 6", "0.06, 8", "0.10, 11"})
  void acceptsAWarmUpAfterItIsOverAndSoonAfter(double noise, double medianDelay) {
    var curves = new WarmUpCurves(2, noise);
    int tooEarly = 0;
    double[] delays = new double[CURVES];
    for (int i = 0; i < CURVES; i++) {
      double[] levels = curves.warmUp(60);
      double steady = secondsUntilSteady(warmUp, curves.measured(levels), PER_SECOND);
      int last = Math.min(levels.length, (int) Math.round(steady / WINDOW)) - 1;
      tooEarly += levels[last] < 0.95 ? 1 : 0;
      delays[i] = steady - secondsUntilWithinTwoPercent(levels);
    }
    Arrays.sort(delays);

    assertThat(tooEarly).isLessThanOrEqualTo(CURVES * 2 / 100);
    assertThat(delays[CURVES / 2]).isLessThanOrEqualTo(medianDelay);
  }

  @ParameterizedTest
  @CsvSource({"0.03, 0.025", "0.06, 0.025", "0.10, 0.025", "0.10, 0.05", "0.06, -0.03"})
  void doesNotAcceptWhatStillMoves(double noise, double perSecond) {
    var curves = new WarmUpCurves(3, noise);
    double[] moving = WarmUpCurves.level(30, t -> Math.exp(perSecond * t));
    int accepted = 0;
    for (int i = 0; i < CURVES; i++) {
      double seconds = secondsUntilSteady(warmUp, curves.measured(moving), PER_SECOND);
      accepted += Double.isFinite(seconds) ? 1 : 0;
    }
    assertThat(accepted).isLessThanOrEqualTo(CURVES * 3 / 100);
  }

  /** A warm path whose connections come up within a second; the mean after that must be right. */
  @ParameterizedTest
  @CsvSource({"0.03, 3, 0.01", "0.06, 5, 0.015", "0.10, 8, 0.02"})
  void settlesAWarmPathQuickly(double noise, double late, double bias) {
    var curves = new WarmUpCurves(4, noise);
    double[] levels = WarmUpCurves.level(20, t -> 1 - 0.6 * Math.exp(-t / 0.3));
    double[] seconds = new double[CURVES];
    double levelAfter = 0;
    for (int i = 0; i < CURVES; i++) {
      seconds[i] = secondsUntilSteady(settle, curves.measured(levels), 1);
      int from = Math.min(levels.length - 1, (int) Math.round(seconds[i] / WINDOW));
      levelAfter += levels[from] / CURVES;
    }
    Arrays.sort(seconds);

    assertThat(seconds[CURVES * 9 / 10]).isLessThanOrEqualTo(late);
    assertThat(levelAfter).isGreaterThan(1 - bias);
  }

  /**
   * The bounds of Sen's interval are order statistics of the slopes. Without a trend every order of
   * the windows is as likely, so how many of all orders a bound excludes follows from counting:
   * Kendall's distribution.
   */
  @ParameterizedTest
  @CsvSource({"5, 5", "6, 20", "7, 174"})
  void neitherBoundExcludesNoTrendMoreOftenThanInFiveOfAHundredOrders(int windows, int excluded) {
    // Steady exactly if the upper bound lies below zero.
    SteadyState falling =
        new SteadyState(new Criteria(1, 1e-9, 1, 1e12, windows, windows, windows));
    int[] counts = new int[2];
    orders(new double[windows], 0, falling, counts);
    assertThat(counts[0]).isEqualTo(excluded);
    assertThat((double) counts[0] / counts[1]).isLessThan(0.05);
  }

  /** Judges every order of 100, 101 … from that place on; counts the steady ones and all. */
  private static void orders(double[] rates, int value, SteadyState judge, int[] counts) {
    if (value == rates.length) {
      counts[0] += judge.judge(rates).steady() ? 1 : 0;
      counts[1]++;
      return;
    }
    for (int place = 0; place < rates.length; place++) {
      if (rates[place] == 0) {
        rates[place] = 100 + value;
        orders(rates, value + 1, judge, counts);
        rates[place] = 0;
      }
    }
  }

  @Test
  void namesTheWindowSinceWhichItIsSteadyAndTheFigures() {
    double[] rates = WarmUpCurves.level(20, t -> t < 8 ? 50 : 100);

    Decision decision = warmUp.judge(rates);

    assertThat(decision.state()).isEqualTo(State.STEADY);
    assertThat(decision.sinceWindow()).isEqualTo(rates.length - 24).isGreaterThanOrEqualTo(32);
    assertThat(decision.reason())
        .isEqualTo(
            "steady: over the last 6.0 s the trend is between +0.00 and +0.00 % per second,"
                + " allowed ± 1.25");
  }

  @Test
  void saysWhenThereIsTooLittleToJudge() {
    Decision decision = warmUp.judge(new double[] {1, 2, 3});

    assertThat(decision.state()).isEqualTo(State.WARMING);
    assertThat(decision.sinceWindow()).isEqualTo(-1);
    assertThat(decision.reason()).isEqualTo("warming: 0.8 s seen, the shortest span is 6.0 s");
  }

  @Test
  void givesUpAtTheLimit() {
    double[] rising = WarmUpCurves.level(60, t -> 100 + 5 * t);

    Decision decision = warmUp.judge(rising);

    assertThat(decision.state()).isEqualTo(State.NEVER_SETTLED);
    assertThat(decision.steady()).isFalse();
    assertThat(decision.reason()).startsWith("never settled in 60 s: over the last");
    assertThat(warmUp.judge(Arrays.copyOf(rising, 200)).state()).isEqualTo(State.WARMING);
  }

  @Test
  void aServerThatDoesNothingIsNotSteady() {
    assertThat(warmUp.judge(new double[100]).steady()).isFalse();
  }

  @Test
  void refusesSpansThatCannotShowAnything() {
    assertThatThrownBy(() -> Criteria.settle(1, 10)).hasMessageContaining("fewer than 5 windows");
    assertThatThrownBy(() -> Criteria.warmUp(WINDOW, 3)).hasMessageContaining("limit");
  }

  private static double secondsUntilSteady(SteadyState judge, double[] rates, int every) {
    for (int seen = every; seen <= rates.length; seen += every) {
      if (judge.judge(Arrays.copyOf(rates, seen)).steady()) {
        return seen * WINDOW;
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  private static double secondsUntilWithinTwoPercent(double[] levels) {
    int window = levels.length;
    while (window > 0 && levels[window - 1] >= 0.98) {
      window--;
    }
    return window * WINDOW;
  }
}
