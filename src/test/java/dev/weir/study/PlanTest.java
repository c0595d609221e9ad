package dev.weir.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanTest {
  private static Plan plan(String rest) throws StudyException {
    return Plan.of(
        StudyReader.parse("f.yaml", "name: a\n" + rest), cell -> Optional.<String>empty());
  }

  @Test
  void cellsAreTheProductInTheOrderOfTheFactors() throws StudyException {
    Plan plan = plan("factors: {inFlight: [8, 1], driver: [reactive, sync], batch: [2]}\n");
    assertThat(plan.cells().keySet())
        .containsExactly(
            "sync_inFlight1", "sync_inFlight8", "reactive_inFlight1", "reactive_inFlight8");
    assertThat(plan.excluded()).isEmpty();
    assertThat(plan.baseline()).isNull();
    assertThat(plan.cell("reactive_inFlight8").inFlight()).isEqualTo(8);
    assertThatThrownBy(() -> plan.cell("other")).hasMessage("no cell 'other' in study a");
  }

  @Test
  void batchSizesOfSinglesFold() throws StudyException {
    Plan plan = plan("factors: {operation: [single, bulkOrdered], batch: [1, 10, 100]}\n");
    assertThat(plan.cells().keySet())
        .containsExactly(
            "single", "bulkOrdered_batch1", "bulkOrdered_batch10", "bulkOrdered_batch100");
    assertThat(plan.cell("single").batch()).isEqualTo(1);
  }

  @Test
  void oneCellAloneHasAnId() throws StudyException {
    assertThat(plan("factors: {driver: sync}\n").cells()).containsOnlyKeys("cell");
  }

  @Test
  void exclusionCoversWhatHasOneOfEachNamedValue() throws StudyException {
    Plan plan =
        plan(
            """
            factors: {driver: [sync, reactive], inFlight: [1, 8, 64]}
            exclude:
            - {driver: reactive, inFlight: [8, 64], because: too slow}
            - {inFlight: 64}
            """);
    assertThat(plan.cells().keySet())
        .containsExactly("sync_inFlight1", "sync_inFlight8", "reactive_inFlight1");
    assertThat(plan.excluded())
        .containsExactly(
            new Plan.Excluded("sync_inFlight64", "excluded by the study"),
            new Plan.Excluded("reactive_inFlight8", "too slow"),
            new Plan.Excluded("reactive_inFlight64", "too slow"));
  }

  @Test
  void inclusionTakesFixedValuesOfTheStudyAndDefaults() throws StudyException {
    Plan plan =
        plan(
            """
            factors: {driver: [sync, reactive], writeConcern: majority}
            include:
            - {driver: sync, write: replace}
            """);
    assertThat(plan.cells().keySet()).containsExactly("sync", "sync_replace", "reactive");
    Cell included = plan.cell("sync_replace");
    assertThat(included.get(Factor.WRITE_CONCERN)).isEqualTo(Durability.MAJORITY);
    assertThat(included.inFlight()).isEqualTo(1);
  }

  @Test
  void noExclusionLeavesOutAnIncludedCell() throws StudyException {
    Plan plan =
        plan(
            """
            factors: {driver: [sync, reactive], inFlight: [1, 8]}
            exclude:
            - {driver: reactive}
            include:
            - {driver: reactive, inFlight: 8}
            - {driver: reactive, inFlight: 8, write: replace}
            """);
    assertThat(plan.cells())
        .containsOnlyKeys(
            "sync_inFlight1", "sync_inFlight8", "reactive_inFlight8", "reactive_inFlight8_replace");
    assertThat(plan.excluded())
        .containsExactly(new Plan.Excluded("reactive_inFlight1", "excluded by the study"));
  }

  @Test
  void anIncludedCellThatCannotBeIsLeftOut() throws StudyException {
    Plan plan =
        plan("factors: {driver: sync}\ninclude: [{operation: insertMany, write: replace}]\n");
    assertThat(plan.cells()).containsOnlyKeys("cell");
    assertThat(plan.excluded()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "keys: zipfian",
        "collections: 2",
        "collectionSize: 500",
        "historySeconds: 5, fault: primaryKilled, faultSeconds: 2",
        "secondary: stopped, fault: membersGone, faultSeconds: 2"
      })
  void aGameThatSavesRefusesWhatItCannotPlay(String other) throws StudyException {
    String game =
        "factors: {operation: bulkUnordered, batch: 20, flush: staggered, flushSeconds: 1,"
            + " changesPerMinute: 60";
    assertThat(plan(game + "}\n").cells()).hasSize(1);
    assertThatThrownBy(() -> plan(game + ", " + other + "}\n"))
        .isInstanceOf(StudyException.class)
        .hasMessageContaining("no cell is left of 1 combinations, the first because a ");
  }

  @Test
  void cellIncludedTwiceIsAnError() {
    assertThatThrownBy(() -> plan("factors: {driver: [sync]}\ninclude: [{driver: sync}]\n"))
        .isInstanceOf(StudyException.class)
        .hasMessageContaining("duplicate cell");
    assertThatThrownBy(
            () -> plan("factors: {driver: sync}\ninclude: [{inFlight: 2}, {inFlight: 2}]\n"))
        .hasMessageContaining("duplicate cell");
    assertThatThrownBy(() -> plan("factors: {operation: [single]}\ninclude: [{batch: 7}]\n"))
        .as("a single update has no batch")
        .hasMessageContaining("duplicate cell");
  }

  @Test
  void baselineIsExactlyOneCell() throws StudyException {
    String factors = "factors: {driver: [sync, reactive], inFlight: [1, 8]}\n";
    assertThat(plan(factors + "baseline: {driver: sync, inFlight: 8}\n").baseline())
        .isEqualTo("sync_inFlight8");
    assertThatThrownBy(() -> plan(factors + "baseline: {driver: sync}\n"))
        .isInstanceOf(StudyException.class)
        .hasMessageContaining("must name exactly one cell, not 2 (sync_inFlight1, sync_inFlight8)");
    assertThatThrownBy(() -> plan(factors + "baseline: {driver: virtual}\n"))
        .hasMessageContaining("must name exactly one cell, not 0");
    assertThatThrownBy(
            () ->
                plan(factors + "baseline: {driver: sync, inFlight: 8}\nexclude: [{inFlight: 8}]\n"))
        .as("an excluded cell is no baseline")
        .hasMessageContaining("not 0");
  }

  @Test
  void refusedCellsKeepTheirReason() throws StudyException {
    Study study = StudyReader.parse("f.yaml", "name: a\nfactors: {driver: [sync, virtual]}\n");
    Plan plan =
        Plan.of(
            study,
            cell ->
                cell.driver() == DriverKind.VIRTUAL
                    ? Optional.of("no virtual threads here")
                    : Optional.empty());
    assertThat(plan.cells()).containsOnlyKeys("sync");
    assertThat(plan.excluded())
        .containsExactly(new Plan.Excluded("virtual", "no virtual threads here"));
  }

  @Test
  void planWithoutCellsSaysWhy() throws StudyException {
    Study study = StudyReader.parse("f.yaml", "name: a\nfactors: {driver: [virtual]}\n");
    assertThatThrownBy(() -> Plan.of(study, cell -> Optional.of("not here")))
        .isInstanceOf(StudyException.class)
        .hasMessage("study a: no cell is left of 1 combinations, the first because not here");
  }

  @Test
  void orderIsStableForTheSeedAndDiffersBetweenRounds() throws StudyException {
    String factors = "factors: {inFlight: [1, 2, 3, 4, 5, 6, 7, 8], batch: [1]}\n";
    Plan plan = plan(factors + "seed: 5\n");
    Plan same = plan(factors + "seed: 5\n");
    Plan other = plan(factors + "seed: 6\n");
    List<List<String>> orders = IntStream.rangeClosed(1, 20).mapToObj(plan::order).toList();
    assertThat(orders)
        .allSatisfy(order -> assertThat(order).containsExactlyInAnyOrderElementsOf(ids(plan)));
    assertThat(orders).isEqualTo(IntStream.rangeClosed(1, 20).mapToObj(same::order).toList());
    assertThat(orders).isNotEqualTo(IntStream.rangeClosed(1, 20).mapToObj(other::order).toList());
    assertThat(orders).as("20 of 40320 permutations").doesNotHaveDuplicates();
  }

  private static List<String> ids(Plan plan) {
    return List.copyOf(plan.cells().keySet());
  }

  @Test
  void aRoundWarmsEachPathOnce() throws StudyException {
    Plan one = plan("factors: {inFlight: 1}\nwarmUp: {atMost: 1h}\n");
    Plan three = plan("factors: {inFlight: [1, 2, 3]}\nwarmUp: {atMost: 1h}\n");
    Plan paths = plan("factors: {driver: [sync, virtual, reactive]}\nwarmUp: {atMost: 1h}\n");
    assertThat(three.expectedRound()).isGreaterThan(one.expectedRound());
    assertThat(paths.expectedRound()).isGreaterThan(three.expectedRound());
    Duration inTurns = Duration.ofMillis(1_500 + 150 + (5 - 1) * (500 + 150));
    Duration atAStretch = Duration.ofMillis(2_500);
    Plan minutes = plan("factors: {inFlight: 1, sustainedSeconds: 60}\nwarmUp: {atMost: 1h}\n");
    assertThat(minutes.expectedRound())
        .as("half a minute of load and a minute measured, not the five seconds of a trial")
        .isEqualTo(one.expectedRound().plusSeconds(90 - 5).plus(atAStretch).minus(inTurns));
    Plan capped = plan("factors: {driver: [sync, virtual, reactive]}\nwarmUp: {atMost: 6s}\n");
    assertThat(capped.expectedRound()).isLessThan(paths.expectedRound());
  }

  @Test
  void cellsAlikeToTheServerAreCompared() throws StudyException {
    String factors =
        "factors: {driver: [sync, reactive], encoding: [document, raw], inFlight: [1, 8]}\n";
    assertThat(plan(factors).alike()).as("not asked for").isEmpty();
    Plan plan =
        plan(
            factors
                + "trial: {measure: 3s, alike: 2s}\n"
                + "baseline: {driver: reactive, encoding: document, inFlight: 8}\n");
    assertThat(plan.alike())
        .containsExactlyInAnyOrder(
            new Plan.Alike("sync_inFlight1_raw", "sync_inFlight1_document"),
            new Plan.Alike("reactive_inFlight1_document", "sync_inFlight1_document"),
            new Plan.Alike("reactive_inFlight1_raw", "sync_inFlight1_document"),
            new Plan.Alike("sync_inFlight8_document", "reactive_inFlight8_document"),
            new Plan.Alike("sync_inFlight8_raw", "reactive_inFlight8_document"),
            new Plan.Alike("reactive_inFlight8_raw", "reactive_inFlight8_document"));
    Plan alone = plan(factors + "trial: {measure: 3s}\n");
    assertThat(plan.expectedRound())
        .as("two seconds and the try of six pairs")
        .isEqualTo(alone.expectedRound().plusMillis(6 * 2_700));
  }

  @Test
  void cellsThatNeedTheirDocumentsOrALongTurnAreNotCompared() throws StudyException {
    for (String apart : List.of("write: insert", "sustainedSeconds: 60", "thinkMillis: 10")) {
      Plan plan =
          plan(
              "factors: {driver: [sync, reactive], inFlight: 1, "
                  + apart
                  + "}\ntrial: {alike: 2s}\n");
      assertThat(plan.alike()).as(apart).isEmpty();
    }
  }

  @Test
  void theBudgetEndsARunButForItsFewestRounds() throws StudyException {
    String study = "factors: {inFlight: 1}\nrounds: {min: 3, max: 6}\nbudget: ";
    Duration round = plan(study + "24h\n").expectedRound();
    assertThat(plan(study + "24h\n").expectedAtMost()).isEqualTo(round.multipliedBy(6));
    Duration four = round.multipliedBy(4);
    assertThat(plan(study + four.toSeconds() + "s\n").expectedAtMost())
        .isEqualTo(Duration.ofSeconds(four.toSeconds()));
    assertThat(plan(study + "5s\n").expectedAtMost()).isEqualTo(round.multipliedBy(3));
  }

  @Test
  void cellsTakeTurnsUnlessTheirConditionsTakeLong() throws StudyException {
    Plan turns = plan("factors: {inFlight: 1}\ntrial: {measure: 2.5s, turn: 1s}\n");
    assertThat(turns.turns(ids(turns).get(0))).isEqualTo(3);
    for (String slow :
        List.of("sustainedSeconds: 60", "clients: 2", "linkMillis: 20", "thinkMillis: 10")) {
      Plan alone = plan("factors: {inFlight: 1, " + slow + "}\n");
      assertThat(alone.turns(ids(alone).get(0))).as(slow).isEqualTo(1);
    }
  }

  @Test
  void eachPassHasAnOrderOfItsOwn() throws StudyException {
    Plan plan = plan("factors: {inFlight: [1, 2, 3, 4, 5, 6, 7, 8]}\n");
    assertThat(plan.order(2, 1)).isEqualTo(plan.order(2));
    List<List<String>> orders =
        IntStream.rangeClosed(1, 3)
            .boxed()
            .flatMap(round -> IntStream.rangeClosed(1, 10).mapToObj(p -> plan.order(round, p)))
            .toList();
    assertThat(orders).as("30 of 40320 permutations").doesNotHaveDuplicates();
    assertThat(orders)
        .allSatisfy(order -> assertThat(order).containsExactlyInAnyOrderElementsOf(ids(plan)));
  }
}
