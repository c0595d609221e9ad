package dev.weir.load.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.driver.Writer;
import dev.weir.load.FakeLoad;
import dev.weir.load.FakeWriter;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.engine.CallLoop;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SliceRunnerTest {
  private static final LoadOrder.Slice SLICE =
      new LoadOrder.Slice(new LoadOrder.Work("x", Map.of(), "roles"), 1, 40);

  @Test
  void countsEveryCallThatItStarted() throws InterruptedException {
    FakeLoad load = new FakeLoad(millisecond -> 2);
    AtomicLong cpu = new AtomicLong();
    Writer writer = load.open();

    LoadEvent.Sliced slice =
        new SliceRunner(
                new Instruments(
                    load.timing(), () -> cpu.getAndAdd(5_000_000), () -> 0, event -> {}))
            .run(
                SLICE,
                writer,
                () -> {
                  load.answerTheRest();
                  return CallLoop.closed(writer, FakeLoad.cell(10), 100, 1, load.timing());
                });

    assertThat(slice.cell()).isEqualTo("x");
    assertThat(slice.nanos()).isGreaterThanOrEqualTo(40_000_000);
    assertThat(slice.cpuMicros()).isEqualTo(5_000);
    assertThat(slice.batches()).isPositive();
    assertThat(slice.totals().acknowledged())
        .isEqualTo(slice.totals().offered())
        .isEqualTo(slice.batches() * 10);
    assertThat(slice.totals().unanswered()).isZero();
  }

  @Test
  void aFailedCallIsNoSlice() {
    FakeLoad load = new FakeLoad(millisecond -> 0);
    Writer failing =
        FakeWriter.answering(
            (batch, completion) -> completion.failed(new IllegalStateException("down"), 0));

    assertThatThrownBy(
            () ->
                new SliceRunner(new Instruments(load.timing(), () -> 0, () -> 0, event -> {}))
                    .run(
                        SLICE,
                        failing,
                        () -> CallLoop.closed(failing, FakeLoad.cell(10), 100, 1, load.timing())))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("calls failed");
  }
}
