package dev.weir.load.trial;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.driver.Completion;
import dev.weir.driver.Writer;
import dev.weir.driver.Written;
import dev.weir.load.FakeWriter;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.engine.Timing;
import dev.weir.load.engine.WriterSide;
import dev.weir.record.TurnsRecord;
import dev.weir.study.Cell;
import dev.weir.workload.WriteBatch;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Both ends of the line in one JVM, on a clock that each look at it moves on. */
@Timeout(60)
class HandOverTest {
  private static final int DOCUMENTS = 100;
  private static final int LANES = 3;

  private final ExecutorService answers = Executors.newFixedThreadPool(3);
  private final ExecutorService others = Executors.newCachedThreadPool();
  private final AtomicInteger[] inFlight = {new AtomicInteger(), new AtomicInteger()};
  private final AtomicInteger together = new AtomicInteger();
  private final AtomicBoolean[] failing = {new AtomicBoolean(), new AtomicBoolean()};
  private final Instruments instruments =
      new Instruments(new Ticks(), () -> 0, () -> 0, OptionalLong::empty, event -> {});

  /** Goes on by 10 µs with each look at it. */
  private static final class Ticks implements Timing {
    private final AtomicLong nanos = new AtomicLong();

    @Override
    public long nanoTime() {
      return nanos.addAndGet(10_000);
    }

    @Override
    public long epochMillis() {
      return 1_800_000_000_000L + TimeUnit.NANOSECONDS.toMillis(nanos.get());
    }

    @Override
    public void sleepUntil(long nanoTime) {
      throw new AssertionError("nobody sleeps in turns");
    }
  }

  @AfterEach
  void stop() {
    answers.shutdownNow();
    others.shutdownNow();
  }

  /** A side whose calls are noted, and must not meet those of the other side. */
  private WriterSide side(int side, boolean blocking) {
    FakeWriter noted =
        FakeWriter.answering(
            (batch, completion) -> {
              inFlight[side].incrementAndGet();
              if (inFlight[1 - side].get() > 0) {
                together.incrementAndGet();
              }
              if (blocking) {
                answer(side, batch, completion);
              } else {
                answers.execute(() -> answer(side, batch, completion));
              }
            });
    Writer writer = blocking ? noted.asBlocking() : noted;
    Cell cell =
        Cell.parse(
            Map.of(
                "driver",
                blocking ? "sync" : "reactive",
                "inFlight",
                "" + LANES,
                "document",
                "role4"));
    return new WriterSide(writer, cell, DOCUMENTS, side, instruments.timing());
  }

  private void answer(int side, WriteBatch<?> batch, Completion completion) {
    inFlight[side].decrementAndGet();
    if (failing[side].get()) {
      completion.failed(new IllegalStateException("down"), Written.NOTHING);
    } else {
      FakeWriter.acknowledge(batch, completion);
    }
  }

  private static LoadOrder.Turns order() {
    return new LoadOrder.Turns(
        List.of(work("a"), work("b")), 3, 0, 5, /* blockMillis= */ 200, /* handedOver= */ true);
  }

  private static LoadOrder.Turns.Side work(String id) {
    return new LoadOrder.Turns.Side(null, null, new LoadOrder.Work(id, Map.of(), "role"));
  }

  /** A pair of which one leads and the other follows. */
  private record Pair(TurnsRunner leader, TurnFollower follower, Future<?> following) {}

  private Pair pair(boolean blockingA, boolean blockingB) throws IOException {
    FarSide.Gate gate = FarSide.Gate.open();
    TurnFollower follower =
        new TurnFollower(instruments, side(1, blockingB), gate.port(), gate.secret());
    Future<?> following =
        others.submit(
            () -> {
              follower.follow();
              return null;
            });
    NearSide near = new NearSide(side(0, blockingA));
    FarSide far = gate.accept(near.taker());
    return new Pair(new TurnsRunner(instruments, List.of(near, far), 7), follower, following);
  }

