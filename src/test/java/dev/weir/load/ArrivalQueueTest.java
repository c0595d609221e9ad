package dev.weir.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.load.ArrivalQueue.Arrival;
import dev.weir.load.ArrivalQueue.Snapshot;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArrivalQueueTest {
  private static Arrivals at(Long... times) {
    ArrayDeque<Long> left = new ArrayDeque<>(List.of(times));
    return () -> left.isEmpty() ? Arrivals.NONE : left.poll();
  }

  @Test
  void whoIsEarlyGetsTheNextArrivalAheadOfItsTime() {
    ArrivalQueue queue = new ArrivalQueue(at(10L, 20L), 5, 0);
    assertThat(queue.take(0)).isEqualTo(new Arrival(0, 10, false));
    assertThat(queue.take(3)).isEqualTo(new Arrival(1, 20, false));
    assertThat(queue.take(3)).isNull();
  }

  @Test
  void whoIsLateGetsWhatHasWaitedLongest() {
    ArrivalQueue queue = new ArrivalQueue(at(10L, 20L, 30L), 5, 0);
    assertThat(queue.snapshot(25).waiting()).isEqualTo(2);
    assertThat(queue.take(25)).isEqualTo(new Arrival(0, 10, true));
    assertThat(queue.take(25)).isEqualTo(new Arrival(1, 20, true));
    assertThat(queue.take(25)).isEqualTo(new Arrival(2, 30, false));
  }

  @Test
  void anArrivalThatFindsTheQueueFullIsShedAndThoseBeforeItStay() {
    ArrivalQueue queue = new ArrivalQueue(at(1L, 2L, 3L, 4L, 5L), 2, 3);
    assertThat(queue.snapshot(4)).isEqualTo(new Snapshot(4, 2, 0, 2, 2, 2));
    assertThat(queue.take(4)).isEqualTo(new Arrival(0, 1, true));
    assertThat(queue.take(5)).as("5 found one place free").isEqualTo(new Arrival(1, 2, true));
    assertThat(queue.take(5)).isEqualTo(new Arrival(4, 5, true));
    assertThat(queue.take(5)).isNull();
    assertThat(queue.snapshot(5)).isEqualTo(new Snapshot(5, 0, 3, 2, 3, 2));
  }

  @Test
  void aFullQueueIsNoMatterOfWhenSomebodyLooks() {
    ArrivalQueue looked = new ArrivalQueue(at(1L, 2L, 3L, 4L), 2, 0);
    for (long now = 0; now < 10; now++) {
      looked.snapshot(now);
    }
    ArrivalQueue not = new ArrivalQueue(at(1L, 2L, 3L, 4L), 2, 0);
    assertThat(looked.snapshot(10)).isEqualTo(not.snapshot(10));
  }

  @Test
  void arrivalsThatGoBackInTimeAreRefused() {
    ArrivalQueue queue = new ArrivalQueue(at(10L, 9L), 2, 0);
    assertThatThrownBy(() -> queue.take(20)).hasMessageContaining("back in time");
  }
}
