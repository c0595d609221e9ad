package dev.weir.capacity;

import java.util.List;

/**
 * How fast a saturated server was, window after window of one trial.
 *
 * @param windowSeconds length of a window
 * @param relative documents per second of each, relative to the mean of its cell
 */
record SpeedTrace(double windowSeconds, List<Double> relative) {}
