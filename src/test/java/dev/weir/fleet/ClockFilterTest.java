package dev.weir.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ClockFilterTest {
  private final ClockFilter filter = new ClockFilter();

  private ClockFilter.Offset best(long now) {
    return filter.best(now).orElseThrow();
  }

  @Test
  void nothingIsKnownBeforeTheFirstAnswer() {
    assertThat(filter.best(0)).isEmpty();
  }

  @Test
  void equalWaysGiveTheOffsetExactly() {
    // 3 s ahead, 100 µs each way, 40 µs at the worker
    filter.add(1_000_000, 4_000_100, 4_000_140, 1_000_240);
    assertThat(best(1_000_240)).isEqualTo(new ClockFilter.Offset(3_000_000, 100));
  }

  @Test
  void theErrorIsAtMostTheUncertaintyHoweverUnequalTheWays() {
    filter.add(0, -2_000_000 + 900, -2_000_000 + 900, 901); // all of the delay on the way there
    assertThat(best(901).uncertaintyMicros()).isEqualTo(451);
    assertThat(Math.abs(best(901).micros() + 2_000_000)).isLessThanOrEqualTo(451);
  }

  @Test
  void aQuietMomentOutlivesABusyOneButNotForEver() {
    filter.add(0, 5_010, 5_010, 20);
    filter.add(10_000_000, 10_005_500, 10_005_500, 10_001_000);
    assertThat(best(10_001_000))
        .as("drift of 150 µs")
        .isEqualTo(new ClockFilter.Offset(5_000, 160));
    assertThat(best(10_001_000 + 40_000_000).uncertaintyMicros()).isEqualTo(760);
    filter.add(50_000_000, 50_005_200, 50_005_200, 50_000_400);
    assertThat(best(50_000_400)).isEqualTo(new ClockFilter.Offset(5_000, 200));
  }

  @Test
  void aClockThatWasSetIsBelievedAtOnce() {
    filter.add(0, 10, 10, 20);
    filter.add(1_000_000, 1_500_800, 1_500_800, 1_001_600);
    assertThat(best(1_001_600)).isEqualTo(new ClockFilter.Offset(500_000, 800));
  }

  @Test
  void anExchangeInWhichAClockWasSetSaysNothing() {
    filter.add(1_000, 1_500, 1_600, 900);
    assertThat(filter.best(900)).isEmpty();
  }

  /** As on a busy host: most exchanges wait somewhere, some don't. */
  @Test
  void delaysOfAllSizesLeaveTheOffsetWithinItsUncertainty() {
    Random random = new Random(7);
    long ahead = 3_000_000;
    for (int i = 0; i < 1_000; i++) {
      long sent = i * 1_000_000L;
      long there = 50 + (long) (random.nextDouble() * random.nextDouble() * 20_000);
      long back = 50 + (long) (random.nextDouble() * random.nextDouble() * 20_000);
      long returned = sent + there + back + 30;
      filter.add(sent, sent + there + ahead, sent + there + ahead + 30, returned);
      assertThat(Math.abs(best(returned).micros() - ahead))
          .isLessThanOrEqualTo(best(returned).uncertaintyMicros());
    }
  }
}
