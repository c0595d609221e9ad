package dev.weir.load.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.weir.record.Percentiles;
import dev.weir.record.Times;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ServiceTimesTest {
  @Test
  void lanesAddUpAndAreTakenOnce() {
    ServiceTimes times = new ServiceTimes(100);
    for (int lane = 0; lane < 100; lane++) {
      times.record(lane, (lane + 1) * 1_000_000L);
    }
    Histogram all = times.takeInterval();
    assertThat(all.getTotalCount()).isEqualTo(100);
    assertThat(all.getValueAtPercentile(50)).isBetween(49_900_000L, 50_100_000L);
    assertThat(all.getMaxValue()).isBetween(99_900_000L, 100_100_000L);
    assertThat(times.takeInterval().getTotalCount()).isZero();
    times.record(0, 5_000_000);
    assertThat(times.takeInterval().getTotalCount()).isEqualTo(1);
  }

  @Test
  void timesKeepThreeDigitsHoweverShortTheyAre() {
    ServiceTimes times = new ServiceTimes(1);
    for (long nanos : new long[] {1_234, 23_456, 123_456, 987_654, 12_345_678, 123_456_789_012L}) {
      times.record(0, nanos);
      Histogram read = Percentiles.merge(List.of(Times.encode(times.takeInterval())));
      assertThat(read.getMean()).isCloseTo((double) nanos, withinPercentage(0.1));
      assertThat(read.getValueAtPercentile(50)).isCloseTo(nanos, withinPercentage(0.1));
    }
  }

  @Test
  void overflowIsCountedAndKeptAtTheUpperEnd() {
    ServiceTimes times = new ServiceTimes(1);
    times.record(0, ServiceTimes.HIGHEST_NANOS);
    assertThat(times.overflows()).isZero();
    times.record(0, ServiceTimes.HIGHEST_NANOS + 1);
    times.record(0, Long.MAX_VALUE);
    assertThat(times.overflows()).isEqualTo(2);
    Histogram all = times.takeInterval();
    assertThat(all.getTotalCount()).isEqualTo(3);
    assertThat(all.getMaxValue())
        .isBetween(
            (long) (ServiceTimes.HIGHEST_NANOS * 0.999),
            (long) (ServiceTimes.HIGHEST_NANOS * 1.001));
  }

  @Test
  void aClockThatStepsBackRecordsZero() {
    ServiceTimes times = new ServiceTimes(1);
    times.record(0, -5);
    assertThat(times.takeInterval().getTotalCount()).isEqualTo(1);
  }

  @Test
  void encodedFormIsReadBack() {
    ServiceTimes times = new ServiceTimes(1);
    times.record(0, 1_234_567);
    Histogram taken = times.takeInterval();
    assertThat(Percentiles.merge(List.of(Times.encode(taken))).getMaxValue())
        .isEqualTo(taken.getMaxValue());
  }
}
