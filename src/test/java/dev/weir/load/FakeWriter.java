package dev.weir.load;

import dev.weir.driver.Completion;
import dev.weir.driver.PoolCounters;
import dev.weir.driver.Writer;
import dev.weir.driver.Written;
import dev.weir.workload.WriteBatch;
import java.util.ArrayDeque;
import java.util.Queue;

/** A writer without a server: answers at once, or when the test says so. */
public final class FakeWriter implements Writer {
  /** What becomes of one call. */
  public interface Answer {
    void answer(WriteBatch<?> batch, Completion completion);
  }

  private final Answer answer;
  private final PoolCounters pool = new PoolCounters();
  private boolean closed;
  private boolean blocking;

  private FakeWriter(Answer answer) {
    this.answer = answer;
  }

  public static FakeWriter answering(Answer answer) {
    return new FakeWriter(answer);
  }

  /** Acknowledges every batch inside the call. */
  public static FakeWriter atOnce() {
    return new FakeWriter(FakeWriter::acknowledge);
  }

  /** Keeps every call in the queue. */
  static FakeWriter into(Queue<Runnable> calls) {
    return new FakeWriter((batch, completion) -> calls.add(() -> acknowledge(batch, completion)));
  }

  public static void acknowledge(WriteBatch<?> batch, Completion completion) {
    completion.acknowledged(Written.modified(batch.size()));
  }

  /** Answers the calls that are in the queue now; later ones stay. */
  static void answerAll(ArrayDeque<Runnable> calls) {
    for (int left = calls.size(); left > 0; left--) {
      calls.remove().run();
    }
  }

  /** Claims to return after the acknowledgement only, which it does if it answers at once. */
  public FakeWriter asBlocking() {
    blocking = true;
    return this;
  }

  @Override
  public boolean blocking() {
    return blocking;
  }

  @Override
  public void write(WriteBatch<?> batch, Completion completion) {
    answer.answer(batch, completion);
  }

  @Override
  public PoolCounters pool() {
    return pool;
  }

  @Override
  public void close() {
    closed = true;
  }

  boolean closed() {
    return closed;
  }
}
