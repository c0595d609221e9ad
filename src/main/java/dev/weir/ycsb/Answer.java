package dev.weir.ycsb;

import dev.weir.driver.Completion;
import dev.weir.driver.Writer;
import dev.weir.driver.Written;
import dev.weir.workload.WriteBatch;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** How one call ended; waits for it, since a thread of YCSB does one operation at a time. */
final class Answer implements Completion {
  private final CountDownLatch came = new CountDownLatch(1);
  private volatile long matched;
  private volatile @Nullable Throwable error;

  private Answer() {}

  /** Sends the batch and waits for the answer, at most {@link ReactiveStore#ANSWER_SECONDS}. */
  static Answer to(Writer writer, WriteBatch<?> batch) {
    Answer answer = new Answer();
    try {
      writer.write(batch, answer);
      if (!answer.came.await(ReactiveStore.ANSWER_SECONDS, TimeUnit.SECONDS)) {
        answer.error =
            new TimeoutException("no answer within " + ReactiveStore.ANSWER_SECONDS + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      answer.error = e;
    } catch (RuntimeException e) {
      answer.error = e;
    }
    return answer;
  }

  @Override
  public void acknowledged(Written done) {
    matched = done.documents();
    came.countDown();
  }

  @Override
  public void failed(Throwable cause, Written done) {
    error = cause;
    came.countDown();
  }

  /** Documents found, inserted or deleted; 0 if the call failed. */
  long matched() {
    return matched;
  }

  @Nullable Throwable error() {
    return error;
  }
}
