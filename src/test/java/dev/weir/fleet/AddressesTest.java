package dev.weir.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressesTest {
  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.5:7171", "driver.example:0", "[::1]:65535"})
  void areReadAndWritten(String text) {
    assertThat(Addresses.text(Addresses.parse(text))).isEqualTo(text);
    assertThat(Addresses.parse(text).isUnresolved()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "host", ":1", "::1:1", "host:65536", "host:-1", "host:x"})
  void othersAreRefused(String text) {
    assertThatThrownBy(() -> Addresses.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "'");
  }
}
