package dev.weir.load.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.Completion;
import dev.weir.driver.Writer;
import dev.weir.driver.Written;
import dev.weir.load.FakeLoad;
import dev.weir.load.FakeWriter;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.LockstepTiming;
import dev.weir.load.engine.ArrivalQueue;
import dev.weir.load.engine.Arrivals;
import dev.weir.load.engine.CallLoop;
import dev.weir.load.engine.Pacer;
import dev.weir.record.OpenMeasurement;
import dev.weir.record.SecondLine;
import dev.weir.study.Cell;
import dev.weir.workload.WriteBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class OpenTrialRunnerTest {
  private static final int BATCH = 50;

  private final List<LoadEvent> events = new ArrayList<>();

  /** In step with the one sender. */
  private final LockstepTiming timing = new LockstepTiming("lane-", 1);

  private OpenMeasurement run(Writer writer, double rate, int ramp, int seconds)
      throws InterruptedException {
    Cell cell = FakeLoad.cell(BATCH);
    LoadOrder.Open order =
        new LoadOrder.Open(
            new LoadOrder.Work("id", cell.factors(), "roles"),
            1,
            rate,
            BATCH,
            false,
            1_000,
            ramp,
            seconds);
    long length = TimeUnit.SECONDS.toNanos(ramp + seconds);
    ArrivalQueue queue =
        new ArrivalQueue(
            Arrivals.constant(rate / BATCH, length), 1_000, TimeUnit.SECONDS.toNanos(ramp), timing);
    try (CallLoop loop =
        CallLoop.open(writer, cell, 100, 1, queue, Pacer.parking(timing), timing)) {
      return new OpenTrialRunner(
              new Instruments(
                  timing, () -> timing.nanoTime() / 2, () -> 0, OptionalLong::empty, events::add))
          .run(loop, queue, writer, order);
    }
  }

  @Test
  void twentyThousandASecondAreOfferedExactlyAndOnTime() throws Exception {
    OpenMeasurement m = run(FakeWriter.atOnce(), 20_000, 2, 10);
    assertThat(m.span()).isEqualTo(new OpenMeasurement.Offered(4_000, 4_000, 0, 0));
    assertThat(m.sentPerSecond()).isCloseTo(20_000, Offset.offset(20.0));
    assertThat(m.trial().total().acknowledged()).isEqualTo(240_000);
    assertThat(m.trial().rates().windows()).hasSize(10);
    assertThat(m.trial().measuredNanos()).isEqualTo(10_000_000_000L);
    assertThat(m.trial().clientCpuMicros()).isEqualTo(5_000_000);
    assertThat(m.unsent()).isZero();
    assertThat(m.backlogAtEnd()).isZero();
    assertThat(m.reporter().lines()).isEqualTo(12);
    assertThat(m.reporter().latestMillis()).isZero();
  }

  @Test
  void everySecondHasALineAndOnlyTheMeasuredOnesHaveTimes() throws Exception {
    OpenMeasurement m = run(FakeWriter.atOnce(), 1_000, 2, 4);
    assertThat(m.trial().total().acknowledged()).isEqualTo(6_000);
    List<LoadEvent.Second> seconds =
        events.stream()
            .filter(LoadEvent.Second.class::isInstance)
            .map(LoadEvent.Second.class::cast)
            .toList();
    assertThat(seconds.stream().map(LoadEvent.Second::number))
        .containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 0L);
    assertThat(seconds.stream().map(LoadEvent.Second::measured))
        .containsExactly(false, false, true, true, true, true, false);
    for (LoadEvent.Second second : seconds.subList(2, 6)) {
      SecondLine line = second.lines().get(0);
      if (second.number() < 6) { // the last calls may come after the last line
        assertThat(line.now()).isCloseTo(1_000, Offset.offset(60.0));
      }
      assertThat(second.histograms()).containsOnlyKeys("", "-response", "-start-lag");
    }
    assertThat(seconds.get(0).histograms()).isEmpty();
    assertThat(seconds.get(1).dueMillis() - seconds.get(0).dueMillis()).isEqualTo(1_000);
  }

  @Test
  void failedCallsAreErrorsOfTheirSecondAndOfTheSpan() throws Exception {
    int[] calls = {0};
    Writer writer =
        FakeWriter.answering(
            (WriteBatch<?> batch, Completion completion) -> {
              if (calls[0]++ % 4 == 0) {
                completion.failed(new IllegalStateException("no"), Written.NOTHING);
              } else {
                FakeWriter.acknowledge(batch, completion);
              }
            });
    OpenMeasurement m = run(writer, 1_000, 0, 4);
    assertThat(m.span().failed()).isEqualTo(20);
    assertThat(m.span().errorShare()).isEqualTo(0.25);
    assertThat(m.trial().total().failed()).isEqualTo(Map.of("IllegalStateException", 1_000L));
    LoadEvent.Second last = (LoadEvent.Second) events.get(events.size() - 3);
    assertThat(last.lines().get(0).errors()).isBetween(950L, 1_000L);
  }
}
