package dev.weir.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.record.CellRecord;
import dev.weir.record.CitedRecord;
import dev.weir.record.Samples;
import dev.weir.record.TrialRecord;
import dev.weir.study.Cell;
import dev.weir.study.DriverKind;
import dev.weir.study.Factor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CitedComparisonTest {
  private static Map<String, String> factors(DriverKind driver, int inFlight, int pool) {
    return Cell.of(Map.of(Factor.DRIVER, driver, Factor.IN_FLIGHT, inFlight, Factor.POOL, pool))
        .factors();
  }

  private static CitedRecord.Once once(DriverKind driver, int inFlight, int pool, double rate) {
    return new CitedRecord.Once(
        factors(driver, inFlight, pool), Samples.trial("cited", 0, rate, List.of()));
  }

  private static CellRecord cell(DriverKind driver, int inFlight, int pool, double... rates) {
    List<TrialRecord> trials = new ArrayList<>();
    for (int i = 0; i < rates.length; i++) {
      trials.add(Samples.trial("x", i + 1, rates[i], List.of()));
    }
    return new CellRecord(
        driver + "_" + inFlight + "_" + pool,
        factors(driver, inFlight, pool),
        trials,
        null,
        null,
        null,
        null,
        null,
        new CellRecord.Cpu(null, null),
        null,
        new CellRecord.Bottleneck("undecided", List.of()),
        List.of());
  }

  private static final List<CellRecord> FAIR =
      List.of(
          cell(DriverKind.SYNC, 8, 100, 1_000, 1_010, 990),
          cell(DriverKind.REACTIVE, 8, 100, 750, 757, 742),
          cell(DriverKind.SYNC, 80, 100, 1_000, 1_020, 980),
          cell(DriverKind.REACTIVE, 80, 100, 800, 820, 780),
          cell(DriverKind.SYNC, 80, 8, 500, 508, 492));

  /** As cited the reactive driver looks 1.5 times as fast at 80: the pool did that. */
  @Test
  void threeSentencesTellCitedFairAndWhatTheFlawsDid() {
    CitedRecord cited =
        new CitedRecord(
            "sync pool of 8",
            List.of(
                once(DriverKind.SYNC, 8, 8, 1_000),
                once(DriverKind.SYNC, 80, 8, 500),
                once(DriverKind.REACTIVE, 8, 100, 750),
                once(DriverKind.REACTIVE, 80, 100, 800)));
    assertThat(CitedComparison.sentences(cited, FAIR, 0.95))
        .satisfiesExactly(
            s ->
                assertThat(s)
                    .isEqualTo(
                        "As cited (sync pool of 8) reactive gave 0.75 to 1.60 times the documents/s of"
                            + " sync at 2 settings, × 1.10 in geometric mean, from one run each and"
                            + " so without an interval."),
            s ->
                assertThat(s)
                    .startsWith("Compared fairly")
                    .contains("gives 0.75 to 0.80 times, × 0.77 [0.77, 0.78] over 3 rounds")
                    .endsWith("slower at 2, no difference shown at 0 of 2 settings."),
            s ->
                assertThat(s)
                    .startsWith("The flaws moved the comparison by × 1.41 in the mean")
                    .contains("by up to × 2.00 (80 in flight: × 1.60 as cited, × 0.80 [")
                    .contains("the pool of 8 alone makes sync × 0.50 [")
                    .endsWith("at 80 in flight."));
  }

  @Test
  void meanInsideTheFairIntervalIsNotCalledMoved() {
    CitedRecord cited =
        new CitedRecord(
            "in order",
            List.of(
                once(DriverKind.SYNC, 8, 100, 1_000),
                once(DriverKind.SYNC, 80, 100, 1_000),
                once(DriverKind.REACTIVE, 8, 100, 725),
                once(DriverKind.REACTIVE, 80, 100, 828)));
    assertThat(CitedComparison.sentences(cited, FAIR, 0.95).get(2))
        .startsWith("The flaws did not move the mean beyond the fair interval")
        .doesNotContain("alone");
  }

  @Test
  void settingsWithoutValidRunsOnBothSidesAreLeftOut() {
    TrialRecord invalid = Samples.trial("cited", 0, 1, List.of("starved"));
    CitedRecord cited =
        new CitedRecord(
            "x",
            List.of(
                once(DriverKind.SYNC, 8, 8, 1_000),
                new CitedRecord.Once(factors(DriverKind.REACTIVE, 8, 100), invalid)));
    assertThat(CitedComparison.sentences(cited, FAIR, 0.95))
        .containsExactly("The cited comparison has no setting with valid runs on both sides.");
  }
}
