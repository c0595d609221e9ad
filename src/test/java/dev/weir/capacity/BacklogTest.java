package dev.weir.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BacklogTest {
  private static final double WINDOW = 0.25;

  @Test
  void aSteadyServerHasNone() {
    Backlog backlog = Backlog.of(0.98, List.of(new SpeedTrace(WINDOW, List.of(1.0, 1.0, 1.0))));
    assertThat(backlog).isEqualTo(Backlog.NONE);
    assertThat(Backlog.of(0.98, List.of())).isEqualTo(Backlog.NONE);
  }

  @Test
  void oneStallPilesUpAndDrains() {
    // At ρ = 0.5 a stall of a second piles up 0.5 s; a speed of 1 drains it in another second.
    List<Double> speeds = new ArrayList<>(Collections.nCopies(96, 1.0));
    speeds.addAll(4, Collections.nCopies(4, 0.0));
    Backlog backlog = Backlog.of(0.5, List.of(new SpeedTrace(WINDOW, speeds)));
    assertThat(backlog.clear()).isCloseTo(1 - 2.0 / 25, within(0.003));
    assertThat(backlog.longest()).isCloseTo(500, within(10.0));
    // A triangle 2 s wide and 500 ms high in 25 s.
    assertThat(backlog.mean()).isCloseTo(500 * 2 / 2.0 / 25, within(1.0));
  }

  @Test
  void slowWindowsPileUpOnlyWhatTheyDontCarry() {
    SpeedTrace trace = new SpeedTrace(WINDOW, List.of(1.4, 0.6, 1.4, 0.6));
    assertThat(Backlog.of(0.5, List.of(trace))).isEqualTo(Backlog.NONE);
    // 0.2 · 0.25 s at the end of each slow window, gone after 1/14 s of the next.
    assertThat(Backlog.of(0.8, List.of(trace)).longest()).isCloseTo(50, within(2.5));
  }

  @Test
  void busierServersWaitLonger() {
    Random random = new Random(1);
    List<Double> speeds = random.doubles(4_000, 0.4, 1.6).boxed().toList();
    List<SpeedTrace> traces = List.of(new SpeedTrace(WINDOW, speeds));
    double before = 0;
    for (double used : new double[] {0.5, 0.6, 0.7, 0.8, 0.9}) {
      Backlog backlog = Backlog.of(used, traces);
      assertThat(backlog.mean()).isGreaterThan(before);
      assertThat(backlog.millis()).isSorted();
      before = backlog.mean();
    }
  }

  @Test
  void trialsBeginWithoutOne() {
    SpeedTrace slow = new SpeedTrace(WINDOW, List.of(0.5));
    Backlog one = Backlog.of(0.9, List.of(slow));
    Backlog many = Backlog.of(0.9, Collections.nCopies(20, slow));
    assertThat(many.longest()).isEqualTo(one.longest()).isCloseTo(100, within(1.0));
  }
}
