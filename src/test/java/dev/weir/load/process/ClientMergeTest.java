package dev.weir.load.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.load.engine.ServiceTimes;
import dev.weir.load.trial.SteadyState;
import dev.weir.record.Percentiles;
import dev.weir.record.Span;
import dev.weir.record.Throughput;
import dev.weir.record.Times;
import dev.weir.record.Totals;
import dev.weir.record.TrialMeasurement;
import dev.weir.record.TrialMeasurement.LatencyInterval;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ClientMergeTest {
  private static final SteadyState.Decision STEADY =
      new SteadyState.Decision(SteadyState.State.STEADY, 0, "steady: flat");

  static TrialMeasurement measurement(
      List<Double> rates,
      long documents,
      Map<String, Long> failed,
      double stalledShare,
      List<LatencyInterval> latency) {
    return new TrialMeasurement(
        new Span(10_000, 11_000),
        1_000_000_000,
        1_750,
        true,
        "judged by the sum of all clients",
        documents,
        Throughput.of(documents, documents, documents * 100, 1_000_000_000, 250, rates),
        new Totals(documents, documents, documents, documents, failed, 0),
        latency,
        1,
        300_000,
        new TrialMeasurement.Pool(documents, 5, 1, 8, 2, 3, 1),
        new TrialMeasurement.Health(10, 3, 2.0, stalledShare, 0, 1_000, 5 * stalledShare),
        null);
  }

  private static LatencyInterval interval(long from, long... nanos) {
    Histogram histogram =
        new Histogram(ServiceTimes.LOWEST_NANOS, ServiceTimes.HIGHEST_NANOS, ServiceTimes.DIGITS);
    for (long value : nanos) {
      histogram.recordValue(value);
    }
    return new LatencyInterval(from, from + 1_000, Times.encode(histogram));
  }

  @Test
  void countsAndRatesAreAdded() {
    TrialMeasurement both =
        ClientMerge.of(
            List.of(
                measurement(List.of(10.0, 20.0), 30, Map.of("A", 1L), 0.01, List.of()),
                measurement(List.of(1.0, 2.0), 3, Map.of("A", 2L, "B", 1L), 0.02, List.of())),
            STEADY);
    assertThat(both.rates().windows()).containsExactly(11.0, 22.0);
    assertThat(both.documents()).isEqualTo(33);
    assertThat(both.rates().batchesPerSecond()).isEqualTo(33);
    assertThat(both.rates().megabytesPerSecond())
        .isCloseTo(0.0033, Percentage.withPercentage(1e-9));
    assertThat(both.measuredNanos()).isEqualTo(1_000_000_000);
    assertThat(both.total().acknowledged()).isEqualTo(33);
    assertThat(both.total().failed()).isEqualTo(Map.of("A", 3L, "B", 1L));
    assertThat(both.pool()).isEqualTo(new TrialMeasurement.Pool(33, 10, 2, 16, 4, 6, 2));
    assertThat(both.clientCpuMicros()).isEqualTo(600_000);
    assertThat(both.health().stalledShare()).as("the worst").isEqualTo(0.02);
    assertThat(both.health().heapUsedBytes()).isEqualTo(2_000);
    assertThat(both.health().throttledCores()).as("the worst").isEqualTo(0.1);
    assertThat(both.steadyReason()).isEqualTo("steady: flat");
  }

  /** A client of few slow calls and one of many fast ones: averaged percentiles would lie. */
  @Test
  void percentilesComeFromAddedHistograms() {
    long[] fast = new long[990];
    java.util.Arrays.fill(fast, 100_000);
    long[] slow = new long[10];
    java.util.Arrays.fill(slow, 9_000_000);
    TrialMeasurement both =
        ClientMerge.of(
            List.of(
                measurement(List.of(1.0), 1, Map.of(), 0, List.of(interval(10_000, fast))),
                measurement(
                    List.of(1.0),
                    1,
                    Map.of(),
                    0,
                    List.of(interval(10_004, slow), interval(11_004, 5_000_000)))),
            STEADY);
    assertThat(both.latency()).hasSize(2);
    assertThat(both.latency().get(0).startMillis()).isEqualTo(10_000);
    assertThat(both.latency().get(0).endMillis()).isEqualTo(11_004);
    Histogram first = Percentiles.merge(List.of(both.latency().get(0).histogram()));
    assertThat(first.getTotalCount()).isEqualTo(1_000);
    assertThat((double) first.getValueAtPercentile(99))
        .isCloseTo(100_000, Percentage.withPercentage(0.2));
    assertThat((double) first.getValueAtPercentile(99.1))
        .isCloseTo(9_000_000, Percentage.withPercentage(0.2));
  }

  @Test
  void spansOfDifferentLengthKeepTheSumOfRates() {
    TrialMeasurement one = measurement(List.of(100.0), 100, Map.of(), 0, List.of());
    TrialMeasurement both = ClientMerge.of(List.of(one, one), STEADY);
    assertThat(both.documents() * 1e9 / both.measuredNanos()).isEqualTo(200);
  }

  @Test
  void oneClientThatDidNotDrainSpoilsIt() {
    TrialMeasurement well = measurement(List.of(1.0), 1, Map.of(), 0, List.of());
    SteadyState.Decision warming =
        new SteadyState.Decision(SteadyState.State.NEVER_SETTLED, -1, "warming: rising");
    assertThat(ClientMerge.of(List.of(well, well), warming).steady()).isFalse();
  }
}
