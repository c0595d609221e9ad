package dev.weir.capture.timeline;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Differences of cumulative counters. There is none over a gap of several intervals, which would
 * smear it into one row, and none when a counter fell, which means that its process is a new one.
 */
final class Rates {
  private static final long LONGEST_STEP_MS = 2_500;

  private Map<String, Double> before = new HashMap<>();
  private long beforeMs = Long.MIN_VALUE;
  private Map<String, Double> now = Map.of();
  private double seconds = Double.NaN;
  private long stepMs = Long.MAX_VALUE;

  /** Moves on to the next sample's counters. */
  void step(long epochMs, Map<String, Double> counters) {
    before = new HashMap<>(now);
    now = counters;
    long step = beforeMs == Long.MIN_VALUE ? 0 : epochMs - beforeMs;
    beforeMs = epochMs;
    if (step > 0) {
      stepMs = Math.min(stepMs, step);
    }
    // Captures at longer intervals are their own measure of what a gap is.
    boolean usable = step > 0 && step <= Math.max(LONGEST_STEP_MS, 5 * stepMs / 2);
    seconds = usable ? step / 1000.0 : Double.NaN;
  }

  /** Forgets what was before: a gap. */
  void forget() {
    now = Map.of();
    beforeMs = Long.MIN_VALUE;
  }

  /** Seconds since the sample before, none over a gap. */
  OptionalDouble seconds() {
    return Double.isNaN(seconds) ? OptionalDouble.empty() : OptionalDouble.of(seconds);
  }

  /** By how much the counter grew since the sample before. */
  OptionalDouble delta(String counter) {
    Double from = before.get(counter);
    Double to = now.get(counter);
    if (Double.isNaN(seconds) || from == null || to == null || to < from) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(to - from);
  }

  /** Its growth per second. */
  OptionalDouble perSecond(String counter) {
    OptionalDouble delta = delta(counter);
    return delta.isEmpty() ? delta : OptionalDouble.of(delta.getAsDouble() / seconds);
  }
}
