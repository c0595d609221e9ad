package dev.weir.capacity;

import java.util.ArrayList;
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
   * The same server at less than saturation. What slows it down is work that writes left behind, by
   * checkpoints above all. There are as many fewer of them, and it is worked off as fast: fewer
   * seconds are slow, but those that are, are as slow.
   *
   * @param load utilisation, 0 to 1
   */
  SpeedTrace atLoad(double load) {
    double[] speeds = relative.stream().mapToDouble(Double::doubleValue).toArray();
    double usual = StatUtils.percentile(speeds, MEDIAN);
    int second = (int) Math.max(1, Math.round(1 / windowSeconds));
    List<Double> then = new ArrayList<>();
    double slow = 0;
    for (int from = 0; from < speeds.length; from += second) {
      int windows = Math.min(second, speeds.length - from);
      boolean relieved = false;
      if (StatUtils.mean(speeds, from, windows) < usual) {
        slow += load;
        relieved = slow < 1;
        slow -= relieved ? 0 : 1;
      }
      for (int i = from; i < from + windows; i++) {
        then.add(relieved ? Math.max(usual, speeds[i]) : speeds[i]);
      }
    }
    return new SpeedTrace(windowSeconds, then);
  }

  /** Relative to the trial's own mean: that the host was slow in this hour is no stall. */
  SpeedTrace ofItself() {
    double mean = relative.stream().mapToDouble(Double::doubleValue).average().orElse(1);
    return mean > 0
        ? new SpeedTrace(windowSeconds, relative.stream().map(speed -> speed / mean).toList())
        : this;
  }
}
