package dev.weir.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.load.process.LoadClients;
import dev.weir.record.QueueSkew;
import dev.weir.record.Span;
import dev.weir.record.Throughput;
import dev.weir.record.Totals;
import dev.weir.record.TrialMeasurement;
import dev.weir.record.TrialRecord.Identity;
import dev.weir.record.TrialTurn;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TrialSumTest {
  private static final long SETTLE_AT_MOST = 10_000;

  private final TrialSum trial = trial(3);

  private static TrialSum trial(int turns) {
    return new TrialSum(
        new Identity("cell", 1, 1), Instant.EPOCH, turns, turns * 1_000L, SETTLE_AT_MOST);
  }

  /** A turn of a second. */
  private static TrialMeasurement turn(long documents) {
    return new TrialMeasurement(
        new Span(10 * documents, 10 * documents + 1_000),
        1_000_000_000,
        2_000,
        true,
        "steady: flat",
        documents,
        Throughput.of(
            documents, documents, 0, 1_000_000_000, 250, Collections.nCopies(4, 1.0 * documents)),
        new Totals(2 * documents, 2 * documents, 2 * documents, 2 * documents, Map.of(), 0),
        List.of(new TrialMeasurement.LatencyInterval(0, 1_000, "")),
        1,
        3 * documents,
        new TrialMeasurement.Pool(documents, 5, 0, 8, 0, 3, 1),
        new TrialMeasurement.Health(10, documents, 2.0, 0.1, 0.2, 1_000, null),
        null);
  }

  private static TrialMeasurement notLedIn(long documents) {
    return turn(documents)
        .withSteady(false)
        .withSteadyReason("3 of 8 calls")
        .withSettleMillis(SETTLE_AT_MOST);
  }

  private void add(int pass, TrialMeasurement turn, @Nullable String cause) {
    add(trial, pass, turn, cause, false);
  }

  private static void add(
      TrialSum trial, int pass, TrialMeasurement turn, @Nullable String cause, boolean checkpoint) {
    trial.add(
        pass,
        new LoadClients.Measured(turn, List.of(), null),
        List.of(),
        turn.total().acknowledged(),
        1_000L,
        cause,
        0.01,
        checkpoint);
  }

  @Test
  void aTrialIsTheSumOfItsTurns() {
    add(1, turn(100), null);
    assertThat(trial.ledIn()).isTrue();
    assertThat(trial.over()).isFalse();
    add(2, turn(200), null);
    add(3, turn(600), null);
    assertThat(trial.over()).isTrue();
    TrialMeasurement sum = trial.measurement();
    assertThat(sum.documents()).isEqualTo(900);
    assertThat(sum.measuredNanos()).isEqualTo(3_000_000_000L);
    assertThat(sum.rates().documentsPerSecond()).isEqualTo(300);
    assertThat(sum.rates().windows()).hasSize(12);
    assertThat(sum.latency()).hasSize(3);
    assertThat(sum.clientCpuMicros()).isEqualTo(2_700);
    assertThat(sum.total().acknowledged()).as("settling included").isEqualTo(1_800);
    assertThat(sum.pool().checkedOut()).isEqualTo(900);
    assertThat(sum.pool().created()).as("one writer").isEqualTo(8);
    assertThat(sum.health().worstStallMillis()).isEqualTo(600);
    assertThat(sum.health().stealShare()).isEqualTo(0.2);
    assertThat(sum.settleMillis()).isEqualTo(2_000);
    assertThat(trial.updates()).isEqualTo(1_800);
    assertThat(trial.cpuMicros()).isEqualTo(3_000);
    assertThat(trial.recordedTurns())
        .allMatch(turn -> Double.valueOf(0.01).equals(turn.foreignCores()))
        .extracting(TrialTurn::pass, TrialTurn::documents, TrialTurn::enters)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(1, 100L, true),
            org.assertj.core.groups.Tuple.tuple(2, 200L, true),
            org.assertj.core.groups.Tuple.tuple(3, 600L, true));
  }

  @Test
  void aDisturbedTurnIsCountedButEntersNoFigure() {
    add(1, turn(100), null);
    add(2, turn(7), "host busy: gradle");
    assertThat(trial.missesTurn()).isTrue();
    add(3, turn(100), null);
    assertThat(trial.missesTurn()).isFalse();
    assertThat(trial.over()).isFalse();
    add(2, turn(100), null);
    assertThat(trial.over()).isTrue();
    assertThat(trial.measurement().rates().documentsPerSecond()).isEqualTo(100);
    assertThat(trial.measurement().total().acknowledged()).isEqualTo(2 * 307);
    assertThat(trial.updates()).isEqualTo(2 * 307);
    assertThat(trial.cpuMicros()).isEqualTo(3_000);
    assertThat(trial.reasons()).isEmpty();
    assertThat(trial.turns().get(1).leftOut()).isEqualTo("host busy: gradle");
  }

  @Test
  void oneTurnOnWhichACheckpointFellIsMadeAgain() {
    add(trial, 1, turn(60), null, true);
    assertThat(trial.missesTurn()).isTrue();
    add(trial, 2, turn(70), null, true);
    assertThat(trial.missesTurn()).as("the second one is the server's load").isFalse();
    add(3, turn(100), null);
    add(1, turn(100), null);
    assertThat(trial.over()).isTrue();
    assertThat(trial.measurement().documents()).isEqualTo(270);
    assertThat(trial.turns())
        .extracting(TrialTurn::leftOutForCheckpoint)
        .containsExactly(true, false, false, false);
  }

  @Test
  void aDisturbedTurnIsNotLeftOutForItsCheckpoint() {
    add(trial, 1, turn(60), "host busy: gradle", true);
    assertThat(trial.turns().get(0).leftOut()).isEqualTo("host busy: gradle");
    add(trial, 1, turn(60), null, true);
    assertThat(trial.turns().get(1).leftOutForCheckpoint()).isTrue();
  }

  @Test
  void aTrialAtAStretchHoldsItsCheckpoints() {
    TrialSum alone = trial(1);
    add(alone, 1, turn(60), null, true);
    assertThat(alone.over()).isTrue();
    assertThat(alone.measurement().documents()).isEqualTo(60);
  }

  @Test
  void aTrialOfDisturbedTurnsOnlyIsInvalid() {
    add(1, turn(100), "host busy: gradle");
    add(1, turn(100), "host busy: gradle");
    assertThat(trial.reasons()).containsExactly("every turn was left out: host busy: gradle");
    assertThat(trial.measurement().documents()).as("shown all the same").isEqualTo(200);
  }

  @Test
  void aTurnThatWasNotLedInIsMadeAgainTwice() {
    add(1, notLedIn(50), null);
    assertThat(trial.ledIn()).isFalse();
    assertThat(trial.missesTurn()).isTrue();
    add(2, turn(100), null);
    assertThat(trial.ledIn()).isTrue();
    assertThat(trial.reasons()).isEmpty();
    assertThat(trial.turns().get(0).leftOut()).isEqualTo("steady state not shown: 3 of 8 calls");
  }

  @Test
  void aTrialThatIsNeverLedInIsOver() {
    add(1, notLedIn(50), null);
    add(2, notLedIn(50), null);
    assertThat(trial.over()).isFalse();
    add(3, notLedIn(50), null);
    assertThat(trial.over()).isTrue();
    assertThat(trial.measurement().steady()).isFalse();
    assertThat(trial.measurement().steadyReason()).isEqualTo("3 of 8 calls");
  }

  @Test
  void aTurnThatStoodStillSpoilsTheTrial() {
    add(1, turn(100), null);
    add(
        2,
        turn(100).withSteady(false).withSteadyReason("nothing was acknowledged for 4.0 s"),
        null);
    assertThat(trial.over()).isTrue();
    assertThat(trial.measurement().steady()).isFalse();
  }

  @Test
  void longTurnsOfSlowCallsAreFewer() {
    add(1, turn(100).withMeasuredNanos(6_000_000_000L), null);
    assertThat(trial.over()).isTrue();
  }

  @Test
  void aTurnThatIsMadeAgainKeepsItsJobs() {
    QueueSkew jobs = new QueueSkew(2, 10, 3, 1.5, 1.2, 0.1);
    TrialSum alone = trial(1);
    for (String cause : Arrays.asList("host busy: gradle", null)) {
      TrialMeasurement turn = turn(9).withQueues(jobs);
      alone.add(
          1,
          new LoadClients.Measured(turn, List.of(), null),
          List.of(),
          null,
          null,
          cause,
          null,
          false);
    }
    assertThat(alone.over()).isTrue();
    assertThat(alone.measurement().queues()).isEqualTo(jobs);
  }

  @Test
  void aTrialAtAStretchRecordsNoTurns() {
    TrialSum alone = trial(1);
    alone.add(
        1,
        new LoadClients.Measured(turn(9), List.of(), null),
        List.of(),
        null,
        null,
        null,
        null,
        true);
    assertThat(alone.over()).isTrue();
    assertThat(alone.recordedTurns()).isNull();
    assertThat(alone.measurement()).isEqualTo(turn(9));
    assertThat(alone.updates()).isNull();
    assertThat(alone.cpuMicros()).isNull();
  }
}
