package dev.weir.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HostWatchTest {
  private final List<String> seen = new ArrayList<>();

  @Test
  void eitherOfTwoRunsLeavesASpanOutAndBothLook() {
    assertThat(HostWatch.both(watch("a", null), watch("b", null)).begin().cause()).isNull();
    assertThat(HostWatch.both(watch("a", "busy"), watch("b", null)).begin().cause())
        .isEqualTo("busy");
    assertThat(HostWatch.both(watch("a", null), watch("b", "busier")).begin().cause())
        .isEqualTo("busier");
    assertThat(seen).containsExactly("a", "b", "a", "b", "a", "b");
  }

  private HostWatch watch(String name, @Nullable String cause) {
    return () ->
        () -> {
          seen.add(name);
          return cause;
        };
  }
}
