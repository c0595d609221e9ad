package dev.weir.server.nullserver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ProcessCpuTest {
  @Test
  void readsUserAndSystemTimeBehindANameWithBlanksAndParentheses() {
    String stat = "42 (a (b) c) S 1 42 42 0 -1 4194304 100 0 0 0 731 29 0 0 20 0 9 0 100 1 1";

    assertThat(ProcessCpu.parse(stat)).isEqualTo(new ProcessCpu(7_310_000, 290_000));
  }
}
