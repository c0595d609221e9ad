package dev.weir.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.hipparchus.stat.descriptive.DescriptiveStatistics;
import org.junit.jupiter.api.Test;

class ThinkTimeTest {
  @Test
  void pausesAreExponential() {
    ManualTiming timing = new ManualTiming(() -> {});
    ThinkTime think = new ThinkTime(40, 1, timing);
    DescriptiveStatistics pauses = new DescriptiveStatistics();
    for (int i = 0; i < 20_000; i++) {
      long before = timing.nanoTime();
      assertThat(think.next()).isTrue();
      pauses.addValue((timing.nanoTime() - before) / 1e6);
    }
    assertThat(pauses.getMean()).isCloseTo(40, within(1.0));
    // An exponential's deviation is its mean, and it exceeds twice that in e^-2 of the cases.
    assertThat(pauses.getStandardDeviation()).isCloseTo(40, within(1.5));
    double longer = Arrays.stream(pauses.getValues()).filter(p -> p > 80).count();
    assertThat(longer / pauses.getN()).isCloseTo(Math.exp(-2), within(0.01));
  }

  @Test
  void sameSeedSamePauses() {
    ManualTiming one = new ManualTiming(() -> {});
    ManualTiming other = new ManualTiming(() -> {});
    new ThinkTime(40, 7, one).next();
    new ThinkTime(40, 7, other).next();
    assertThat(one.nanoTime()).isEqualTo(other.nanoTime()).isPositive();
  }

  @Test
  void anInterruptedLaneGetsNoFurtherCall() {
    ThinkTime think = new ThinkTime(40, 1, Timing.system());
    Thread.currentThread().interrupt();
    assertThat(think.next()).isFalse();
    assertThat(Thread.interrupted()).as("told on").isTrue();
  }
}
