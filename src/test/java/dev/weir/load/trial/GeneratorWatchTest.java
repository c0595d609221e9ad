package dev.weir.load.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.load.engine.Timing;
import dev.weir.record.TrialMeasurement.Health;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratorWatchTest {
  /** Each sleep of the watch ends as late as the test says. */
  private static final class LateTiming implements Timing {
    final BlockingQueue<Long> lateMillis = new SynchronousQueue<>();
    final BlockingQueue<Long> slept = new LinkedBlockingQueue<>();
    private long nanos;

    @Override
    public synchronized long nanoTime() {
      return nanos;
    }

    @Override
    public long epochMillis() {
      return 0;
    }

    @Override
    public void sleepUntil(long nanoTime) throws InterruptedException {
      slept.add(nanoTime);
      long late = TimeUnit.MILLISECONDS.toNanos(lateMillis.take());
      synchronized (this) {
        nanos = nanoTime + late;
      }
    }

    /** Lets one tick pass and waits until the watch has drawn its conclusions. */
    void tick(long late) throws InterruptedException {
      slept.take();
      lateMillis.put(late);
      slept.add(slept.take()); // it sleeps again: the last tick is accounted for
    }
  }

  private static void cpu(Path file, String line) throws IOException {
    Files.writeString(file, line + "\ncpu0 1 1 1 1 1 1 1 1 0 0\n");
  }

  @Test
  void stallsAndStolenTimeAreShares(@TempDir Path folder) throws Exception {
    Path stat = folder.resolve("stat");
    cpu(stat, "cpu  100 0 100 700 0 0 0 100 50 50");
    LateTiming timing = new LateTiming();
    try (GeneratorWatch watch = new GeneratorWatch(timing, OptionalLong::empty, stat)) {
      timing.tick(0); // 10 ms
      timing.tick(100); // 110 ms: late, but no stall yet
      timing.tick(270); // 280 ms
      timing.tick(0); // 10 ms
      cpu(stat, "cpu  200 0 200 1350 0 0 0 350 99 99");
      Health health = watch.health();
      assertThat(health.worstStallMillis()).isEqualTo(270, Offset.offset(0.001));
      assertThat(health.stalledShare()).isEqualTo(270.0 / 410, Offset.offset(0.001));
      assertThat(health.stealShare()).isEqualTo(250.0 / 1100, Offset.offset(0.001));
      assertThat(health.heapUsedBytes()).isPositive();
      assertThat(health.gcMillis()).isNotNegative();
      assertThat(health.throttledCores()).isNull();
    }
  }

  @Test
  void whatAQuotaWithheldIsNoStall(@TempDir Path folder) throws Exception {
    AtomicLong throttledMicros = new AtomicLong(7_000_000);
    LateTiming timing = new LateTiming();
    try (GeneratorWatch watch =
        new GeneratorWatch(
            timing, () -> OptionalLong.of(throttledMicros.get()), folder.resolve("none"))) {
      timing.tick(0); // 10 ms
      throttledMicros.addAndGet(150_000);
      timing.tick(180); // 190 ms, and less than 100 ms late without the quota
      throttledMicros.addAndGet(20_000);
      timing.tick(250); // 260 ms, 230 of them late for another reason
      throttledMicros.addAndGet(90_000);
      for (int i = 0; i < 10; i++) {
        timing.tick(0); // 100 ms: what was withheld in them explains no later stall
      }
      timing.tick(150); // 160 ms
      Health health = watch.health();
      assertThat(health.worstStallMillis()).isEqualTo(250, Offset.offset(0.001));
      assertThat(health.stalledShare()).isEqualTo((230.0 + 150) / 720, Offset.offset(0.001));
      assertThat(health.throttledCores()).isEqualTo(260.0 / 720, Offset.offset(0.001));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "cpu 1 2 3", "cpu a b c d e f g h i j", "something else entirely"})
  void withoutCpuTimesStealIsZero(String content, @TempDir Path folder) throws Exception {
    Path stat = Files.writeString(folder.resolve("stat"), content);
    LateTiming timing = new LateTiming();
    try (GeneratorWatch watch = new GeneratorWatch(timing, OptionalLong::empty, stat)) {
      timing.tick(0);
      assertThat(watch.health().stealShare()).isZero();
    }
    try (GeneratorWatch watch =
        new GeneratorWatch(timing, OptionalLong::empty, folder.resolve("none"))) {
      assertThat(watch.health().stealShare()).isZero();
    }
  }
}
