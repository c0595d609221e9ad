package dev.weir.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.mongodb.client.model.WriteModel;
import dev.weir.driver.Completion;
import dev.weir.driver.PoolCounters;
import dev.weir.driver.Writer;
import dev.weir.driver.Written;
import dev.weir.load.LoadOrder;
import dev.weir.workload.WriteBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class SlowWriterTest {
  @Test
  void eightPercentLessTakesEachCallEightAndAHalfPercentLonger() {
    assertThat(1 / (1 + SlowWriter.shareFor(0.08))).isEqualTo(0.92, within(1e-12));
  }

  @Test
  void tellsOfTheAnswerLaterByAShareOfTheCall() {
    AtomicLong clock = new AtomicLong();
    List<Long> answered = new ArrayList<>();
    Fake server = new Fake(true, clock);
    new SlowWriter(server, 0.5, clock::get, () -> clock.getAndAdd(1_000))
        .write(new NoBatch(), new Note(answered, clock));

    assertThat(answered).hasSize(1);
    assertThat(answered.get(0)).isCloseTo(3 * Fake.CALL_NANOS / 2, withinPercentage(1));
  }

  @Test
  void timeInWhichTheThreadWaitsForACoreIsNoWork() {
    AtomicLong clock = new AtomicLong();
    AtomicLong cpu = new AtomicLong();
    List<Long> answered = new ArrayList<>();
    LongSupplier halfOfTheTime =
        () -> {
          clock.addAndGet(2_000);
          return cpu.getAndAdd(1_000);
        };
    new SlowWriter(new Fake(true, clock), 0.5, clock::get, halfOfTheTime)
        .write(new NoBatch(), new Note(answered, clock));

    assertThat(answered.get(0)).isCloseTo(2 * Fake.CALL_NANOS, withinPercentage(1));
  }

  @Test
  void onlyWorkThatAsksForItIsSlower() {
    Fake writer = new Fake(true, new AtomicLong());

    assertThat(SlowLoadMain.wrap(new LoadOrder.Work("normal", Map.of(), "c"), writer))
        .isSameAs(writer);
    assertThat(SlowLoadMain.wrap(new LoadOrder.Work(SlowLoadMain.id(0.08), Map.of(), "c"), writer))
        .isInstanceOf(SlowWriter.class);
  }

  @Test
  void refusesWritersThatDoNotBlock() {
    assertThatThrownBy(() -> new SlowWriter(new Fake(false, new AtomicLong()), 0.1, false))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private record NoBatch() implements WriteBatch<Document> {
    @Override
    public List<WriteModel<Document>> models() {
      return List.of();
    }
  }

  private record Note(List<Long> answered, AtomicLong clock) implements Completion {
    @Override
    public void acknowledged(Written done) {
      answered.add(clock.get());
    }

    @Override
    public void failed(Throwable cause, Written done) {
      throw new IllegalStateException(cause);
    }
  }

  /** Answers after a millisecond of its clock. */
  private record Fake(boolean blocking, AtomicLong clock) implements Writer {
    static final long CALL_NANOS = 1_000_000;

    @Override
    public void write(WriteBatch<?> batch, Completion completion) {
      clock.addAndGet(CALL_NANOS);
      completion.acknowledged(Written.modified(1));
    }

    @Override
    public PoolCounters pool() {
      return new PoolCounters();
    }

    @Override
    public void close() {}
  }
}
