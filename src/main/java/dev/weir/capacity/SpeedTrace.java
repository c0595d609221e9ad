package dev.weir.capacity;

import java.util.List;

/**
 * How fast a saturated server was, window after window of one trial.
 *
 * @param windowSeconds length of a window
 * @param relative documents per second of each, relative to the mean of its cell
 */
record SpeedTrace(double windowSeconds, List<Double> relative) {
  /** Relative to the trial's own mean: that the host was slow in this hour is no stall. */
  SpeedTrace ofItself() {
    double mean = relative.stream().mapToDouble(Double::doubleValue).average().orElse(1);
    return mean > 0
        ? new SpeedTrace(windowSeconds, relative.stream().map(speed -> speed / mean).toList())
        : this;
  }
}
