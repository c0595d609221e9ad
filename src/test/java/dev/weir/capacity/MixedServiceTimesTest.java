package dev.weir.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.capacity.MixedServiceTimes.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

class MixedServiceTimesTest {
  @Test
  void twoConstantsMixByTheirShareOfCalls() {
    MixedServiceTimes mixed =
        MixedServiceTimes.of(List.of(new Kind(3, 2, List.of()), new Kind(1, 6, List.of())));
    assertThat(mixed.mean()).isCloseTo(3, within(1e-12));
    assertThat(mixed.longerThan(1.9)).isEqualTo(1);
    assertThat(mixed.longerThan(2)).isCloseTo(0.25, within(0.006));
    assertThat(mixed.longerThan(6)).isZero();
  }

  @Test
  void oneKindStaysWhatItIs() {
    MixedServiceTimes same = MixedServiceTimes.of(List.of(new Kind(7, 4, List.of(0.5, 1.0, 1.5))));
    assertThat(same.mean()).isEqualTo(4);
    assertThat(same.quantiles()).contains(2.0, 4.0, 6.0).isSorted();
    assertThat(same.longerThan(4)).isCloseTo(1 / 3.0, within(0.006));
  }
}
