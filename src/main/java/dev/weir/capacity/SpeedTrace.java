package dev.weir.capacity;

import java.util.List;
import org.hipparchus.stat.StatUtils;

/**
 * How fast a saturated server was, window after window of one trial.
 *
 * @param windowSeconds length of a window
 * @param relative documents per second of each, relative to the mean of its cell
 */
record SpeedTrace(double windowSeconds, List<Double> relative) {
  private static final double MEDIAN = 50;

  /**
   * The same server at less than saturation: what slows a window down is work that writes left
   * behind, and there are as many fewer of them.
   *
   * @param load utilisation, 0 to 1
   */
  SpeedTrace atLoad(double load) {
    double[] speeds = relative.stream().mapToDouble(Double::doubleValue).toArray();
    double usual = StatUtils.percentile(speeds, MEDIAN);
    return new SpeedTrace(
        windowSeconds,
        relative.stream().map(speed -> speed - (1 - load) * Math.min(0, speed - usual)).toList());
  }

  /** Relative to the trial's own mean: that the host was slow in this hour is no stall. */
  SpeedTrace ofItself() {
    double mean = relative.stream().mapToDouble(Double::doubleValue).average().orElse(1);
    return mean > 0
        ? new SpeedTrace(windowSeconds, relative.stream().map(speed -> speed / mean).toList())
        : this;
  }
}
