package dev.weir.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class PercentilesTest {
  @Test
  void mergedEqualsConcatenated() {
    Random random = new Random(1);
    long[] fast = LongStream.generate(() -> 100_000 + random.nextInt(50_000)).limit(900).toArray();
    long[] slow =
        LongStream.generate(() -> 5_000_000 + random.nextInt(9_000_000)).limit(100).toArray();
    Histogram merged =
        Percentiles.merge(List.of(LatencyLogTest.encoded(fast), "", LatencyLogTest.encoded(slow)));
    Histogram both =
        Percentiles.merge(
            List.of(
                LatencyLogTest.encoded(
                    LongStream.concat(LongStream.of(fast), LongStream.of(slow)).toArray())));
    assertThat(Percentiles.of(merged)).isEqualTo(Percentiles.of(both)).isNotNull();
    assertThat(merged.getValueAtPercentile(95))
        .as("the mean of both 95th percentiles would be far off")
        .isGreaterThan(5_000_000);
  }

  @Test
  void areMicrosecondsOfNanoseconds() {
    long[] nanos = LongStream.rangeClosed(1, 1_000).map(n -> n * 1_000_000).toArray();
    Histogram histogram = Percentiles.merge(List.of(LatencyLogTest.encoded(nanos)));
    Percentiles percentiles = Objects.requireNonNull(Percentiles.of(histogram));
    Percentage threeDigits = Percentage.withPercentage(0.2);
    assertThat(percentiles.p50()).isCloseTo(500_000, threeDigits);
    assertThat(percentiles.p95()).isCloseTo(950_000, threeDigits);
    assertThat(percentiles.p99()).isCloseTo(990_000, threeDigits);
    assertThat(percentiles.p999()).isCloseTo(999_000, threeDigits);
    assertThat(percentiles.max()).isCloseTo(1_000_000, threeDigits);
    assertThat(percentiles.n()).isEqualTo(1_000);
  }

  @Test
  void nothingRecordedIsNoPercentile() {
    assertThat(Percentiles.of(Percentiles.merge(List.of()))).isNull();
    assertThat(Percentiles.of(Percentiles.merge(List.of("", "")))).isNull();
  }

  @Test
  void nonsenseIsRefused() {
    assertThatThrownBy(() -> Percentiles.merge(List.of("%%%")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
