package dev.weir.load.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.record.Span;
import dev.weir.record.Throughput;
import dev.weir.record.Totals;
import dev.weir.record.TrialMeasurement;
import dev.weir.record.TrialMeasurement.Health;
import dev.weir.record.TrialMeasurement.Pool;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrialValidityTest {
  private static final Health FINE = new Health(10, 5, 1.0, 0, 0, 1 << 20, null);
  private static final Totals EQUAL = new Totals(1000, 1000, 1000, 1000, Map.of(), 0);

  private static TrialMeasurement trial(boolean steady, int windows, Totals total, Health health) {
    return new TrialMeasurement(
        new Span(0, 1_000),
        1_000_000_000,
        500,
        steady,
        "because of the trend",
        windows * 1000L,
        new Throughput(4000, 4000, 0, 250, Collections.nCopies(windows, 4000.0)),
        total,
        List.of(),
        0,
        1,
        new Pool(1, 1, 0, 1, 0, 0, 0),
        health,
        null);
  }

  private static List<String> reasons(Totals total, long server, boolean alone) {
    return TrialValidity.reasons(trial(true, 4, total, FINE), server, alone);
  }

  @Test
  void equalCountsAreValid() {
    assertThat(reasons(EQUAL, 1000, true)).isEmpty();
    assertThat(TrialValidity.reasons(trial(true, 4, EQUAL, FINE), null, true)).isEmpty();
  }

  @Test
  void steadyStateMustBeShown() {
    assertThat(TrialValidity.reasons(trial(false, 4, EQUAL, FINE), 1000L, true))
        .containsExactly("steady state not shown: because of the trend");
  }

  @ParameterizedTest
  @CsvSource({"3", "0"})
  void fourWindowsMustBeMeasured(int windows) {
    assertThat(TrialValidity.reasons(trial(true, windows, EQUAL, FINE), 1000L, true))
        .containsExactly("stopped before it was measured");
  }

  @Test
  void failuresAndMissingAnswersCount() {
    Totals failed = new Totals(1000, 990, 990, 992, Map.of("MongoTimeoutException", 10L), 0);
    assertThat(reasons(failed, 5, true))
        .as("the server's count is no witness then")
        .containsExactly("10 documents failed: {MongoTimeoutException=10}");
    Totals silent = new Totals(1000, 990, 990, 990, Map.of(), 10);
    assertThat(reasons(silent, 5, true)).containsExactly("10 documents got no answer");
  }

  @Test
  void countsMustAgree() {
    List<String> unmatched = reasons(new Totals(1000, 1000, 999, 1000, Map.of(), 0), 1000, true);
    assertThat(unmatched)
        .containsExactly("counts differ: 1000 documents acknowledged, 999 matched");
    List<String> unchanged = reasons(new Totals(1000, 1000, 1000, 997, Map.of(), 0), 1000, true);
    assertThat(unchanged).containsExactly("counts differ: 3 acknowledged updates changed nothing");
    List<String> fewer = reasons(EQUAL, 999, false);
    assertThat(fewer)
        .containsExactly("counts differ: 1000 documents acknowledged, the server counted 999");
    List<String> more = reasons(EQUAL, 1001, true);
    assertThat(more)
        .containsExactly("counts differ: 1000 documents acknowledged, the server counted 1001");
    for (List<String> reasons : List.of(unmatched, unchanged, fewer, more)) {
      assertThat(reasons).allMatch(TrialValidity::breaksInvariant);
    }
  }

  @Test
  void othersMayWriteALittleOnTheirOwnServer() {
    assertThat(reasons(EQUAL, 1001, false)).isEmpty();
    assertThat(reasons(EQUAL, 1002, false))
        .containsExactly("somebody else wrote too: the server counted 2 more updates than ours")
        .noneMatch(TrialValidity::breaksInvariant);
  }

  @ParameterizedTest
  @CsvSource({
    "101, 0, 0, garbage collection",
    "0, 0.11, 0, stalls over 100 ms",
    "0, 0, 0.11, CPU time stolen by other virtual machines"
  })
  void aStarvedGeneratorMeasuredItself(long gcMillis, double stalls, double steal, String what) {
    Health health = new Health(gcMillis, 200, 1.0, stalls, steal, 1, null);
    List<String> reasons = TrialValidity.reasons(trial(true, 4, EQUAL, health), 1000L, true);
    assertThat(reasons)
        .singleElement()
        .asString()
        .startsWith("generator starved: 1")
        .endsWith(" % of the time was " + what);
    assertThat(TrialValidity.breaksInvariant(reasons.get(0))).isFalse();
  }

  @Test
  void aTenthOfTheTimeIsTolerated() {
    Health health = new Health(100, 200, 1.0, 0.1, 0.1, 1, null);
    assertThat(TrialValidity.reasons(trial(true, 4, EQUAL, health), 1000L, true)).isEmpty();
  }

  private static TrialMeasurement like(
      TrialMeasurement t, long toMillis, List<Double> rates, Pool pool) {
    Throughput old = t.rates();
    return t.withMeasured(new Span(t.measured().fromMillis(), toMillis))
        .withRates(
            new Throughput(
                old.documentsPerSecond(),
                old.batchesPerSecond(),
                old.megabytesPerSecond(),
                old.windowMillis(),
                rates))
        .withPool(pool);
  }

  private static List<String> reasons(long toMillis, List<Double> rates, Pool pool) {
    return TrialValidity.reasons(
        like(trial(true, 4, EQUAL, FINE), toMillis, rates, pool), 1003L, true);
  }

  private static final Pool KEPT = new Pool(1, 1, 0, 1, 0, 0, 0);

  /** The server may have counted a retried write twice. */
  @Test
  void lostConnectionsAreNamedAndBreakNoInvariant() {
    List<String> reasons =
        reasons(1_000, Collections.nCopies(4, 1.0), new Pool(1, 1, 0, 3, 2, 0, 0));
    assertThat(reasons)
        .containsExactly("connections lost: the network or the server closed 2")
        .noneMatch(TrialValidity::breaksInvariant);
  }

  @Test
  void clockThatWasSetIsNamed() {
    assertThat(reasons(-3_599_000, Collections.nCopies(4, 1.0), KEPT))
        .contains("the clock was set by -3600.0 s while it was measured");
    assertThat(reasons(1_900, Collections.nCopies(4, 1.0), KEPT))
        .noneMatch(reason -> reason.contains("clock"));
  }

  @Test
  void meanOverTwoStatesIsNoFigure() {
    List<Double> slowed = new java.util.ArrayList<>(Collections.nCopies(5, 4_000.0));
    slowed.addAll(Collections.nCopies(5, 100.0));
    assertThat(reasons(1_000, slowed, KEPT))
        .contains("the rate moved from 4000 to 100 documents/s while it was measured");
    assertThat(reasons(1_000, List.of(9.0, 9.0, 9.0, 9.0, 4.0, 4.0, 4.0, 4.0), KEPT))
        .noneMatch(reason -> reason.contains("moved"));
  }
}
