package dev.weir.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.Completion;
import dev.weir.driver.PoolCounters;
import dev.weir.driver.Writer;
import dev.weir.driver.Written;
import dev.weir.load.engine.ArrivalQueue;
import dev.weir.load.engine.ArrivalQueue.Snapshot;
import dev.weir.load.engine.Arrivals;
import dev.weir.load.engine.CallLoop;
import dev.weir.load.engine.CallLoop.Progress;
import dev.weir.load.engine.CallTimes;
import dev.weir.load.engine.Lane;
import dev.weir.load.engine.Pacer;
import dev.weir.load.engine.Timing;
import dev.weir.study.Cell;
import dev.weir.study.Factor;
import dev.weir.workload.WriteBatch;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** One lane on the test's own thread: a queue with a single server, whose answers are known. */
class OpenLoopTest {
  private static final int BATCH = 10;
  private static final Offset<Double> HISTOGRAM = Offset.offset(0.06);

  private final ManualTiming timing = new ManualTiming(() -> {});

  /** Answers each call after that number of ms of the timing, on the thread that called. */
  private final class Blocking implements Writer {
    private final LongUnaryOperator millisOfCall;
    private long calls;

    Blocking(LongUnaryOperator millisOfCall) {
      this.millisOfCall = millisOfCall;
    }

    @Override
    public boolean blocking() {
      return true;
    }

    @Override
    public void write(WriteBatch<?> batch, Completion completion) {
      long millis = millisOfCall.applyAsLong(calls++);
      try {
        timing.sleepUntil(timing.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Math.abs(millis)));
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      if (millis < 0) {
        completion.failed(new IOException("refused"), Written.NOTHING);
      } else {
        completion.acknowledged(Written.modified(batch.size()));
      }
    }

    @Override
    public PoolCounters pool() {
      return new PoolCounters();
    }

    @Override
    public void close() {}
  }

  private ArrivalQueue queue = queue(100, 1, 1, 0);

  private ArrivalQueue queue(double rate, int seconds, int capacity, int countFromSeconds) {
    return new ArrivalQueue(
        Arrivals.constant(rate, TimeUnit.SECONDS.toNanos(seconds)),
        capacity,
        TimeUnit.SECONDS.toNanos(countFromSeconds),
        timing);
  }

  private CallLoop loop(LongUnaryOperator millisOfCall) {
    Cell cell = FakeLoad.cell(BATCH).with(Factor.IN_FLIGHT, 1);
    return CallLoop.open(
        new Blocking(millisOfCall), cell, 100, 1, queue, Pacer.parking(timing), timing);
  }

  private CallLoop run(LongUnaryOperator millisOfCall, double rate, int seconds, int capacity)
      throws InterruptedException {
    return run(millisOfCall, rate, seconds, capacity, 0);
  }

  private CallLoop run(
      LongUnaryOperator millisOfCall, double rate, int seconds, int capacity, int countFromSeconds)
      throws InterruptedException {
    queue = queue(rate, seconds, capacity, countFromSeconds);
    CallLoop loop = loop(millisOfCall);
    queue.startAt(timing.nanoTime());
    loop.lanes().forEach(Lane::run);
    assertThat(loop.finish(1_000)).isTrue();
    return loop;
  }

  /** The measured span: arrived, sent, shed, failed. */
  private List<Long> span(CallLoop loop) {
    ArrivalQueue.Snapshot arrivals = queue.snapshot();
    CallLoop.Counted counted = loop.counted();
    return List.of(arrivals.counted(), counted.sent(), arrivals.countedShed(), counted.failed());
  }

  @Test
  void anIdleServerIsSentEverythingOnTime() throws Exception {
    CallLoop loop = run(call -> 2, 100, 3, 10);
    assertThat(loop.progress()).isEqualTo(new Progress(3_000, 300, bytes(loop), 300, 0));
    assertThat(loop.progress().inFlight()).isZero();
    assertThat(queue.snapshot()).isEqualTo(new Snapshot(300, 0, 300, 0, 300, 0));
    assertThat(span(loop)).containsExactly(300L, 300L, 0L, 0L);
    CallTimes.Taken times = loop.times().take();
    assertThat(times.lag().getMaxValue()).as("below the resolution").isLessThan(1_000);
    assertThat(millis(times.service(), 99)).isCloseTo(2, HISTOGRAM);
    assertThat(millis(times.response(), 99)).isCloseTo(2, HISTOGRAM);
    assertThat(timing.nanoTime()).as("the last one starts at 2.99 s").isEqualTo(2_992_000_000L);
  }

