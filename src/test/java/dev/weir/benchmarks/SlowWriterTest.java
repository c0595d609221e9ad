package dev.weir.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.mongodb.client.model.WriteModel;
import dev.weir.driver.Completion;
import dev.weir.driver.PoolCounters;
import dev.weir.driver.Writer;
import dev.weir.load.LoadOrder;
import dev.weir.workload.WriteBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class SlowWriterTest {
  @Test
  void eightPercentLessTakesEachCallEightAndAHalfPercentLonger() {
    assertThat(1 / (1 + SlowWriter.shareFor(0.08))).isEqualTo(0.92, within(1e-12));
  }

  @Test
  void tellsOfTheAnswerLaterByAShareOfTheCall() {
    List<Long> told = new ArrayList<>();
    Fake server = new Fake(true);
    long from = System.nanoTime();
    new SlowWriter(server, 1.0).write(new NoBatch(), new Note(told));

    long call = server.answeredAt - from;
    assertThat(told).hasSize(1);
    assertThat(told.get(0) - server.answeredAt).isGreaterThanOrEqualTo((long) (0.9 * call));
  }

  @Test
  void onlyWorkThatAsksForItIsSlower() {
    Fake writer = new Fake(true);

    assertThat(SlowLoadMain.wrap(new LoadOrder.Work("normal", Map.of(), "c"), writer))
        .isSameAs(writer);
    assertThat(SlowLoadMain.wrap(new LoadOrder.Work(SlowLoadMain.id(0.08), Map.of(), "c"), writer))
        .isInstanceOf(SlowWriter.class);
  }

  @Test
  void refusesWritersThatDoNotBlock() {
    assertThatThrownBy(() -> new SlowWriter(new Fake(false), 0.1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private record NoBatch() implements WriteBatch<Document> {
    @Override
    public List<WriteModel<Document>> models() {
      return List.of();
    }
  }

  private record Note(List<Long> told) implements Completion {
    @Override
    public void acknowledged(long matched, long modified) {
      told.add(System.nanoTime());
    }

    @Override
    public void failed(Throwable cause, long modified) {
      throw new IllegalStateException(cause);
    }
  }

  /** Answers after a millisecond of work. */
  private static final class Fake implements Writer {
    private final boolean blocking;
    private long answeredAt;

    Fake(boolean blocking) {
      this.blocking = blocking;
    }

    @Override
    public boolean blocking() {
      return blocking;
    }

    @Override
    public void write(WriteBatch<?> batch, Completion completion) {
      long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1);
      while (System.nanoTime() < until) {
        Thread.onSpinWait();
      }
      answeredAt = System.nanoTime();
      completion.acknowledged(1, 1);
    }

    @Override
    public PoolCounters pool() {
      return new PoolCounters();
    }

    @Override
    public void close() {}
  }
}
