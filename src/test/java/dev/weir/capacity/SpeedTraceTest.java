package dev.weir.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpeedTraceTest {
  private static final double WINDOW = 0.25;
  private static final double SLOW = 0.4;

  /** Twenty usual seconds with a checkpoint of six among them. */
  private static SpeedTrace checkpoint() {
    List<Double> speeds = new ArrayList<>(Collections.nCopies(80, 1.1));
    speeds.addAll(40, Collections.nCopies(24, SLOW));
    return new SpeedTrace(WINDOW, speeds);
  }

  private static long slowWindows(SpeedTrace trace) {
    return trace.relative().stream().filter(speed -> speed == SLOW).count();
  }

  @Test
  void halfTheLoadHasHalfTheSlowSecondsWhichAreAsSlow() {
    SpeedTrace half = checkpoint().atLoad(0.5);
    assertThat(slowWindows(half)).isEqualTo(3 * 4);
    assertThat(half.relative()).hasSize(104).containsOnly(1.1, SLOW);
    assertThat(slowWindows(checkpoint().atLoad(0.1))).isZero();
    assertThat(checkpoint().atLoad(1)).isEqualTo(checkpoint());
  }

  @Test
  void aFastWindowOfASlowSecondStaysFast() {
    List<Double> speeds = new ArrayList<>(Collections.nCopies(16, 1.1));
    speeds.addAll(List.of(SLOW, 2.0, SLOW, SLOW));
    SpeedTrace none = new SpeedTrace(WINDOW, speeds).atLoad(0.5);
    assertThat(none.relative().subList(16, 20)).containsExactly(1.1, 2.0, 1.1, 1.1);
  }

  @Test
  void aSlowHourIsNoStall() {
    SpeedTrace slow = new SpeedTrace(WINDOW, List.of(0.5, 0.5, 0.25, 0.75)).ofItself();
    assertThat(slow.relative()).containsExactly(1.0, 1.0, 0.5, 1.5);
  }
}
