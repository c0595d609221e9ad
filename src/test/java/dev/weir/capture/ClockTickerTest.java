package dev.weir.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ClockTickerTest {
  @Test
  void theNextTickIsAlwaysAWholeInterval() {
    assertThat(ClockTicker.next(1_000, 1_000)).isEqualTo(2_000);
    assertThat(ClockTicker.next(1_999, 1_000)).isEqualTo(2_000);
    assertThat(ClockTicker.next(7_001, 5_000)).isEqualTo(10_000);
  }

  @Test
  void ticksThatWentByAreCountedAndAClockSetBackCountsNone() {
    assertThat(ClockTicker.between(1_000, 2_000, 1_000)).isZero();
    assertThat(ClockTicker.between(1_000, 5_000, 1_000)).isEqualTo(3);
    assertThat(ClockTicker.between(9_000, 5_000, 1_000)).isZero();
  }

  @Test
  void ticksOnWholeIntervalsUntilClosed() throws Exception {
    List<Instant> ticks = new CopyOnWriteArrayList<>();
    CountDownLatch three = new CountDownLatch(3);
    AutoCloseable running =
        new ClockTicker(Clock.systemUTC())
            .every(
                Duration.ofMillis(10),
                "test",
                (at, skipped) -> {
                  ticks.add(at);
                  three.countDown();
                });
    assertThat(three.await(10, TimeUnit.SECONDS)).isTrue();
    running.close();
    int atClose = ticks.size();

    assertThat(ticks).allMatch(at -> at.toEpochMilli() % 10 == 0).doesNotHaveDuplicates();
    assertThat(ticks).hasSize(atClose);
  }
}