  @Test
  void aStallShowsInTheResponseTimesOfAllWhoWaitedForIt() throws Exception {
    // One call of 1 s among calls of 1 ms, at 100/s: 100 arrivals wait, the first some 990 ms.
    CallLoop loop = run(call -> call == 100 ? 1_000 : 1, 100, 5, 1_000);
    CallTimes.Taken times = loop.times().take();
    assertThat(times.service().getCountBetweenValues(10_000_000, Long.MAX_VALUE / 2))
        .as("service times see one slow call")
        .isEqualTo(1);
    long waited = times.response().getCountBetweenValues(10_000_000, Long.MAX_VALUE / 2);
    assertThat(waited).as("response times see everybody in the queue").isBetween(105L, 115L);
    assertThat(millis(times.response(), 90)).isGreaterThan(400);
    assertThat(millis(times.service(), 99)).isCloseTo(1, HISTOGRAM);
    assertThat(times.pacing().getMaxValue()).as("no fault of the pacing").isLessThan(1_000);
    assertThat(times.lag().getMaxValue()).isGreaterThan(900_000_000L);
    assertThat(loop.counted().sent()).as("the rate is made up for").isEqualTo(500);
  }

  @Test
  void aServerTooSlowFillsTheQueueAndTheRestIsShed() throws Exception {
    // 100/s offered for 10 s, 50/s served, 20 may wait.
    CallLoop loop = run(call -> 20, 100, 10, 20);
    Snapshot arrivals = queue.snapshot();
    assertThat(arrivals.counted()).isEqualTo(1_000);
    long sent = loop.counted().sent();
    assertThat(sent + arrivals.countedShed()).isEqualTo(1_000);
    assertThat(sent).as("500 within the 10 s, then the queue").isBetween(518L, 522L);
    CallTimes.Taken times = loop.times().take();
    assertThat(millis(times.response(), 50))
        .as("20 before one, 20 ms each")
        .isBetween(400.0, 425.0);
    assertThat(arrivals.waiting()).isZero();
    assertThat(arrivals.taken()).isEqualTo(sent);
  }

  @Test
  void failuresAreCountedApartAndGiveNoTimes() throws Exception {
    CallLoop loop = run(call -> call % 10 == 3 ? -5 : 1, 100, 2, 10);
    assertThat(span(loop)).containsExactly(200L, 200L, 0L, 20L);
    assertThat(loop.progress().failedCalls()).isEqualTo(20);
    assertThat(loop.totals().failed()).isEqualTo(Map.of("IOException", 200L));
    assertThat(loop.totals().acknowledged()).isEqualTo(1_800);
    assertThat(loop.totals().unanswered()).isZero();
    assertThat(loop.times().take().response().getTotalCount()).isEqualTo(180);
  }

  @Test
  void theRampIsSentAndCountedButNotMeasured() throws Exception {
    CallLoop loop = run(call -> call < 100 ? 9 : 1, 100, 3, 10, 1);
    assertThat(span(loop)).containsExactly(200L, 200L, 0L, 0L);
    assertThat(loop.totals().acknowledged()).isEqualTo(3_000);
    CallTimes.Taken times = loop.times().take();
    assertThat(times.service().getTotalCount()).isEqualTo(200);
    assertThat(millis(times.service(), 100))
        .as("those of the ramp took 9 ms")
        .isCloseTo(1, HISTOGRAM);
  }

  @Test
  void aStoppedSenderSendsNothingMoreAndTellsSo() throws Exception {
    CallLoop[] itself = new CallLoop[1];
    queue = queue(100, 1, 10, 0);
    CallLoop loop =
        loop(
            call -> {
              if (call == 9) {
                itself[0].close();
              }
              return 1;
            });
    itself[0] = loop;
    loop.lanes().forEach(Lane::run);
    assertThat(loop.progress().sent()).isEqualTo(10);
  }

  @Test
  void spinningEndsAtTheMomentToo() throws Exception {
    long[] now = {0};
    Timing spun =
        new Timing() {
          @Override
          public long nanoTime() {
            return now[0] += 10;
          }

          @Override
          public long epochMillis() {
            return 0;
          }

          @Override
          public void sleepUntil(long nanoTime) {
            assertThat(nanoTime).as("wakes before").isEqualTo(9_000);
            now[0] = nanoTime;
          }
        };
    Pacer.spinning(spun, 1_000).await(10_000);
    assertThat(now[0]).isBetween(10_000L, 10_010L);
  }

  private static long bytes(CallLoop loop) {
    long bytes = loop.progress().bytes();
    assertThat(bytes).isPositive();
    return bytes;
  }

  private static double millis(Histogram histogram, double percentile) {
    return histogram.getValueAtPercentile(percentile) / 1e6;
  }
}
