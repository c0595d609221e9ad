package dev.weir.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.capacity.MixedServiceTimes.Kind;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class FlowEquivalentServerTest {
  private static MixedServiceTimes times(double mean, Double... quantiles) {
    return MixedServiceTimes.of(List.of(new Kind(1, mean, List.of(quantiles))));
  }

  private static FlowEquivalentServer server(double used, List<MixedServiceTimes> levels) {
    return new FlowEquivalentServer(used, 1, levels, Backlog.NONE);
  }

  @Test
  void oneServerIsTheTextbookQueue() {
    for (double used : new double[] {0.1, 0.5, 0.9}) {
      FlowEquivalentServer server = server(used, List.of(times(2)));
      // M/M/1: S/(1 − ρ).
      assertThat(server.mean()).isCloseTo(2 / (1 - used), within(0.01));
      assertThat(server.callsAtOnce()).isCloseTo(1 / (1 - used), within(0.01));
    }
  }

  @Test
  void regularArrivalsFindFewerOthers() {
    // E2/M/1 at ρ = 1/2: 1 − σ is the golden ratio's inverse, (√5 − 1)/2.
    assertThat(regular(0.5, 2).mean()).isCloseTo(2 / ((Math.sqrt(5) - 1) / 2), within(1e-4));
    // D/M/1 at ρ = 1/2: σ = 0.2032 (Kleinrock 1975).
    assertThat(regular(0.5, 1e6).mean()).isCloseTo(2 / (1 - 0.2032), within(1e-3));
    assertThat(regular(0.5, 1).mean()).isCloseTo(4, within(0.01));
    assertThat(regular(0, 50).mean()).isCloseTo(2, within(1e-9));
    assertThat(regular(0.99, 50).percentile(0.99))
        .isBetween(regular(0.9, 50).percentile(0.99), regular(0.99, 1).percentile(0.99));
  }

  private static FlowEquivalentServer regular(double used, double regularity) {
    return new FlowEquivalentServer(used, regularity, List.of(times(2)), Backlog.NONE);
  }

  @Test
  void twoServersAreTheTextbookQueue() {
    FlowEquivalentServer server = server(0.8, List.of(times(1), times(1)));
    // M/M/2: S/(1 − ρ²).
    assertThat(server.mean()).isCloseTo(1 / (1 - 0.64), within(0.001));
  }

  @Test
  void callsThatDontHinderEachOtherTakeAsLongAsAlone() {
    FlowEquivalentServer server = server(0.3, Collections.nCopies(40, times(3, 0.5, 1.5)));
    assertThat(server.mean()).isCloseTo(3, within(0.001));
    assertThat(server.percentile(0.99)).isCloseTo(4.5, within(0.001));
  }

  @Test
  void anIdleServerHasTheTimesOfOneCall() {
    FlowEquivalentServer server = server(0, List.of(times(4, 0.5, 1.0, 1.5), times(40)));
    assertThat(server.mean()).isEqualTo(4);
    assertThat(server.percentile(0.99)).isCloseTo(6, within(1e-6));
    assertThat(server.percentile(0.5)).isCloseTo(4, within(1e-6));
  }

  @Test
  void theSlowestHundredthComesFromCrowds() {
    List<MixedServiceTimes> levels = List.of(times(1), times(1.5));
    // ρ = 0.5 of 4/3 a second: p(1) = 2/3 p(0), then halved: 3/7, 2/7, 1/7, …; one in 112 makes
    // eight.
    FlowEquivalentServer server = server(0.5, levels);
    assertThat(server.percentile(0.99)).isCloseTo(1.5 * 7 / 2, within(1e-6));
  }

  @Test
  void aBacklogIsWaitedForFirst() {
    Backlog backlog = new Backlog(0.95, List.of(10.0, 20.0, 30.0, 40.0, 50.0));
    FlowEquivalentServer server = new FlowEquivalentServer(0, 1, List.of(times(4)), backlog);
    assertThat(server.mean()).isCloseTo(4 + 0.05 * 30, within(1e-9));
    assertThat(server.percentile(0.9)).isCloseTo(4, within(1e-6));
    // A hundredth waits 50 ms; that percentile is just below.
    assertThat(server.percentile(0.985)).isCloseTo(44, within(1e-6));
    assertThat(server.percentile(0.995)).isCloseTo(54, within(1e-6));
  }

  @Test
  void aFullServerHasNoSteadyQueue() {
    assertThatThrownBy(() -> server(1, List.of(times(1))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no steady queue");
  }
}
