package dev.weir.load.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.load.FakeLoad;
import dev.weir.load.FakeWriter;
import dev.weir.study.Cell;
import dev.weir.study.Factor;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Whose fault it is that a call starts late: of too few lanes, or of the thread that sends. */
class SenderTest {
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long PATIENCE_MILLIS = 10_000;

  private final AtomicLong nanos = new AtomicLong();

  /** Time that passes when somebody sleeps, or is made to. */
  private final Timing timing =
      new Timing() {
        @Override
        public long nanoTime() {
          return nanos.get();
        }

        @Override
        public long epochMillis() {
          return nanos.get() / MILLI;
        }

        @Override
        public void sleepUntil(long nanoTime) {
          nanos.accumulateAndGet(nanoTime, Math::max);
        }
      };

  private CallLoop loop(FakeWriter writer, int lanes, double rate, long lengthNanos) {
    Cell cell = FakeLoad.cell(10).with(Factor.IN_FLIGHT, lanes);
    ArrivalQueue queue = new ArrivalQueue(Arrivals.constant(rate, lengthNanos), 1_000, 0, timing);
    queue.startAt(0);
    return CallLoop.open(writer, cell, 100, 1, queue, Pacer.parking(timing), timing);
  }

  @Test
  void aCallThatIsLateAlthoughLanesAreFreeIsTheGeneratorsFault() throws Exception {
    // 100/s, and the thread that sends takes 15 ms for each: the last one, due at 990 ms, is sent
    // at
    // 1485 ms.
    FakeWriter slowToSend =
        FakeWriter.answering(
            (batch, completion) -> {
              nanos.addAndGet(15 * MILLI);
              FakeWriter.acknowledge(batch, completion);
            });
    try (CallLoop loop = loop(slowToSend, 8, 100, 1_000 * MILLI)) {
      loop.start();
      assertThat(loop.finish(PATIENCE_MILLIS)).isTrue();
      CallTimes.Taken times = loop.times().take();
      assertThat(times.lag().getTotalCount()).isEqualTo(100);
      assertThat(times.pacing().getTotalCount()).isEqualTo(100);
      assertThat(times.pacing().getMaxValue()).isBetween(494 * MILLI, 496 * MILLI);
    }
  }

  @Test
  void aCallThatWaitsForALaneIsNot() throws Exception {
    BlockingQueue<Runnable> answers = new LinkedBlockingQueue<>();
    Thread[] sender = new Thread[1];
    FakeWriter slowToAnswer =
        FakeWriter.answering(
            (batch, completion) -> {
              sender[0] = Thread.currentThread();
              answers.add(() -> FakeWriter.acknowledge(batch, completion));
            });
    try (CallLoop loop = loop(slowToAnswer, 1, 1_000, 20 * MILLI)) {
      loop.start();
      for (int call = 0; call < 20; call++) {
        Runnable answer =
            Objects.requireNonNull(answers.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS));
        while (sender[0].getState() != Thread.State.TIMED_WAITING) {
          Thread.onSpinWait(); // until it waits for the lane
        }
        nanos.addAndGet(30 * MILLI);
        answer.run();
      }
      assertThat(loop.finish(PATIENCE_MILLIS)).isTrue();
      CallTimes.Taken times = loop.times().take();
      assertThat(times.lag().getMaxValue()).isGreaterThan(500 * MILLI);
      assertThat(times.pacing().getTotalCount()).as("of the first call alone").isEqualTo(1);
      assertThat(times.pacing().getMaxValue()).isLessThan(MILLI);
    }
  }
}
