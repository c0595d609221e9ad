package dev.weir.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitingTimeTest {
  @Test
  void oneServerOfExponentialTimesIsTheTextbookQueue() {
    WaitingTime queue = new WaitingTime(0.8, 1, 2, 1, 1, exponential());
    // M/M/1: ρ/(1 − ρ)·S waiting, S/(1 − ρ) in all, and an exponential time in all.
    assertThat(queue.meanWait()).isCloseTo(8, within(1e-9));
    assertThat(queue.mean()).isCloseTo(10, within(1e-9));
    assertThat(queue.percentile(0.99)).isCloseTo(10 * Math.log(100), within(1.0));
  }

  @Test
  void constantTimesWaitHalfAsLong() {
    // M/D/1, Pollaczek and Khinchine.
    assertThat(new WaitingTime(0.8, 1, 2, 1, 0, List.of()).meanWait()).isCloseTo(4, within(1e-9));
  }

  @Test
  void moreServersWaitLessAtTheSameUtilisation() {
    double two = new WaitingTime(0.8, 2, 1, 1, 1, List.of()).meanWait();
    // M/M/2 exactly: ρ²/(1 − ρ²).
    assertThat(two).isCloseTo(0.64 / 0.36, within(0.1));
    assertThat(new WaitingTime(0.8, 8, 1, 1, 1, List.of()).meanWait()).isLessThan(two / 3);
  }

  @Test
  void anIdleServerHasItsServiceTimesOnly() {
    WaitingTime queue = new WaitingTime(0, 1, 4, 1, 1, List.of(0.5, 1.0, 1.5));
    assertThat(queue.mean()).isEqualTo(4);
    assertThat(queue.percentile(0.99)).isCloseTo(6, within(1e-6));
  }

  @Test
  void aFullServerHasNoSteadyQueue() {
    assertThatThrownBy(() -> new WaitingTime(1, 1, 1, 1, 1, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no steady queue");
  }

  private static List<Double> exponential() {
    List<Double> quantiles = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      quantiles.add(-Math.log(1 - (i + 0.5) / 200));
    }
    return quantiles;
  }
}
