package dev.weir.load.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SloTest {
  /** 99 times of 10 ms and one of 1 s. */
  private static Histogram times() {
    Histogram times = new Histogram(3);
    times.recordValueWithCount(10_000_000, 99);
    times.recordValue(1_000_000_000);
    return times;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "p99<50ms",
        "p50<0.1s",
        "p99.9<2s",
        "p99<=50ms , errors<=0%",
        "max<1100000us",
        "p99<50ms,errors<0.1%"
      })
  void anObjectiveThatIsMetBreaksNothing(String text) {
    assertThat(Slo.parse(text).broken(times(), 0)).isEmpty();
  }

  @Test
  void eachBrokenBoundIsTold() {
    assertThat(Slo.parse("p50<5ms,p99<50ms,max<500ms,errors<0.1%").broken(times(), 0.001))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("p50<5ms: it was 10.0"),
            line -> assertThat(line).startsWith("max<500ms: it was 100"),
            line -> assertThat(line).isEqualTo("errors<0.1%: it was 0.100 %"));
  }

  @Test
  void theBoundItselfIsGoodOnlyWhereItSaysSo() {
    assertThat(Slo.parse("errors<=1%").broken(times(), 0.01)).isEmpty();
    assertThat(Slo.parse("errors<1%").broken(times(), 0.01)).hasSize(1);
  }

  @Test
  void withoutAnAnswerNoBoundOnATimeHolds() {
    assertThat(Slo.parse("p99<1s,errors<1%").broken(new Histogram(3), 0))
        .containsExactly("p99<1s: nothing was answered");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "\"\" | '' is no objective",
        "p99<50 | 'p99<50' is no objective: write p99<50ms",
        "p99>50ms | is no objective",
        "99<50ms | is no objective",
        "p0<5ms | above 0",
        "p99<0ms | above 0",
        "p100<5ms | is no objective",
        "errors<0% | can never hold",
        "errors<101% | above 100%",
        "errors<1ms | is no objective",
        "p99<50ms, | '' is no objective",
        "p99<50ms,p99<60ms | bounds p99 twice",
        "mean<5ms | is no objective",
      })
  void whatCannotBeReadIsRefusedWithTheReason(String text, String message) {
    assertThatThrownBy(() -> Slo.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message)
        .message()
        .hasLineCount(1);
  }

  @Test
  void isShownAsItWasWritten() {
    assertThat(Slo.parse("p99 < 50ms, errors<0.1%")).hasToString("p99<50ms,errors<0.1%");
  }
}
