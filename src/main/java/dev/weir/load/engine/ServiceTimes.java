package dev.weir.load.engine;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Records times of up to ten minutes to three significant digits; longer ones are counted apart and
 * recorded as ten minutes. Values are nanoseconds. Safe for many threads.
 */
public final class ServiceTimes {
  /** A larger one is the width of all places up to 2,048 times as much. */
  public static final long LOWEST_NANOS = 1;

  public static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(10);
  public static final int DIGITS = 3;

  /** Lanes beyond this share recorders: a histogram of this range takes some 250 kB. */
  private static final int MOST_RECORDERS = 32;

  private final Recorder[] recorders;
  private final LongAdder overflows = new LongAdder();

  /**
   * @param lanes how many record at a time
   */
  public ServiceTimes(int lanes) {
    recorders = new Recorder[Math.min(lanes, MOST_RECORDERS)];
    for (int i = 0; i < recorders.length; i++) {
      recorders[i] = new Recorder(LOWEST_NANOS, HIGHEST_NANOS, DIGITS);
    }
  }

  /** Records one time of a lane, from 0. */
  public void record(int lane, long nanos) {
    long value = nanos;
    if (nanos > HIGHEST_NANOS) {
      overflows.increment();
      value = HIGHEST_NANOS;
    }
    recorders[lane % recorders.length].recordValue(Math.max(0, value));
  }

  /** What was recorded since the last call, of all lanes. */
  public Histogram takeInterval() {
    Histogram all = new Histogram(LOWEST_NANOS, HIGHEST_NANOS, DIGITS);
    for (Recorder recorder : recorders) {
      all.add(recorder.getIntervalHistogram());
    }
    return all;
  }

  /** How many times were longer than the range. */
  public long overflows() {
    return overflows.sum();
  }
}
