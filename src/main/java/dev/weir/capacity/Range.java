package dev.weir.capacity;

import dev.weir.record.Interval;
import java.util.function.DoubleUnaryOperator;

/** A figure with bounds; sums and products take the errors of their parts as going together. */
record Range(double mean, double low, double high) {
  static final Range ZERO = new Range(0, 0, 0);

  static Range of(Interval interval) {
    return new Range(interval.mean(), interval.low(), interval.high());
  }

  Range plus(Range other) {
    return new Range(mean + other.mean, low + other.low, high + other.high);
  }

  /** By a factor that is not negative. */
  Range times(double factor) {
    return new Range(mean * factor, low * factor, high * factor);
  }

  /** Through a function that never falls. */
  Range through(DoubleUnaryOperator rising) {
    return new Range(
        rising.applyAsDouble(mean), rising.applyAsDouble(low), rising.applyAsDouble(high));
  }
}
