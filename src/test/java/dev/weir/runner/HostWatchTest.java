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

  @Test
  void aSpanThatStaysIsLeftOutByNeither() {
    List<String> kept = new ArrayList<>();
    HostWatch.Watched span =
        new HostWatch.Watched() {
          @Override
          public @Nullable String cause() {
            throw new IllegalStateException("a span that stays has no cause");
          }

          @Override
          public void kept() {
            kept.add("kept");
          }

          @Override
          public @Nullable Double foreignCores() {
            return 0.5;
          }
        };
    HostWatch.Watched both = HostWatch.both(() -> span, () -> span).begin();
    both.kept();
    assertThat(kept).containsExactly("kept", "kept");
    assertThat(both.foreignCores()).isEqualTo(0.5);
  }

  private HostWatch watch(String name, @Nullable String cause) {
    return () ->
        () -> {
          seen.add(name);
          return cause;
        };
  }
}
