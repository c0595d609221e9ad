package dev.weir.capture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessStatTest {
  @Test
  void nameParentAndTimesAreReadWhateverTheNameHolds() {
    assertThat(
            ProcessStat.parse(
                "712 (a) name\t(x) S 1 712 712 0 -1 4194560 1 2 3 4 7 5 200 30 20 0 1 0 99\n"))
        .isEqualTo(new ProcessStat("a) name?(x", 1, false, 99, 12, 230));
    assertThat(
            ProcessStat.parse(
                "24 (kworker/1:0H) I 2 0 0 0 -1 69238880 0 0 0 0 0 7 0 0 0 -20 1 0 3 0 0"))
        .isEqualTo(new ProcessStat("kworker/1:0H", 2, true, 3, 7, 0));
  }

  @Test
  void whatIsNoStatusIsUnknown() {
    assertThat(ProcessStat.parse("")).isNull();
    assertThat(ProcessStat.parse(") (")).isNull();
    assertThat(ProcessStat.parse("712 (sh) S 1")).isNull();
    assertThat(ProcessStat.parse("712 (sh) S 1 2 3 4 5 6 7 8 9 a b c d e f g")).isNull();
  }
}
