package dev.weir.load.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.record.PercentileInterval;
import java.util.List;
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

  /** The whole interval must lie on one side of a bound. */
  @Test
  void aBoundHoldsFailsOrCantBeTold() {
    PercentileInterval wide = new PercentileInterval(8_000.0, 12_000.0, 1_000, 20, null);
    PercentileInterval none =
        new PercentileInterval(null, null, 50, 20, "too few calls: 100 of 400");
    List<Histogram> seconds = List.of(times());

    assertThat(
            Slo.parse("p99<50ms,p95<11ms,p50<5ms,max<2s,errors<0.1%")
                .answers(seconds, 0.01, (times, p) -> wide))
        .extracting(Slo.Answered::text)
        .containsExactly(
            "p99<50ms holds: 10.00 ms [8.00, 12.00]",
            "p95<11ms is not clear: 10.00 ms [8.00, 12.00]",
            "p50<5ms fails: 10.00 ms [8.00, 12.00]",
            "max<2s holds: 1000.34 ms",
            "errors<0.1% fails: 1.000 %");
    assertThat(Slo.parse("p99<50ms").answers(seconds, 0, (times, p) -> none))
        .containsExactly(
            new Slo.Answered(
                Slo.Answer.UNCLEAR, "p99<50ms is not clear: 10.00 ms, too few calls: 100 of 400"));
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
