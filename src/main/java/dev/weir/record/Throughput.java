package dev.weir.record;

import java.util.List;

/**
 * What a measured span carried per second.
 *
 * @param documentsPerSecond mean over the span
 * @param batchesPerSecond calls to the driver per second
 * @param megabytesPerSecond BSON of update statements, 10^6 bytes per second
 * @param windowMillis length of a window
 * @param windows documents/s of each window, nothing averaged away
 */
public record Throughput(
    double documentsPerSecond,
    double batchesPerSecond,
    double megabytesPerSecond,
    long windowMillis,
    List<Double> windows) {
  /** Nothing was measured. */
  public static final Throughput NONE = new Throughput(0, 0, 0, 0, List.of());

  /** Counts of a span of that many nanoseconds as rates. */
  public static Throughput of(
      long documents,
      long batches,
      long bytes,
      long nanos,
      long windowMillis,
      List<Double> windows) {
    double seconds = Math.max(1, nanos) / 1e9;
    return new Throughput(
        documents / seconds, batches / seconds, bytes / 1e6 / seconds, windowMillis, windows);
  }
}
