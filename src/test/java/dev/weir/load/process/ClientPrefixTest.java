package dev.weir.load.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ClientPrefixTest {
  private static final List<String> JVM = List.of("java", "-cp", "a b.jar", "Main");

  @Test
  void everyNumberIsFilledInAndNothingElseIsTouched() {
    ClientPrefix prefix = ClientPrefix.parse("  ip netns exec  weir{n} nice -n {n} $HOME `x` {m} ");
    assertThat(prefix.command(3, JVM))
        .containsExactly(
            "ip", "netns", "exec", "weir3", "nice", "-n", "3", "$HOME", "`x`", "{m}", "java", "-cp",
            "a b.jar", "Main");
    assertThat(prefix).hasToString("ip netns exec weir{n} nice -n {n} $HOME `x` {m}");
  }

  @Test
  void blankIsNone() {
    assertThat(ClientPrefix.parse(" \t")).isEqualTo(ClientPrefix.NONE);
    assertThat(ClientPrefix.NONE.command(1, JVM)).isEqualTo(JVM);
  }
}
