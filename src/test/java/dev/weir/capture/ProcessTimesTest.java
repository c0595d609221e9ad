package dev.weir.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProcessTimesTest {
  @Test
  void itsOwnAndItsEndedChildrensTimesAreAddedUp() {
    assertThat(
            ProcessTimes.parse(
                "712 (a) name (x) S 1 712 712 0 -1 4194560 1 2 3 4 7 5 200 30 20 0 1 0 99\n"))
        .isEqualTo(Duration.ofMillis(2_420));
  }

  @Test
  void whatIsNoStatusIsUnknown() {
    assertThat(ProcessTimes.parse("")).isNull();
    assertThat(ProcessTimes.parse("712 (sh) S 1")).isNull();
    assertThat(ProcessTimes.parse("712 (sh) S 1 2 3 4 5 6 7 8 9 a b c d e f g")).isNull();
  }
}
