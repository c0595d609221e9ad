package dev.weir.capacity;

import java.util.ArrayList;
import java.util.List;

/**
 * The writes that a design makes at its peak.
 *
 * @param types each type of document
 * @param period seconds between two flushes of a document, as it comes out of the policy
 */
record FlushLoad(List<OfType> types, double period) {
  private static final double SECONDS_PER_MINUTE = 60;

  /**
   * One type of document.
   *
   * @param type which
   * @param rate λ, updates per second and player
   * @param documentsPerSecond after coalescing
   * @param batch mean documents per call
   * @param burst documents of one flush that come at once; 0 where they come one after another
   */
  record OfType(
      Design.DocumentType type,
      double rate,
      double documentsPerSecond,
      double batch,
      double burst) {
    double batchesPerSecond() {
      return documentsPerSecond / batch;
    }
  }

  static FlushLoad of(Design design) {
    double[] rates = design.documents().stream().mapToDouble(type -> rate(design, type)).toArray();
    Design.Flush flush = design.flush();
    double period =
        flush.policy() == Design.Policy.COUNT
            ? Coalescing.secondsUntilDirty(
                design.players(), rates, flush.whenDirty(), flush.period())
            : flush.period();
    List<OfType> types = new ArrayList<>();
    for (int i = 0; i < rates.length; i++) {
      types.add(ofType(design, design.documents().get(i), rates[i], period));
    }
    return new FlushLoad(types, period);
  }

  private static OfType ofType(
      Design design, Design.DocumentType type, double rate, double period) {
    double perSecond = Coalescing.documentsPerSecond(design.players(), rate, period);
    Design.Flush flush = design.flush();
    if (flush.policy() == Design.Policy.STAGGERED) {
      double collected = Math.max(1, perSecond * flush.linger());
      return new OfType(type, rate, perSecond, Math.min(flush.batch(), collected), 0);
    }
    double burst = perSecond * period;
    double calls = Math.ceil(burst / flush.batch());
    return new OfType(type, rate, perSecond, Math.max(1, burst / Math.max(1, calls)), burst);
  }

  static double rate(Design design, Design.DocumentType type) {
    return type.updatesPerMinute() * design.peakFactor() / SECONDS_PER_MINUTE;
  }

  double documentsPerSecond() {
    return types.stream().mapToDouble(OfType::documentsPerSecond).sum();
  }

  double batchesPerSecond() {
    return types.stream().mapToDouble(OfType::batchesPerSecond).sum();
  }

  /** BSON bytes of update statements per second. */
  double bytesPerSecond() {
    return types.stream().mapToDouble(t -> t.documentsPerSecond() * t.type().updateBytes()).sum();
  }

  /** Updates in memory per second. */
  double updatesPerSecond(double players) {
    return types.stream().mapToDouble(t -> t.rate() * players).sum();
  }

  double burst() {
    return types.stream().mapToDouble(OfType::burst).sum();
  }
}
