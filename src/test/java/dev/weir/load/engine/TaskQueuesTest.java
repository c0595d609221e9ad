package dev.weir.load.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.load.FakeWriter;
import dev.weir.record.QueueSkew;
import dev.weir.study.Cell;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class TaskQueuesTest {
  private static final long MILLI = 1_000_000;

  /** Stands still until the test lets it go, and counts who looks. */
  private static final class ToldTiming implements Timing {
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger reads = new AtomicInteger();

    @Override
    public long nanoTime() {
      reads.incrementAndGet();
      return nanos.get();
    }

    @Override
    public long epochMillis() {
      return nanos.get() / MILLI;
    }

    @Override
    public void sleepUntil(long nanoTime) {
      throw new UnsupportedOperationException("queues do not sleep");
    }
  }

  private static Cell cell(String dispatch, int tasks, int batches, int workers) {
    return Cell.parse(
        Map.of(
            "operation",
            "bulkUnordered",
            "batch",
            "10",
            "dispatch",
            dispatch,
            "tasks",
            String.valueOf(tasks),
            "batchesPerTask",
            String.valueOf(batches),
            "queueWorkers",
            String.valueOf(workers)));
  }

  private static void until(BooleanSupplier happened) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!happened.getAsBoolean()) {
      assertThat(System.nanoTime()).as("still waiting").isLessThan(end);
      Thread.onSpinWait();
    }
  }

  @Test
  void aLonelyWorkerDoesAllTasksAndEndsWithTheJob() {
    ToldTiming timing = new ToldTiming();
    TaskQueues queues = new TaskQueues(cell("modulo", 3, 2, 1), 1, timing);
    Feed worker = queues.feed(0);
    queues.start();
    for (int call = 0; call < 6; call++) {
      assertThat(worker.next(new Call())).isTrue();
      assertThat(queues.takeSkew()).as("a job has six calls").isNull();
      timing.nanos.addAndGet(4 * MILLI);
    }
    assertThat(worker.next(new Call())).as("of the next job").isTrue();
    assertThat(queues.takeSkew()).isEqualTo(new QueueSkew(1, 24, 3, 1, 1, 0));
    queues.stop();
    assertThat(worker.next(new Call())).as("the second call of a task that has begun").isTrue();
    assertThat(worker.next(new Call())).isFalse();
    assertThat(queues.takeSkew()).as("a job cut short").isNull();
  }

  @Test
  void skewIsTheLastEndOverTheMeanOne() throws Exception {
    ToldTiming timing = new ToldTiming();
    TaskQueues queues = new TaskQueues(cell("task", 2, 1, 0), 1, timing);
    queues.start();
    assertThat(queues.feed(0).next(new Call())).isTrue();
    assertThat(queues.feed(1).next(new Call())).isTrue();
    timing.nanos.set(10 * MILLI);
    int reads = timing.reads.get();
    CompletableFuture<Boolean> waits =
        CompletableFuture.supplyAsync(() -> queues.feed(0).next(new Call()));
    until(() -> timing.reads.get() > reads);
    timing.nanos.set(30 * MILLI);
    assertThat(queues.feed(1).next(new Call())).isTrue();
    assertThat(waits.get(20, TimeUnit.SECONDS)).as("its task of the next job").isTrue();
    QueueSkew skew = Objects.requireNonNull(queues.takeSkew());
    assertThat(skew.jobMillis()).isEqualTo(30);
    assertThat(skew.queueSkew()).isEqualTo(1);
    assertThat(skew.finishSkew()).as("30 over the mean of 10 and 30").isEqualTo(1.5);
    assertThat(skew.idleShare()).as("20 of 60").isCloseTo(1 / 3.0, within(1e-12));
  }

  @Test
  void everyTaskOfEveryJobIsWritten() throws Exception {
    Cell cell = cell("modulo", 40, 3, 4);
    FakeWriter writer = FakeWriter.atOnce().asBlocking();
    try (CallLoop loop = CallLoop.closed(writer, cell, 100, 1, Timing.system())) {
      loop.start();
      until(() -> loop.progress().documents() > 20 * 40 * 3 * 10);
      assertThat(loop.stop(20_000)).isTrue();
      QueueSkew skew = Objects.requireNonNull(loop.takeSkew());
      assertThat(skew.jobs()).isGreaterThanOrEqualTo(20);
      assertThat(skew.deepest()).isBetween(10.0, 25.0);
      assertThat(skew.queueSkew()).isCloseTo(skew.deepest() / 10, within(1e-9));
      assertThat(skew.finishSkew()).isBetween(1.0, 4.0);
      assertThat(loop.totals().acknowledged())
          .isBetween(skew.jobs() * 1_200, (skew.jobs() + 1) * 1_200);
      assertThat(loop.totals().unanswered()).isZero();
    }
  }

  @Test
  void queueWorkersNeedAWriterThatBlocks() {
    assertThatThrownBy(
            () ->
                CallLoop.closed(
                    FakeWriter.atOnce(), cell("task", 2, 1, 0), 100, 1, new ToldTiming()))
        .hasMessage("queue workers need a writer that blocks");
  }
}
