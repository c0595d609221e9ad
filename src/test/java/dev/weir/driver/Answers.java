package dev.weir.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Remembers how calls ended. */
final class Answers implements Completion {
  /** The end of one call. */
  record Answer(long matched, long modified, @Nullable Throwable failure) {}

  private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
  private final List<Answer> all = new CopyOnWriteArrayList<>();

  @Override
  public void acknowledged(Written done) {
    add(new Answer(done.documents(), done.changed(), null));
  }

  @Override
  public void failed(Throwable cause, Written done) {
    add(new Answer(0, done.changed(), cause));
  }

  private void add(Answer answer) {
    all.add(answer);
    answers.add(answer);
  }

  /** The next answer, within the time that a driver may take to give up. */
  Answer next() throws InterruptedException {
    Answer answer = answers.poll(30, TimeUnit.SECONDS);
    assertThat(answer).as("an answer").isNotNull();
    return Objects.requireNonNull(answer);
  }

  /** Every answer so far. */
  List<Answer> all() {
    return all;
  }
}
