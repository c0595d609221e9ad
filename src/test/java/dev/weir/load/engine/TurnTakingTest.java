package dev.weir.load.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.driver.Writer;
import dev.weir.driver.Written;
import dev.weir.load.FakeWriter;
import dev.weir.study.Cell;
import dev.weir.study.DriverKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TurnTakingTest {
  private static final long BLOCK = TimeUnit.MILLISECONDS.toNanos(60);
  private static final long AT_MOST_MILLIS = 20_000;

  private final ExecutorService answers = Executors.newFixedThreadPool(3);
  private final ConcurrentLinkedQueue<Integer> calls = new ConcurrentLinkedQueue<>();
  private final AtomicInteger[] inFlight = {new AtomicInteger(), new AtomicInteger()};
  private final AtomicInteger together = new AtomicInteger();

  @AfterEach
  void stop() {
    answers.shutdownNow();
  }

  /** A side whose calls are noted, and must not meet those of the other side. */
  private class Noted implements TurnSide {
    private final int side;
    private final int lanes;
    private final boolean blocking;

    Noted(int side, int lanes, boolean blocking) {
      this.side = side;
      this.lanes = lanes;
      this.blocking = blocking;
    }

    @Override
    public int lanes() {
      return lanes;
    }

    @Override
    public boolean blocking() {
      return blocking;
    }

    @Override
    public DriverKind driver() {
      return blocking ? DriverKind.SYNC : DriverKind.REACTIVE;
    }

    @Override
    public void call(int lane, Runnable answered) {
      calls.add(side);
      inFlight[side].incrementAndGet();
      if (inFlight[1 - side].get() > 0) {
        together.incrementAndGet();
      }
      if (blocking) {
        answer(answered);
      } else {
        answers.execute(() -> answer(answered));
      }
    }

    private void answer(Runnable answered) {
      inFlight[side].decrementAndGet();
      answered.run();
    }

    @Override
    public boolean failing() {
      return false;
    }

    @Override
    public void close() {}
  }

  private static TurnTaking of(List<? extends TurnSide> sides) {
    return new TurnTaking(sides, Timing.system(), () -> 0, 3);
  }

  @Test
  void turnsOfOneCallAlternateInGroupsThatReadTheSameFromEitherEnd() throws Exception {
    try (TurnTaking turns = of(List.of(new Noted(0, 1, true), new Noted(1, 1, true)))) {
      List<TurnShare> shares = turns.block(TurnTaking.Length.ONE_CALL, BLOCK, AT_MOST_MILLIS);

      List<Integer> order = new ArrayList<>(calls);
      assertThat(order.size() % 4).isZero();
      for (int i = 0; i < order.size(); i += 4) {
        assertThat(order.get(i)).isEqualTo(order.get(i + 3)).isNotEqualTo(order.get(i + 1));
        assertThat(order.get(i + 1)).isEqualTo(order.get(i + 2));
      }
      assertThat(shares).hasSize(2).allMatch(share -> share.turns() == order.size() / 2);
      assertThat(shares).allMatch(share -> share.cycles().length == order.size() / 2);
    }
  }

  @Test
  void aSideAloneHasOneTurnHoweverShortTheBlock() throws Exception {
    try (TurnTaking turns = of(List.of(new Noted(0, 1, true)))) {
      TurnShare share = turns.block(new TurnTaking.Length(3, 0), 1, AT_MOST_MILLIS).get(0);
      assertThat(share.turns()).isEqualTo(1);
      assertThat(share.cycles()).hasSize(3);
      assertThat(share.rate()).isPositive();
    }
  }

  @Test
  void neverHaveTwoSidesCallsInFlightWhateverTheirThreads() throws Exception {
    for (List<Boolean> blocking :
        List.of(List.of(true, true), List.of(true, false), List.of(false, false))) {
      try (TurnTaking turns =
          of(List.of(new Noted(0, 3, blocking.get(0)), new Noted(1, 2, blocking.get(1))))) {
        for (int block = 0; block < 5; block++) {
          List<TurnShare> shares = turns.block(new TurnTaking.Length(2, 0), BLOCK, AT_MOST_MILLIS);
          assertThat(shares.get(0).cycles()).hasSize(shares.get(0).turns() * 3 * 2);
          assertThat(shares.get(1).cycles()).hasSize(shares.get(1).turns() * 2 * 2);
          assertThat(shares.get(0).turns()).isEqualTo(shares.get(1).turns()).isPositive();
        }
      }
      assertThat(together).hasValue(0);
    }
  }

  @Test
  void turnsByTimeKeepTheirLanesAtWorkUntilItIsOver() throws Exception {
    try (TurnTaking turns = of(List.of(new Noted(0, 2, true), new Noted(1, 2, true)))) {
      List<TurnShare> shares = turns.block(TurnTaking.Length.millis(5), BLOCK, AT_MOST_MILLIS);

      assertThat(shares)
          .allMatch(share -> share.nanos() >= share.turns() * 5_000_000L)
          .allMatch(share -> share.turnCycles().length == share.turns());
    }
  }

  @Test
  void firstCallsThatAreLeftOutAreInNoCycleButInFlight() throws Exception {
    try (TurnTaking turns = of(List.of(new Noted(0, 2, true), new Noted(1, 2, true)))) {
      List<TurnShare> shares = turns.block(new TurnTaking.Length(3, 0, 1), BLOCK, AT_MOST_MILLIS);

      assertThat(shares)
          .allMatch(share -> share.cycles().length == share.turns() * 2 * 3)
          .allMatch(share -> share.leftOutNanos() > 0)
          .allMatch(share -> share.inFlight() > 0);
      assertThat(calls).hasSize(shares.get(0).turns() * 2 * 2 * 4);
    }
  }

  @Test
  void aTurnThatIsTakenElsewhereIsOneCall() throws Exception {
    Noted elsewhere =
        new Noted(1, 1, true) {
          @Override
          public boolean elsewhere() {
            return true;
          }
        };
    try (TurnTaking turns = of(List.of(new Noted(0, 2, true), elsewhere))) {
      List<TurnShare> shares = turns.block(new TurnTaking.Length(5, 0, 1), BLOCK, AT_MOST_MILLIS);

      assertThat(shares.get(1).cycles()).hasSize(shares.get(1).turns());
      assertThat(calls.stream().filter(side -> side == 1)).hasSize(shares.get(1).turns());
    }
    assertThat(together).hasValue(0);
  }

  @Test
  void countsOfSidesAreExactAndAFailureEndsTheBlock() throws Exception {
    Cell cell = Cell.parse(Map.of("driver", "sync", "inFlight", "2", "document", "role4"));
    AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);
    Writer failing =
        FakeWriter.answering(
                (batch, completion) -> {
                  if (left.getAndDecrement() > 0) {
                    FakeWriter.acknowledge(batch, completion);
                  } else {
                    completion.failed(new IllegalStateException("down"), Written.NOTHING);
                  }
                })
            .asBlocking();
    WriterSide good =
        new WriterSide(FakeWriter.atOnce().asBlocking(), cell, 100, 1, Timing.system());
    WriterSide bad = new WriterSide(failing, cell, 100, 2, Timing.system());
    try (TurnTaking turns = of(List.of(good, bad))) {
      List<TurnShare> shares = turns.block(new TurnTaking.Length(3, 0), BLOCK, AT_MOST_MILLIS);
      assertThat(good.totals().acknowledged())
          .isEqualTo(good.totals().offered())
          .isEqualTo(shares.get(0).cycles().length);
      assertThat(good.failing() || bad.failing()).isFalse();

      left.set(0);
      turns.block(new TurnTaking.Length(3, 0), BLOCK, AT_MOST_MILLIS);
      assertThat(bad.failing()).isTrue();
      assertThat(bad.totals().failed()).containsKey("IllegalStateException");
    }
  }

  @Test
  void aCallWithoutAnAnswerEndsInBoundedTime() {
    TurnSide silent =
        new Noted(0, 1, false) {
          @Override
          public void call(int lane, Runnable answered) {}
        };
    try (TurnTaking turns = of(List.of(silent, new Noted(1, 1, false)))) {
      assertThatThrownBy(() -> turns.block(TurnTaking.Length.ONE_CALL, BLOCK, 50))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("no answer");
    }
  }
}
