package dev.weir.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WriteBehindTest {
  private static final long SECOND = 1_000_000_000L;
  private static final int PLAYERS = 2_000;
  private static final double RATE = 0.1;
  private static final long PERIOD = 10 * SECOND;

  private final DirtySet dirty = new DirtySet(PLAYERS, new PoissonUpdates(RATE, 7));

  private WriteBehind simulation(FlushSchedule schedule, int batch, long linger) {
    return new WriteBehind(dirty, schedule, batch, linger);
  }

  private static int run(WriteBehind simulation, long from, long to, long step) {
    int batches = 0;
    for (long now = from + step; now <= to; now += step) {
      simulation.advance(now);
      for (WriteBehind.Batch batch = simulation.next(); batch != null; batch = simulation.next()) {
        simulation.answered(batch.players(), true);
        batches++;
      }
    }
    return batches;
  }

  @Test
  void staggeredFlushesCoalesceAsTheFormulaSays() {
    run(simulation(FlushSchedule.staggered(PERIOD), 50, SECOND), 0, 50 * PERIOD, SECOND / 100);
    // 1 − 1/e of 2,000 players in each of 50 periods; the first one starts with nobody dirty.
    double expected = PLAYERS * (1 - Math.exp(-1)) * 49.5;
    assertThat((double) dirty.taken()).isCloseTo(expected, within(expected * 0.01));
    double updates = PLAYERS * RATE * 500;
    assertThat((double) dirty.updates()).isCloseTo(updates, within(updates * 0.01));
  }

  @Test
  void staggeredFlushesSpreadEvenly() {
    WriteBehind simulation = simulation(FlushSchedule.staggered(PERIOD), 1, 0);
    run(simulation, 0, 5 * PERIOD, SECOND / 100);
    long before = dirty.taken();
    simulation.advance(5 * PERIOD + SECOND);
    // A tenth of the players in a tenth of the period.
    double expected = PLAYERS / 10.0 * (1 - Math.exp(-1));
    assertThat((double) dirty.taken() - before).isCloseTo(expected, within(expected * 0.2));
  }

  @Test
  void aTimerWritesEverybodyAtOnce() {
    WriteBehind simulation = simulation(FlushSchedule.timer(PERIOD), 50, 0);
    simulation.advance(PERIOD - 1);
    assertThat(simulation.next()).isNull();
    int wasDirty = dirty.size();
    simulation.advance(PERIOD);
    assertThat(dirty.size()).isZero();
    int written = 0;
    for (WriteBehind.Batch batch = simulation.next(); batch != null; batch = simulation.next()) {
      written += batch.players().size();
    }
    assertThat(written).isEqualTo(wasDirty);
    assertThat((double) wasDirty).isCloseTo(PLAYERS * (1 - Math.exp(-1)), within(60.0));
  }

  @Test
  void countFlushesWhenSoManyAreDirty() {
    WriteBehind simulation = simulation(FlushSchedule.count(500, 600 * SECOND), 100, SECOND);
    int batches = run(simulation, 0, 100 * SECOND, SECOND / 100);
    // 500 of 2,000 are dirty after −ln(1 − 1/4)/λ = 2.88 s.
    double flushes = 100 / 2.877;
    assertThat((double) dirty.taken()).isCloseTo(500 * flushes, within(500 * flushes * 0.05));
    assertThat((double) batches).isCloseTo(5 * flushes, within(flushes));
    assertThat(dirty.size()).isLessThan(500);
  }

  @Test
  void aBatchWaitsForMoreNoLongerThanItLingers() {
    WriteBehind simulation = simulation(FlushSchedule.staggered(PERIOD), 1_000, SECOND);
    simulation.advance(PERIOD);
    WriteBehind.Batch full = Objects.requireNonNull(simulation.next());
    assertThat(full.players()).hasSize(1_000);
    assertThat(simulation.next()).isNull();
    simulation.advance(PERIOD + SECOND);
    WriteBehind.Batch lingered = Objects.requireNonNull(simulation.next());
    assertThat(lingered.players().size()).isLessThan(1_000);
    assertThat(lingered.dueNanos()).isEqualTo(PERIOD);
  }

  @Test
  void aShutdownDrainsEveryDirtyDocumentOnce() {
    WriteBehind simulation = simulation(FlushSchedule.timer(PERIOD), 64, SECOND);
    simulation.advance(PERIOD / 2);
    int wasDirty = dirty.size();
    assertThat(wasDirty).isPositive();
    simulation.shutdown();
    Set<Integer> players = new HashSet<>();
    int written = 0;
    for (WriteBehind.Batch b = simulation.drained(); b != null; b = simulation.drained()) {
      players.addAll(b.players());
      written += b.players().size();
    }
    assertThat(written).isEqualTo(wasDirty);
    assertThat(players).hasSize(wasDirty);
    assertThat(dirty.size()).isZero();
  }

  @Test
  void aCrashLosesWhatTheFormulaSays() {
    WriteBehind simulation = simulation(FlushSchedule.staggered(PERIOD), 50, SECOND);
    run(simulation, 0, 20 * PERIOD, SECOND / 100);
    DirtySet.Loss loss = dirty.crash();
    // Of a time uniform in [0, T] the part after the first change: T/2 − 1/λ + (1 − e^−λT)/(λ²T).
    double mean = 5 - 10 + 10 * (1 - Math.exp(-1));
    assertThat(loss.meanSeconds()).isCloseTo(mean, within(mean * 0.1));
    assertThat(loss.worstSeconds()).isBetween(9.0, 10.02);
    assertThat((double) loss.documents()).isCloseTo(PLAYERS * Math.exp(-1), within(70.0));
    double updates = PLAYERS * RATE * 5;
    assertThat((double) loss.updates()).isCloseTo(updates, within(updates * 0.1));
  }

  @Test
  void aDocumentIsInOneBatchAtATime() {
    WriteBehind simulation = simulation(FlushSchedule.timer(PERIOD), PLAYERS, 0);
    simulation.advance(PERIOD);
    WriteBehind.Batch first = Objects.requireNonNull(simulation.next());
    simulation.advance(2 * PERIOD);
    WriteBehind.Batch second = Objects.requireNonNull(simulation.next());
    assertThat(second.players()).doesNotContainAnyElementsOf(first.players());
    simulation.answered(first.players(), true);
    // Those of the first batch that changed again were due meanwhile.
    WriteBehind.Batch third = Objects.requireNonNull(simulation.next());
    assertThat(first.players()).containsAll(third.players());
  }

  @Test
  void aFailedSaveIsDueAgainAfterAPauseAndWaitsSinceItsFirstTime() {
    WriteBehind simulation = simulation(FlushSchedule.timer(100 * PERIOD), PLAYERS, 0);
    simulation.advance(PERIOD);
    simulation.shutdown();
    WriteBehind.Batch failed = Objects.requireNonNull(simulation.drained());
    long updates = dirty.updates();
    simulation.answered(failed.players(), false);
    assertThat(dirty.size()).isEqualTo(failed.players().size());
    assertThat(simulation.idle()).isFalse();
    assertThat(simulation.next()).isNull();
    simulation.advance(PERIOD + WriteBehind.RETRY_NANOS);
    WriteBehind.Batch again = Objects.requireNonNull(simulation.next());
    assertThat(again.players()).containsExactlyInAnyOrderElementsOf(failed.players());
    assertThat(again.readyNanos()).isEqualTo(PERIOD);
    assertThat(simulation.overdueNanos()).isEqualTo(WriteBehind.RETRY_NANOS);
    assertThat(simulation.sentAgain()).isEqualTo(failed.players().size());
    assertThat(dirty.updates()).isGreaterThanOrEqualTo(updates);
  }

  @Test
  void aSaveThatSucceedsBeforeItsNextAttemptIsDueIsOverdueNoMore() {
    WriteBehind simulation = simulation(FlushSchedule.timer(100 * PERIOD), PLAYERS, 0);
    simulation.advance(PERIOD);
    simulation.shutdown();
    WriteBehind.Batch failed = Objects.requireNonNull(simulation.drained());
    simulation.answered(failed.players(), false);
    simulation.advance(PERIOD + WriteBehind.RETRY_NANOS / 2);
    assertThat(simulation.overdueNanos()).isEqualTo(WriteBehind.RETRY_NANOS / 2);
    simulation.shutdown(); // as a flush does that comes before the pause is over
    for (WriteBehind.Batch b = simulation.drained(); b != null; b = simulation.drained()) {
      simulation.answered(b.players(), true);
    }
    assertThat(simulation.overdueNanos()).isZero();
  }

  @Test
  void batchesHoldTheShareOfUnchangedDocumentsThatIsAskedFor() {
    WriteBehind simulation =
        new WriteBehind(dirty, FlushSchedule.staggered(PERIOD), 50, SECOND, 20);
    run(simulation, 0, 20 * PERIOD, SECOND / 100);
    double changed = dirty.taken();
    assertThat((double) simulation.savedUnchanged())
        .isCloseTo(4 * changed, within(0.1 * 4 * changed));
  }

  @Test
  void unchangedDocumentsThatAreOwedMakeNoBatchLargerThanItMayBe() {
    WriteBehind simulation =
        new WriteBehind(dirty, FlushSchedule.staggered(PERIOD), 50, SECOND, 75);
    int largest = 0;
    for (long now = SECOND / 100; now <= 20 * PERIOD; now += SECOND / 100) {
      simulation.advance(now);
      for (WriteBehind.Batch batch = simulation.next(); batch != null; batch = simulation.next()) {
        largest = Math.max(largest, batch.players().size());
        simulation.answered(batch.players(), true);
      }
    }
    assertThat(largest).isEqualTo(50);
    double changed = dirty.taken();
    assertThat((double) simulation.savedUnchanged())
        .isCloseTo(changed / 3, within(0.1 * changed / 3));
  }

  @Test
  void theLedgerKnowsEveryChangeAndWhatBecameOfIt() {
    SaveLedger ledger = new SaveLedger(ByteBuffer.allocate(SaveLedger.bytes(PLAYERS)), PLAYERS);
    DirtySet set = new DirtySet(PLAYERS, new PoissonUpdates(RATE, 7), ledger);
    WriteBehind simulation = new WriteBehind(set, FlushSchedule.staggered(PERIOD), 50, SECOND);
    run(simulation, 0, 10 * PERIOD, SECOND / 100);
    long changes = 0;
    long missing = 0;
    double worst = 0;
    for (int player = 0; player < PLAYERS; player++) {
      changes += ledger.changes(player);
      long saved = ledger.acknowledged(player);
      missing += ledger.changes(player) - saved;
      worst = Math.max(worst, (double) (ledger.now() - ledger.missingSince(player, saved)));
    }
    assertThat((double) changes).isCloseTo(PLAYERS * RATE * 100, within(600.0));
    DirtySet.Loss loss = set.crash();
    // What is in a batch that was not cut yet is on its way and not dirty.
    assertThat(missing).isGreaterThanOrEqualTo(loss.updates());
    assertThat(worst / SECOND).isBetween(loss.worstSeconds(), 11.1);
    simulation.shutdown();
    for (WriteBehind.Batch b = simulation.drained(); b != null; b = simulation.drained()) {
      simulation.answered(b.players(), true);
    }
    for (int player = 0; player < PLAYERS; player++) {
      assertThat(ledger.acknowledged(player)).isEqualTo(ledger.changes(player));
    }
    assertThat(simulation.idle()).isTrue();
  }

  @Test
  void theLedgerTakesAFailedSaveForMissingSinceItsFirstChange() {
    SaveLedger ledger = new SaveLedger(ByteBuffer.allocate(SaveLedger.bytes(1)), 1);
    ledger.changed(0, 10);
    ledger.changed(0, 20);
    ledger.handedOver(0);
    ledger.changed(0, 30);
    ledger.handedOver(0); // the first attempt had failed
    ledger.changed(0, 40);
    ledger.now(50);
    assertThat(ledger.missingSince(0, 0)).isEqualTo(10);
    assertThat(ledger.missingSince(0, 3)).isEqualTo(40);
    assertThat(ledger.missingSince(0, 4)).isEqualTo(50);
  }
}
