package dev.weir.load;

import dev.weir.driver.Writer;
import dev.weir.study.Cell;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongUnaryOperator;

/**
 * Closed loops against a server that exists in a test's mind: a number of answers in each
 * millisecond of {@link ManualTiming}.
 */
public final class FakeLoad {
  private final ManualTiming timing = new ManualTiming(this::answer);
  private LongUnaryOperator answersAtMillisecond;
  private LinkedBlockingQueue<Runnable> calls = new LinkedBlockingQueue<>();
  private long startedAt;

  public FakeLoad(LongUnaryOperator answersAtMillisecond) {
    this.answersAtMillisecond = answersAtMillisecond;
  }

  public ManualTiming timing() {
    return timing;
  }

  /** A writer whose calls wait for their millisecond. */
  public Writer open(LongUnaryOperator answers) {
    answersAtMillisecond = answers;
    LinkedBlockingQueue<Runnable> mine = new LinkedBlockingQueue<>();
    calls = mine;
    startedAt = timing.nanoTime();
    return FakeWriter.answering(
        (batch, completion) -> mine.add(() -> FakeWriter.acknowledge(batch, completion)));
  }

  public Writer open() {
    return open(answersAtMillisecond);
  }

  private void answer() {
    long millisecond = (timing.nanoTime() - startedAt) / 1_000_000;
    for (long n = answersAtMillisecond.applyAsLong(millisecond); n > 0; n--) {
      Runnable call = calls.poll();
      if (call != null) {
        call.run();
      }
    }
  }

  /** From now on every call is answered as soon as it comes, so that a loop can be stopped. */
  public void answerTheRest() {
    LinkedBlockingQueue<Runnable> left = calls;
    Thread thread =
        new Thread(
            () -> {
              try {
                while (true) {
                  left.take().run();
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "answers");
    thread.setDaemon(true);
    thread.start();
  }

  public static Cell cell(int batch) {
    return Cell.parse(
        Map.of(
            "driver", "reactive",
            "operation", "bulkUnordered",
            "encoding", "raw",
            "document", "role4",
            "inFlight", "4",
            "batch", String.valueOf(batch)));
  }
}
