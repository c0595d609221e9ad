package dev.weir.load.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.record.OpenMeasurement;
import dev.weir.record.OpenMeasurement.Offered;
import dev.weir.record.Percentiles;
import dev.weir.record.Span;
import dev.weir.record.Throughput;
import dev.weir.record.Times;
import dev.weir.record.Totals;
import dev.weir.record.TrialMeasurement;
import dev.weir.record.TrialMeasurement.Health;
import dev.weir.record.TrialMeasurement.Pool;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OpenVerdictTest {
  private static final Totals GOOD = new Totals(10_000, 10_000, 10_000, 10_000, Map.of(), 0);
  private static final Offered ALL = new Offered(1_000, 1_000, 0, 0);

  private static OpenMeasurement measured(
      Totals totals, double sent, Offered span, double pacingMillis, long backlog, long unsent) {
    TrialMeasurement trial =
        new TrialMeasurement(
            new Span(0, 10_000),
            10_000_000_000L,
            0,
            true,
            "",
            10_000,
            new Throughput(1_000, 100, 0, 1_000, List.of(1_000.0, 1_000.0, 1_000.0, 1_000.0)),
            totals,
            List.of(),
            0,
            0,
            new Pool(0, 0, 0, 0, 0, 0, 0),
            new Health(0, 0, 0.0, 0, 0, 0, null),
            null);
    Percentiles pacing =
        new Percentiles(0, 0, pacingMillis * 1e3, pacingMillis * 1e3, pacingMillis * 1e3, 1_000);
    return new OpenMeasurement(
        trial,
        1_000,
        sent,
        span,
        Times.NONE,
        Times.NONE,
        pacing,
        backlog,
        backlog,
        unsent,
        new OpenMeasurement.Reporter(10, 0, 0, 0));
  }

  private static OpenVerdict verdict(OpenMeasurement m) {
    return OpenVerdict.of(m, m.trial().total().acknowledged(), true);
  }

  @Test
  void aRateThatWasMetHasNoReasonAgainstIt() {
    assertThat(verdict(measured(GOOD, 999.5, ALL, 0.1, 3, 0)).reasons()).isEmpty();
  }

  @Test
  void aRateThatWasMissedIsSaturationNotAFault() {
    OpenVerdict verdict = verdict(measured(GOOD, 900, new Offered(1_000, 900, 0, 0), 0.1, 3, 0));
    assertThat(verdict.broken()).isEmpty();
    assertThat(verdict.saturated())
        .containsExactly("rate missed: 1,000 documents/s asked for, 900 sent");
  }

  @Test
  void fewerPoissonArrivalsThanTheirMeanAreNoMiss() {
    assertThat(verdict(measured(GOOD, 950, new Offered(950, 950, 0, 0), 0.1, 0, 0)).reasons())
        .isEmpty();
  }

  @Test
  void oneOfThemThatStillWaitsAtTheEndMakesNoMissOfThem() {
    assertThat(verdict(measured(GOOD, 949, new Offered(950, 950, 0, 0), 0.1, 1, 0)).reasons())
        .isEmpty();
    assertThat(verdict(measured(GOOD, 930, new Offered(950, 950, 0, 0), 0.1, 20, 0)).saturated())
        .containsExactly("rate missed: 1,000 documents/s asked for, 930 sent");
  }

  @Test
  void aGrowingQueueRefusedAndUnsentCallsAreSaturation() {
    assertThat(
            verdict(measured(GOOD, 1_000, new Offered(1_000, 990, 10, 0), 0.1, 51, 2)).saturated())
        .satisfiesExactly(
            line -> assertThat(line).contains("10 calls found the queue full"),
            line -> assertThat(line).contains("2 calls were never sent"),
            line -> assertThat(line).contains("51 calls were waiting"));
  }

  @Test
  void aLateGeneratorIsAFaultOfItsOwn() {
    OpenVerdict verdict = verdict(measured(GOOD, 1_000, ALL, 11, 0, 0));
    assertThat(verdict.saturated()).isEmpty();
    assertThat(verdict.broken()).singleElement().asString().contains("generator starved");
  }

  @Test
  void countsThatContradictTheServersAreAFault() {
    OpenMeasurement m = measured(GOOD, 1_000, ALL, 0, 0, 0);
    assertThat(OpenVerdict.of(m, 9_999L, true).broken())
        .singleElement()
        .asString()
        .startsWith("counts differ");
  }

  @Test
  void failuresAreKeptApartSoThatAnObjectiveMayAllowThem() {
    Totals some = new Totals(10_000, 9_990, 9_990, 9_990, Map.of("MongoException", 10L), 0);
    OpenVerdict verdict = verdict(measured(some, 1_000, new Offered(1_000, 1_000, 0, 1), 0, 0, 0));
    assertThat(verdict.broken()).isEmpty();
    assertThat(verdict.saturated()).isEmpty();
    assertThat(verdict.failures()).containsExactly("10 documents failed: {MongoException=10}");
    assertThat(verdict.reasons()).hasSize(1);
  }
}
