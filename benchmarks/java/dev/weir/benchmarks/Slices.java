package dev.weir.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Measures sides in short slices, by turns, so that what disturbs one disturbs the other. */
final class Slices {
  /** Slices of each side in one pair; even, so that each goes first as often as the other. */
  private static final int TURNS = 4;

  /** Threads and connections come up in this part of a slice; it is not measured. */
  private static final int LEAD_IN_DIVISOR = 6;

  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private Slices() {}

  /**
   * One slice.
   *
   * @param documents acknowledged in it
   * @param nanos its length
   * @param cpuNanos CPU time of this process in it, all threads
   */
  record Slice(long documents, long nanos, long cpuNanos) {
    static final Slice NONE = new Slice(0, 0, 0);

    Slice plus(Slice other) {
      return new Slice(documents + other.documents, nanos + other.nanos, cpuNanos + other.cpuNanos);
    }

    double perSecond() {
      return documents * 1e9 / nanos;
    }

    double perCpuSecond() {
      return documents * 1e9 / cpuNanos;
    }
  }

  /** The figures of two sides; same index, same pair. */
  record Pairs(List<Slice> first, List<Slice> second) {}

  /** Runs a side and measures it for {@code millis}, after a short lead-in. */
  static Slice run(Side side, long millis) throws InterruptedException {
    side.start();
    TimeUnit.MILLISECONDS.sleep(millis / LEAD_IN_DIVISOR);
    long documents = side.documents();
    long at = System.nanoTime();
    long cpu = PROCESS.getProcessCpuTime();
    TimeUnit.MILLISECONDS.sleep(millis);
    Slice slice =
        new Slice(
            side.documents() - documents,
            System.nanoTime() - at,
            PROCESS.getProcessCpuTime() - cpu);
    side.stop();
    return slice;
  }

  /** Runs both by turns, unmeasured, until each has had its time. */
  static void warm(Side first, Side second, long millisEach, long sliceMillis)
      throws InterruptedException {
    for (long spent = 0; spent < millisEach; spent += sliceMillis) {
      run(first, sliceMillis);
      run(second, sliceMillis);
    }
  }

  /**
   * Measures pairs. Each side of a pair is the sum of its {@link #TURNS} slices, which take turns
   * in the order ABBA ABBA …, so that a drift hits both sides alike and a stall of the server is
   * only part of a figure.
   *
   * @param pairs how many figures of each side
   */
  static Pairs measure(Side first, Side second, int pairs, long sliceMillis)
      throws InterruptedException {
    Pairs measured = new Pairs(new ArrayList<>(), new ArrayList<>());
    for (int pair = 0; pair < pairs; pair++) {
      Slice a = Slice.NONE;
      Slice b = Slice.NONE;
      for (int turn = 0; turn < TURNS; turn++) {
        if (turn % 2 == 0) {
          a = a.plus(run(first, sliceMillis));
          b = b.plus(run(second, sliceMillis));
        } else {
          b = b.plus(run(second, sliceMillis));
          a = a.plus(run(first, sliceMillis));
        }
      }
      measured.first.add(a);
      measured.second.add(b);
    }
    return measured;
  }
}
