package dev.weir.capacity;

/**
 * What a host does now beside what it did when it was measured, by one cell measured again: a host
 * that others share changes from hour to hour.
 *
 * @param throughput documents/s now over those measured, positive
 * @param serverCpu CPU of the server for a document now over that measured, positive
 */
public record HostSpeed(double throughput, double serverCpu) {
  /** Nothing changed. */
  public static final HostSpeed AS_MEASURED = new HostSpeed(1, 1);

  /** How much the documents/s changed, relative to the mean of both. */
  public double apartFrom(HostSpeed other) {
    return Math.abs(throughput - other.throughput) / mean(other).throughput;
  }

  /** Between two moments. */
  public HostSpeed mean(HostSpeed other) {
    return new HostSpeed((throughput + other.throughput) / 2, (serverCpu + other.serverCpu) / 2);
  }
}
