package dev.weir.capacity;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One measured cell as the model needs it: means over its valid trials.
 *
 * @param cell its id, with the run's folder where several runs are read
 * @param work what was measured
 * @param documentsPerSecond acknowledged documents per second
 * @param perDocument what one document cost, by quantity; a quantity that nobody sampled is absent
 */
public record Observation(
    String cell, Work work, double documentsPerSecond, Map<Quantity, Double> perDocument) {

  /**
   * Seconds per document and call in flight, N / X: by Little's law the time a call takes, divided
   * by its documents. In µs.
   */
  double laneMicros() {
    return work.inFlight() / documentsPerSecond * 1e6;
  }

  /** What one document cost; null if it was not measured. */
  public @Nullable Double of(Quantity quantity) {
    return quantity == Quantity.LANE_MICROS
        ? Double.valueOf(laneMicros())
        : perDocument.get(quantity);
  }
}
