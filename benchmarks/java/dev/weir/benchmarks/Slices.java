package dev.weir.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Measures sides in short slices, by turns, so that what disturbs one disturbs the other. */
final class Slices {
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
    double perSecond() {
      return documents * 1e9 / nanos;
    }

    double perCpuSecond() {
      return documents * 1e9 / cpuNanos;
    }
  }

  /** The slices of two sides; same index, same pair. */
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
   * Measures pairs in the order ABBA ABBA …, so that a drift hits both sides alike.
   *
   * @param pairs how many slices of each
   */
  static Pairs measure(Side first, Side second, int pairs, long sliceMillis)
      throws InterruptedException {
    Pairs measured = new Pairs(new ArrayList<>(), new ArrayList<>());
    for (int i = 0; i < pairs; i++) {
      if (i % 2 == 0) {
        measured.first.add(run(first, sliceMillis));
        measured.second.add(run(second, sliceMillis));
      } else {
        measured.second.add(run(second, sliceMillis));
        measured.first.add(run(first, sliceMillis));
      }
    }
    return measured;
  }
}
