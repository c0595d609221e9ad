package dev.weir.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FactorTest {
  @ParameterizedTest
  @EnumSource
  void defaultIsAValueAsItIsWritten(Factor factor) {
    Object value = factor.defaultValue();
    assertThat(factor.parse(value.toString())).isEqualTo(value);
    assertThat(Factor.named(factor.yamlName())).contains(factor);
  }

  @ParameterizedTest
  @EnumSource
  void nonsenseIsRefusedWithWhatWouldDo(Factor factor) {
    assertThatThrownBy(() -> factor.parse("nonsense"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("'nonsense' ")
        .hasMessageMatching(".*(is not|write).*");
    assertThatThrownBy(() -> factor.parse("")).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "batch, 1, 100000",
    "inFlight, 1, 10000",
    "pool, 1, 10000",
  })
  void numbersHaveBounds(String name, int min, int max) {
    Factor factor = Factor.named(name).orElseThrow();
    assertThat(factor.parse(String.valueOf(min))).isEqualTo(min);
    assertThat(factor.parse(String.valueOf(max))).isEqualTo(max);
    assertThatThrownBy(() -> factor.parse(String.valueOf(min - 1)))
        .hasMessageContaining("from " + min + " to " + max);
    assertThatThrownBy(() -> factor.parse(String.valueOf(max + 1)))
        .hasMessageContaining("from " + min + " to " + max);
  }

  @Test
  void namesAreUnique() {
    assertThat(new HashSet<>(Factor.names())).hasSameSizeAs(Factor.values());
    assertThat(Factor.named("BATCH")).isEmpty();
  }
}
