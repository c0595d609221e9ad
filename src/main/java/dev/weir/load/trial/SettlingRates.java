package dev.weir.load.trial;

import java.util.ArrayList;
import java.util.List;

/** The rates of a trial's settling windows, judged as they come. */
public final class SettlingRates {
  /** A window holds at least this many calls, else its rate is a toss of a coin. */
  private static final double CALLS_PER_WINDOW = 10;

  /** A wider one holds more, or the next window with a call less would widen it again. */
  private static final double CALLS_PER_WIDER_WINDOW = 15;

  static final long LONGEST_WINDOW_MILLIS = 5_000;

  /** The window that the criteria of {@link SteadyState} were chosen with. */
  private static final double USUAL_WINDOW_MILLIS = 250;

  private final long settleAtMostMillis;
  private final List<Double> rates = new ArrayList<>();
  private long windowMillis;

  /**
   * @param settleAtMostMillis after which a trial has not settled
   */
  public SettlingRates(long windowMillis, long settleAtMostMillis) {
    this.windowMillis = windowMillis;
    this.settleAtMostMillis = settleAtMostMillis;
  }

  /** The window that holds enough calls, when one of that length held that number. */
  static long widerWindow(long calls, long windowMillis) {
    if (calls >= CALLS_PER_WINDOW) {
      return windowMillis;
    }
    double factor = CALLS_PER_WIDER_WINDOW / Math.max(1, calls);
    return Math.max(
        windowMillis, Math.min(LONGEST_WINDOW_MILLIS, (long) Math.ceil(windowMillis * factor)));
  }

  /** Forgets all rates: windows have another length from here on. */
  void restart(long millis) {
    windowMillis = millis;
    rates.clear();
  }

  /** The next window. */
  public void add(double documentsPerSecond) {
    rates.add(documentsPerSecond);
  }

  long windowMillis() {
    return windowMillis;
  }

  /** Whether the rates so far show a steady state. */
  public SteadyState.Decision verdict() {
    // Wide windows, chosen or because calls are slow, need longer to show the same.
    double stretch = Math.max(1, windowMillis / USUAL_WINDOW_MILLIS);
    double windowSeconds = windowMillis / 1e3;
    SteadyState.Criteria base =
        SteadyState.Criteria.settle(windowSeconds / stretch, Double.MAX_VALUE);
    double shortest = base.minSeconds() * stretch;
    return new SteadyState(
            new SteadyState.Criteria(
                windowSeconds,
                base.slopePerSecond() / stretch,
                base.drift(),
                base.fallFactor(),
                shortest,
                base.maxSeconds() * stretch,
                Math.max(settleAtMostMillis / 1e3, shortest)))
        .judge(rates.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