  @Test
  void sidesOfTwoJvmsTakeTurnsOfATimeAndNeverMeet() throws Exception {
    for (List<Boolean> blocking :
        List.of(List.of(true, true), List.of(true, false), List.of(false, true))) {
      Pair pair = pair(blocking.get(0), blocking.get(1));
      try (TurnsRunner leader = pair.leader()) {
        for (int block = 0; block < 3; block++) {
          LoadEvent.TurnsTaken taken = leader.block(order());
          LoadEvent.TurnsTaken.Side a = taken.sides().get(0);
          LoadEvent.TurnsTaken.Side b = taken.sides().get(1);
          assertThat(a.turns()).isEqualTo(b.turns()).isPositive().matches(turns -> turns % 2 == 0);
          assertThat(List.of(a, b))
              .allSatisfy(
                  side -> {
                    assertThat(side.totals().acknowledged())
                        .isEqualTo(side.totals().offered())
                        .isEqualTo(side.batches());
                    assertThat(side.documentsPerSecond()).isPositive();
                    assertThat(side.nanos()).isGreaterThanOrEqualTo(side.turns() * 5_000_000L);
                  });
          assertThat(a.typicalRatio()).isEqualTo(1);
          assertThat(b.typicalRatio()).isPositive();
          TurnsRecord.HandOver handOver = requireNonNull(taken.handOver());
          assertThat(handOver.turnMillis()).isGreaterThanOrEqualTo(5);
          assertThat(handOver.micros()).isPositive();
          assertThat(handOver.share()).isBetween(0.0, 0.1);
          assertThat(handOver.firstCalls()).isPositive();
        }
      }
      pair.following().get();
    }
    assertThat(together).hasValue(0);
  }

  @Test
  void theFirstCallOfEachLaneInATurnIsInNoFigure() throws Exception {
    Pair pair = pair(true, true);
    try (TurnsRunner leader = pair.leader()) {
      LoadEvent.TurnsTaken taken = leader.block(order());
      for (LoadEvent.TurnsTaken.Side side : taken.sides()) {
        assertThat(side.inFlight()).as("they are in flight all the same").isPositive();
        assertThat(side.batches()).isGreaterThan((long) side.turns() * LANES);
      }
    }
    pair.following().get();
  }

  @Test
  void aSideThatFailsInItsTurnEndsTheBlockWithItsReason() throws Exception {
    for (int bad : List.of(0, 1)) {
      Pair pair = pair(true, true);
      try (TurnsRunner leader = pair.leader()) {
        leader.block(order());
        failing[bad].set(true);
        assertThatThrownBy(() -> leader.block(order()))
            .isInstanceOf(IllegalStateException.class)
            .hasMessageMatching((bad == 0 ? "a" : "b") + ": calls failed: \\{Ill.*=\\d+}");
      }
      pair.following().get();
      failing[bad].set(false);
    }
  }

  @Test
  void aJvmThatHasEndedIsTheReason() throws Exception {
    Pair pair = pair(true, true);
    try (TurnsRunner leader = pair.leader()) {
      leader.block(order());
      pair.follower().close();
      assertThatThrownBy(() -> leader.block(order())).hasMessage("b: its JVM has ended");
    }
    pair.following().get();
  }

  @Test
  void whoDoesNotKnowTheSecretIsTurnedAway() throws Exception {
    FarSide.Gate gate = FarSide.Gate.open();
    try (TurnLine stranger = TurnLine.connect(gate.port(), "a guess");
        TurnFollower follower =
            new TurnFollower(instruments, side(1, true), gate.port(), gate.secret());
        NearCloser near = new NearCloser(new NearSide(side(0, true)));
        FarSide far = gate.accept(near.side().taker())) {
      Future<?> following =
          others.submit(
              () -> {
                follower.follow();
                return null;
              });
      assertThatThrownBy(() -> stranger.pass()).isInstanceOf(IOException.class);
      assertThat(far.failure()).isNull();
      far.close();
      following.get();
    }
  }

  /** Closes a side. */
  private record NearCloser(NearSide side) implements AutoCloseable {
    @Override
    public void close() {
      side.taker().close();
    }
  }
}
