package dev.weir.capacity;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One measured cell as the model needs it: means over its valid trials.
 *
 * @param cell its id
 * @param work what was measured
 * @param inFlight calls in flight
 * @param documentsPerSecond acknowledged documents per second
 * @param perDocument what one document cost, by quantity; a quantity that nobody sampled is absent
 */
public record Observation(
    String cell,
    Work work,
    int inFlight,
    double documentsPerSecond,
    Map<Quantity, Double> perDocument) {

  /** What one document cost; null if it was not measured. */
  public @Nullable Double of(Quantity quantity) {
    return quantity == Quantity.TIME
        ? Double.valueOf(1e6 / documentsPerSecond)
        : perDocument.get(quantity);
  }
}
