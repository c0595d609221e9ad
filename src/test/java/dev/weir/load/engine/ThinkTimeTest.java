package dev.weir.load.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.load.FakeLoad;
import dev.weir.load.FakeWriter;
import dev.weir.load.ManualTiming;
import dev.weir.study.Cell;
import dev.weir.study.Factor;
import java.util.Arrays;
import org.hipparchus.stat.descriptive.DescriptiveStatistics;
import org.junit.jupiter.api.Test;

class ThinkTimeTest {
  @Test
  void pausesAreExponential() {
    ManualTiming timing = new ManualTiming(() -> {});
    ThinkTime think = new ThinkTime(40, 1, timing);
    DescriptiveStatistics pauses = new DescriptiveStatistics();
    Call call = new Call();
    for (int i = 0; i < 20_000; i++) {
      assertThat(think.next(call)).isTrue();
      pauses.addValue((call.intendedAt - timing.nanoTime()) / 1e6);
    }
    assertThat(pauses.getMean()).isCloseTo(40, within(1.0));
    // An exponential's deviation is its mean, and it exceeds twice that in e^-2 of the cases.
    assertThat(pauses.getStandardDeviation()).isCloseTo(40, within(1.5));
    double longer = Arrays.stream(pauses.getValues()).filter(p -> p > 80).count();
    assertThat(longer / pauses.getN()).isCloseTo(Math.exp(-2), within(0.01));
  }

  @Test
  void sameSeedSamePauses() {
    ManualTiming timing = new ManualTiming(() -> {});
    Call one = new Call();
    Call other = new Call();
    new ThinkTime(40, 7, timing).next(one);
    new ThinkTime(40, 7, timing).next(other);
    assertThat(one.intendedAt).isEqualTo(other.intendedAt).isPositive();
  }

  @Test
  void anInterruptedLaneMakesNoFurtherCall() throws Exception {
    Cell cell = FakeLoad.cell(1).with(Factor.THINK, 40_000).with(Factor.IN_FLIGHT, 1);
    try (CallLoop loop =
        CallLoop.closed(FakeWriter.atOnce().asBlocking(), cell, 100, 1, Timing.system())) {
      Thread.currentThread().interrupt();
      loop.lanes().forEach(Lane::run);
      assertThat(Thread.interrupted()).as("passed on").isTrue();
      assertThat(loop.gaveUp()).isTrue();
      assertThat(loop.progress().sent()).isZero();
    }
  }
}
