package dev.weir.runner.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.capacity.Design;
import dev.weir.capacity.DesignReader;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlayLengthsTest {
  private static final List<PlayLengths> ALL =
      List.of(
          PlayLengths.usual(300),
          PlayLengths.brief(),
          PlayLengths.ofLoads(Duration.ofSeconds(300), Duration.ofSeconds(60)));

  private static Design design(String flush) throws Exception {
    return DesignReader.parse(
        "p.yaml",
        """
        name: lengths
        players: 8000
        documents:
          - {name: role, updatesPerMinute: 20, fields: 16, updateBytes: 613B, storedBytes: 6kB}
        flush: {%s, batch: 50}
        """
            .formatted(flush));
  }

  private static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }

  /** A minute of a timer of 40 s has one flush or two, and of 5 minutes one or none. */
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 7, 20, 40, 60, 90, 300})
  void aTimersFlushesAreMeasuredWhole(double period) throws Exception {
    Design design = design("policy: timer, period: " + period + "s");
    for (PlayLengths lengths : ALL) {
      for (boolean probed : new boolean[] {true, false}) {
        double settle = seconds(lengths.settle(design, probed));
        assertThat(settle).isGreaterThanOrEqualTo(period);
        assertThat(settle / period % 1).as("between two flushes").isCloseTo(0.5, within(1e-6));
        double measured = seconds(probed ? lengths.probe(design) : lengths.block(design));
        assertThat(measured).isGreaterThanOrEqualTo(30);
        assertThat(measured / period).isCloseTo(Math.rint(measured / period), within(1e-6));
      }
    }
  }

  /** Of 80 s with a flush every 40 s a third more may be checkpoint than in the mean. */
  @ParameterizedTest
  @CsvSource({"20, 60", "40, 120", "45, 180", "90, 180", "300, 300", "7, 63", "600, 600"})
  void whatATimerFlushesIsMeasuredOverAsNearlyWholeCheckpoints(int period, int seconds)
      throws Exception {
    Design design = design("policy: timer, period: " + period + "s");
    assertThat(PlayLengths.usual(300).probe(design)).isEqualTo(Duration.ofSeconds(seconds));
    assertThat(PlayLengths.usual(300).step(design)).isEqualTo(Duration.ofSeconds(period));
  }

  @Test
  void aFlushByCountIsMeasuredWholeByThePeriodThatItComesTo() throws Exception {
    Design design = design("policy: count, whenDirty: 4000, period: 60s");
    assertThat(design.flushSeconds()).isCloseTo(Math.log(2) * 3, within(0.01));
    double flushes = seconds(PlayLengths.usual(300).block(design)) / design.flushSeconds();
    assertThat(flushes).isGreaterThan(28).isCloseTo(Math.rint(flushes), within(1e-6));
  }

  @Test
  void aStaggeredFlushIsAlikeAtAnyTime() throws Exception {
    Design design = design("policy: staggered, period: 40s");
    PlayLengths usual = PlayLengths.usual(300);
    assertThat(usual.settle(design, true)).isEqualTo(Duration.ofSeconds(40));
    assertThat(usual.settle(design, false)).isEqualTo(Duration.ofSeconds(340));
    assertThat(usual.block(design)).isEqualTo(Duration.ofSeconds(60));
    assertThat(usual.probe(design)).isEqualTo(Duration.ofSeconds(60));
    assertThat(usual.step(design)).isEqualTo(Duration.ofSeconds(1));
  }
}
