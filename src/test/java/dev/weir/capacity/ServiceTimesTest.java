package dev.weir.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.capacity.ServiceTimes.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServiceTimesTest {
  @Test
  void twoConstantsMixToTheMeanAndScatterOfTheTwo() {
    ServiceTimes mixed =
        ServiceTimes.mixed(List.of(new Kind(3, 2, 0, List.of()), new Kind(1, 6, 0, List.of())));
    assertThat(mixed.mean()).isCloseTo(3, within(1e-12));
    // Var = 3/4·(2 − 3)² + 1/4·(6 − 3)² = 3.
    assertThat(mixed.variation()).isCloseTo(3.0 / 9, within(1e-12));
    assertThat(mixed.quantiles().stream().filter(q -> q > 1)).hasSize(100).containsOnly(2.0);
    assertThat(mixed.quantiles()).hasSize(400).isSorted();
  }

  @Test
  void oneKindStaysWhatItIs() {
    ServiceTimes same = ServiceTimes.mixed(List.of(new Kind(7, 4, 0.5, List.of(0.5, 1.0, 1.5))));
    assertThat(same.mean()).isEqualTo(4);
    assertThat(same.variation()).isCloseTo(0.5, within(1e-12));
    assertThat(same.quantiles()).contains(0.5, 1.0, 1.5).hasSize(400);
  }
}
