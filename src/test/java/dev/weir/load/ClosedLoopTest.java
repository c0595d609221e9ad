package dev.weir.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.Written;
import dev.weir.load.engine.CallLoop;
import dev.weir.record.Totals;
import dev.weir.record.WriteCounts;
import dev.weir.study.Cell;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ClosedLoopTest {
  private static final int DOCUMENTS = 100;

  private static Cell cell(int inFlight, int batch) {
    return Cell.parse(
        Map.of(
            "driver", "reactive",
            "operation", "bulkUnordered",
            "encoding", "raw",
            "document", "role4",
            "inFlight", String.valueOf(inFlight),
            "batch", String.valueOf(batch)));
  }

  private static CallLoop loop(FakeWriter writer, Cell cell) {
    return CallLoop.closed(writer, cell, DOCUMENTS, 1, new ManualTiming(() -> {}));
  }

  @Test
  void aMillionAnswersAtOnceDoNotOverflowTheStack() throws Exception {
    AtomicReference<CallLoop> itself = new AtomicReference<>();
    AtomicInteger calls = new AtomicInteger();
    FakeWriter writer =
        FakeWriter.answering(
            (batch, completion) -> {
              if (calls.incrementAndGet() == 1_000_000) {
                Objects.requireNonNull(itself.get()).close();
              }
              FakeWriter.acknowledge(batch, completion);
            });
    CallLoop loop = loop(writer, cell(1, 1));
    itself.set(loop);
    loop.start();
    assertThat(loop.stop(0)).isTrue();
    assertThat(loop.totals()).isEqualTo(totals(1_000_000));
  }

  private static Totals totals(long updated) {
    WriteCounts all = new WriteCounts(0, updated, updated, 0, 0);
    return new Totals(updated, updated, updated, updated, Map.of(), 0, all, all);
  }

  @Test
  void inFlightNeverExceedsItsNumberAndIsAlwaysReached() throws Exception {
    ArrayDeque<Runnable> calls = new ArrayDeque<>();
    CallLoop loop = loop(FakeWriter.into(calls), cell(5, 3));
    loop.start();
    for (int i = 0; i < 1_000; i++) {
      assertThat(calls).hasSize(5);
      calls.remove().run();
    }
    assertThat(loop.progress())
        .extracting(CallLoop.Progress::documents, CallLoop.Progress::batches)
        .containsExactly(3_000L, 1_000L);
    assertThat(loop.progress().bytes()).isPositive();
    assertThat(loop.stop(0)).as("five calls are unanswered").isFalse();
    assertThat(loop.totals().unanswered()).isEqualTo(15);
    FakeWriter.answerAll(calls);
    assertThat(calls).as("nothing new after the stop").isEmpty();
    assertThat(loop.stop(0)).isTrue();
    assertThat(loop.totals()).isEqualTo(totals(3_015));
  }

  @Test
  void aLaneThatOnlyFailsGivesUp() throws Exception {
    FakeWriter writer =
        FakeWriter.answering(
            (batch, completion) ->
                completion.failed(new IllegalStateException("no"), Written.modified(1)));
    CallLoop loop = loop(writer, cell(2, 10));
    assertThat(loop.failing()).isFalse();
    loop.start();
    assertThat(loop.gaveUp()).isTrue();
    assertThat(loop.failing()).isTrue();
    assertThat(loop.stop(0)).isTrue();
    Totals totals = loop.totals();
    assertThat(totals.failed()).containsExactly(Map.entry("IllegalStateException", 400L));
    assertThat(totals.offered()).isEqualTo(400);
    assertThat(totals.acknowledged()).isZero();
    assertThat(totals.modified()).as("one document of each failed call").isEqualTo(40);
    assertThat(totals.unanswered()).isZero();
  }

  @Test
  void aWriterThatThrowsCountsAsFailed() throws Exception {
    FakeWriter writer =
        FakeWriter.answering(
            (batch, completion) -> {
              throw new UnsupportedOperationException("thrown, not answered");
            });
    CallLoop loop = loop(writer, cell(1, 1));
    loop.start();
    assertThat(loop.stop(0)).isTrue();
    assertThat(loop.totals().failed())
        .containsExactly(Map.entry("UnsupportedOperationException", 20L));
  }

  @Test
  void failuresAmongAnswersAreCountedApart() throws Exception {
    ArrayDeque<Runnable> calls = new ArrayDeque<>();
    AtomicInteger call = new AtomicInteger();
    FakeWriter writer =
        FakeWriter.answering(
            (batch, completion) -> {
              boolean fails = call.incrementAndGet() % 10 == 0;
              calls.add(
                  fails
                      ? () -> completion.failed(new IOException("cut"), Written.modified(2))
                      : () ->
                          completion.acknowledged(
                              new Written(0, batch.size(), batch.size() - 1L, 0, 0)));
            });
    CallLoop loop = loop(writer, cell(1, 5));
    loop.start();
    for (int i = 0; i < 100; i++) {
      calls.remove().run();
    }
    loop.stop(0);
    FakeWriter.answerAll(calls);
    assertThat(loop.totals())
        .isEqualTo(
            new Totals(
                505,
                455,
                455,
                91 * 4 + 10 * 2,
                Map.of("IOException", 50L),
                0,
                new WriteCounts(0, 455, 455, 0, 0),
                new WriteCounts(0, 455 + 20, 91 * 4 + 20, 0, 0)));
  }

  @Test
  void closingStopsTheLanesAndClosesTheWriter() {
    ArrayDeque<Runnable> calls = new ArrayDeque<>();
    FakeWriter writer = FakeWriter.into(calls);
    CallLoop loop = loop(writer, cell(3, 1));
    loop.start();
    loop.close();
    assertThat(writer.closed()).isTrue();
    FakeWriter.answerAll(calls);
    assertThat(calls).isEmpty();
  }

  @Test
  void serviceTimeIsFromSendToAnswer() throws Exception {
    ArrayDeque<Runnable> calls = new ArrayDeque<>();
    ManualTiming timing = new ManualTiming(() -> {});
    CallLoop loop = CallLoop.closed(FakeWriter.into(calls), cell(1, 1), DOCUMENTS, 1, timing);
    loop.start();
    for (int millis : new int[] {1, 2, 30}) {
      timing.sleepUntil(timing.nanoTime() + millis * 1_000_000L);
      calls.remove().run();
    }
    var histogram = loop.times().takeService();
    assertThat(histogram.getTotalCount()).isEqualTo(3);
    assertThat(histogram.getMaxValue()).isBetween(29_900_000L, 30_100_000L);
    assertThat(histogram.getMinNonZeroValue()).isBetween(990_000L, 1_010_000L);
    assertThat(loop.times().takeService().getTotalCount()).as("taken once").isZero();
  }
}
