package dev.weir.load.trial;

import java.util.ArrayList;
import java.util.List;

/**
 * The rates of several clients' windows, added. Clients keep the windows of the trial; where calls
 * are slow, neighbouring ones are judged as one.
 */
public final class JointRates {
  private final long baseMillis;
  private final long settleAtMostMillis;
  private final List<Double> rates = new ArrayList<>();
  private long batches;

  public JointRates(long windowMillis, long settleAtMostMillis) {
    this.baseMillis = windowMillis;
    this.settleAtMostMillis = settleAtMostMillis;
  }

  /** A further window of all clients together. */
  public void add(double documentsPerSecond, long batchesInIt) {
    rates.add(documentsPerSecond);
    batches += batchesInIt;
  }

  /** A whole number of the trial's windows, long enough to hold some calls. */
  public long windowMillis() {
    return together() * baseMillis;
  }

  private int together() {
    if (rates.isEmpty()) {
      return 1;
    }
    long wide = SettlingRates.widerWindow(batches / rates.size(), baseMillis);
    return (int) Math.max(1, -Math.floorDiv(-wide, baseMillis));
  }

  public SteadyState.Decision verdict() {
    int together = together();
    SettlingRates judged = new SettlingRates(windowMillis(), settleAtMostMillis);
    for (int from = 0; from + together <= rates.size(); from += together) {
      judged.add(
          rates.subList(from, from + together).stream()
              .mapToDouble(Double::doubleValue)
              .average()
              .orElse(0));
    }
    return judged.verdict();
  }
}
