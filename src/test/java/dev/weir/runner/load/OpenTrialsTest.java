package dev.weir.runner.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OpenTrialsTest {
  @Test
  void ratesOfASearchAreCellsOfTheirOwn() {
    assertThat(OpenTrials.cell(1_000)).isEqualTo("rate1000");
    assertThat(OpenTrials.cell(12_345.6)).isEqualTo("rate12346");
    assertThat(OpenTrials.cell(0.1)).isEqualTo("rate0.1");
    assertThat(OpenTrials.cell(10)).isEqualTo("rate10").isNotEqualTo(OpenTrials.cell(10.4));
  }
}
