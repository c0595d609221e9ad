package dev.weir.runner;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class StruckFaultTest {
  /** Above the most that Linux gives out. */
  private static final long NOBODY = 1L << 22;

  @Test
  void aSignalThatReachedNobodyIsNoFault() {
    assertThatThrownBy(() -> StruckFault.signal("KILL", List.of(NOBODY + 1)))
        .isInstanceOf(IOException.class)
        .hasMessage("kill -KILL 4194305 failed");
  }
}
