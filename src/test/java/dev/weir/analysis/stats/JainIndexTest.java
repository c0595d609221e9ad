package dev.weir.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class JainIndexTest {
  @Test
  void equalSharesAreFairAndOneThatTakesAllIsNot() {
    assertThat(JainIndex.of(List.of(5.0, 5.0, 5.0))).isEqualTo(1);
    assertThat(JainIndex.of(List.of(7.0, 0.0, 0.0, 0.0))).isEqualTo(0.25);
  }

  @Test
  void ofTenWhoGetTheSameAndTenWhoGetNothingItIsAHalf() {
    List<Double> twenty = new ArrayList<>(Collections.nCopies(10, 3.0));
    twenty.addAll(Collections.nCopies(10, 0.0));
    assertThat(JainIndex.of(twenty)).isCloseTo(0.5, within(1e-12));
  }

  @Test
  void unitAndOrderDoNotMatter() {
    double index = JainIndex.of(List.of(1.0, 2.0, 3.0));
    assertThat(index).isCloseTo(36.0 / 42, within(1e-12));
    assertThat(JainIndex.of(List.of(3000.0, 1000.0, 2000.0))).isCloseTo(index, within(1e-12));
  }

  @Test
  void whatIsNoAllocationIsRefused() {
    assertThatThrownBy(() -> JainIndex.of(List.of())).hasMessageContaining("nothing was allocated");
    assertThatThrownBy(() -> JainIndex.of(List.of(0.0, 0.0)))
        .hasMessageContaining("nothing was allocated");
    assertThatThrownBy(() -> JainIndex.of(List.of(1.0, -1.0))).hasMessageContaining("-1.0");
    assertThatThrownBy(() -> JainIndex.of(List.of(1.0, Double.NaN))).hasMessageContaining("NaN");
  }
}
