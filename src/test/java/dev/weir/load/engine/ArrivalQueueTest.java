package dev.weir.load.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.load.ManualTiming;
import dev.weir.load.engine.ArrivalQueue.Snapshot;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrivalQueueTest {
  private static Arrivals at(Long... times) {
    ArrayDeque<Long> left = new ArrayDeque<>(List.of(times));
    return () -> left.isEmpty() ? Arrivals.NONE : left.poll();
  }

  private static ArrivalQueue queue(Arrivals arrivals, int capacity, long countFrom) {
    return new ArrivalQueue(arrivals, capacity, countFrom, new ManualTiming(() -> {}));
  }

  /** A taken arrival. */
  private record Arrival(long number, long at, boolean waited) {}

  private static @Nullable Arrival take(ArrivalQueue queue, long now) {
    Call call = new Call();
    return queue.take(now, call) ? new Arrival(call.number, call.intendedAt, call.waited) : null;
  }

  @Test
  void whoIsEarlyGetsTheNextArrivalAheadOfItsTime() {
    ArrivalQueue queue = queue(at(10L, 20L), 5, 0);
    assertThat(take(queue, 0)).isEqualTo(new Arrival(0, 10, false));
    assertThat(take(queue, 3)).isEqualTo(new Arrival(1, 20, false));
    assertThat(take(queue, 3)).isNull();
  }

  @Test
  void whoIsLateGetsWhatHasWaitedLongest() {
    ArrivalQueue queue = queue(at(10L, 20L, 30L), 5, 0);
    assertThat(queue.snapshot(25).waiting()).isEqualTo(2);
    assertThat(take(queue, 25)).isEqualTo(new Arrival(0, 10, true));
    assertThat(take(queue, 25)).isEqualTo(new Arrival(1, 20, true));
    assertThat(take(queue, 25)).isEqualTo(new Arrival(2, 30, false));
  }

  @Test
  void anArrivalThatFindsTheQueueFullIsShedAndThoseBeforeItStay() {
    ArrivalQueue queue = queue(at(1L, 2L, 3L, 4L, 5L), 2, 3);
    assertThat(queue.snapshot(4)).isEqualTo(new Snapshot(4, 2, 0, 2, 2, 2));
    assertThat(take(queue, 4)).isEqualTo(new Arrival(0, 1, true));
    assertThat(take(queue, 5)).as("5 found one place free").isEqualTo(new Arrival(1, 2, true));
    assertThat(take(queue, 5)).isEqualTo(new Arrival(4, 5, true));
    assertThat(take(queue, 5)).isNull();
    assertThat(queue.snapshot(5)).isEqualTo(new Snapshot(5, 0, 3, 2, 3, 2));
  }

  @Test
  void aFullQueueIsNoMatterOfWhenSomebodyLooks() {
    ArrivalQueue looked = queue(at(1L, 2L, 3L, 4L), 2, 0);
    for (long now = 0; now < 10; now++) {
      looked.snapshot(now);
    }
    ArrivalQueue not = queue(at(1L, 2L, 3L, 4L), 2, 0);
    assertThat(looked.snapshot(10)).isEqualTo(not.snapshot(10));
  }

  @Test
  void arrivalsThatGoBackInTimeAreRefused() {
    ArrivalQueue queue = queue(at(10L, 9L), 2, 0);
    assertThatThrownBy(() -> take(queue, 20)).hasMessageContaining("back in time");
  }

  /** What the queue means, said plainly: each arrival is let in at its very moment. */
  private static final class Model {
    private final long[] times;
    private final int capacity;
    private final long countFrom;
    private final ArrayDeque<Arrival> waiting = new ArrayDeque<>();
    private int arrived;
    private long taken;
    private long shed;
    private long countedShed;

    Model(long[] times, int capacity, long countFrom) {
      this.times = times;
      this.capacity = capacity;
      this.countFrom = countFrom;
    }

    private void admit(long now) {
      for (; arrived < times.length && times[arrived] <= now; arrived++) {
        if (waiting.size() < capacity) {
          waiting.add(new Arrival(arrived, times[arrived], true));
        } else {
          shed++;
          countedShed += times[arrived] >= countFrom ? 1 : 0;
        }
      }
    }

    @Nullable Arrival take(long now) {
      admit(now);
      Arrival head = waiting.poll();
      if (head == null && arrived < times.length) {
        head = new Arrival(arrived, times[arrived++], false);
      }
      taken += head == null ? 0 : 1;
      return head;
    }

    Snapshot snapshot(long now) {
      admit(now);
      long counted = Arrays.stream(times, 0, arrived).filter(at -> at >= countFrom).count();
      return new Snapshot(arrived, waiting.size(), taken, shed, counted, countedShed);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void whatBecomesOfRandomArrivalsIsWhatThePlainQueueMakesOfThem(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int capacity = seed % 3 == 0 ? 5_000 : 1 + random.nextInt(40);
    long[] times = random.longs(12_000, 0, 60_000).sorted().toArray();
    long countFrom = random.nextInt(60_000);
    int[] next = {0};
    ArrivalQueue queue =
        queue(() -> next[0] < times.length ? times[next[0]++] : Arrivals.NONE, capacity, countFrom);
    Model model = new Model(times, capacity, countFrom);
    long now = -10;
    boolean left = true;
    while (left) {
      // Calm and stalls: in some the queue runs empty, in others it is full for long.
      now += random.nextInt(4) == 0 ? random.nextInt(random.nextInt(50) == 0 ? 3_000 : 12) : 0;
      if (random.nextInt(8) == 0) {
        assertThat(queue.snapshot(now)).isEqualTo(model.snapshot(now));
      }
      Arrival expected = model.take(now);
      assertThat(take(queue, now)).isEqualTo(expected);
      left = expected != null;
    }
    assertThat(queue.snapshot(now)).isEqualTo(model.snapshot(now));
    assertThat(model.taken + model.shed).isEqualTo(12_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 100, 10_000})
  void manyLanesTakeOrShedEveryArrivalExactlyOnce(int capacity) throws Exception {
    int threads = 8;
    int arrivals = 400_000;
    AtomicLong clock = new AtomicLong();
    ArrivalQueue queue = queue(Arrivals.constant(1e9, arrivals), capacity, arrivals / 4);
    ExecutorService lanes = Executors.newFixedThreadPool(threads);
    List<Future<long[]>> taken = new ArrayList<>();
    try {
      for (int i = 0; i < threads; i++) {
        taken.add(lanes.submit(() -> takeAll(queue, clock, arrivals)));
      }
      boolean[] seen = new boolean[arrivals];
      long sum = 0;
      for (Future<long[]> one : taken) {
        long[] numbers = one.get(60, TimeUnit.SECONDS);
        for (int i = 0; i < numbers.length; i++) {
          assertThat(seen[(int) numbers[i]]).as("taken twice").isFalse();
          seen[(int) numbers[i]] = true;
          assertThat(i == 0 || numbers[i] > numbers[i - 1]).as("in order").isTrue();
        }
        sum += numbers.length;
      }
      Snapshot end = queue.snapshot(Long.MAX_VALUE - 1);
      assertThat(end.arrived()).isEqualTo(arrivals);
      assertThat(end.taken()).isEqualTo(sum);
      assertThat(end.taken() + end.shed()).isEqualTo(arrivals);
      assertThat(end.waiting()).isZero();
      assertThat(end.counted()).isEqualTo(arrivals - arrivals / 4);
      long shedLate = 0;
      for (int number = arrivals / 4; number < arrivals; number++) {
        shedLate += seen[number] ? 0 : 1;
      }
      assertThat(end.countedShed()).isEqualTo(shedLate);
    } finally {
      lanes.shutdownNow();
    }
  }

  /** Each taking lets two or three arrivals' time pass, so that some are shed. */
  private static long[] takeAll(ArrivalQueue queue, AtomicLong clock, int atMost) {
    long[] numbers = new long[atMost];
    int n = 0;
    Call call = new Call();
    while (queue.take(clock.addAndGet(2 + n % 2), call)) {
      numbers[n++] = call.number;
      if (n % 1_000 == 0) {
        Snapshot now = queue.snapshot(clock.get());
        if (now.taken() + now.shed() + now.waiting() != now.arrived()) {
          throw new IllegalStateException("lost: " + now);
        }
      }
    }
    return Arrays.copyOf(numbers, n);
  }
}
