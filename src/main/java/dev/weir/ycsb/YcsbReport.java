package dev.weir.ycsb;

import java.util.EnumMap;
import java.util.Map;
import java.util.Properties;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;
import site.ycsb.measurements.OneMeasurement;

/**
 * Reports into YCSB's own {@link Measurements}: latencies of batches as {@code BATCH-INSERT} and
 * {@code BATCH-UPDATE}, counts of their operations as {@code INSERT} and {@code UPDATE}.
 *
 * <p>YCSB times every call of a binding and has no way to say "not this one", so for a batching
 * binding its {@code UPDATE} latencies would be mostly zeros. {@link #install} therefore puts
 * {@link BatchedOperations} into YCSB's tables before the first operation. The tables are private;
 * YCSB's version is pinned, and a version that has no such table is an error, never a wrong figure.
 */
final class YcsbReport implements Report {
  private final Measurements measurements;
  private final Map<BatchKind, BatchedOperations> operations;

  private YcsbReport(Measurements measurements, Map<BatchKind, BatchedOperations> operations) {
    this.measurements = measurements;
    this.operations = operations;
  }

  /**
   * Prepares YCSB's measurements for batches. To be called by every thread before its first
   * operation; all but the first call find it done.
   */
  static YcsbReport install(Measurements measurements, Properties properties) {
    // YCSB counts statuses in the table of intended times if and only if it keeps no other.
    boolean intendedOnly =
        properties.getProperty(Measurements.MEASUREMENT_INTERVAL, "op").equals("intended");
    Map<BatchKind, BatchedOperations> operations = new EnumMap<>(BatchKind.class);
    for (BatchKind kind : BatchKind.values()) {
      operations.put(kind, put(YcsbMeasurements.table(measurements, intendedOnly), kind));
      put(YcsbMeasurements.table(measurements, !intendedOnly), kind);
    }
    return new YcsbReport(measurements, operations);
  }

  private static BatchedOperations put(Map<String, OneMeasurement> table, BatchKind kind) {
    OneMeasurement there = table.computeIfAbsent(kind.name(), name -> new BatchedOperations(name));
    if (there instanceof BatchedOperations batched) {
      return batched;
    }
    throw new IllegalStateException(
        "YCSB measured " + kind + " operations before the binding was initialised");
  }

  @Override
  public void batch(BatchKind kind, Status status, long startNanos, long endNanos) {
    String name = kind.batchName();
    String latencyName = status.isOk() ? name : name + "-FAILED";
    // The batch was due when the operation that sent it was due: without a target, when it was
    // sent.
    long intended = measurements.getIntendedtartTimeNs();
    long due = intended == 0 ? startNanos : Math.min(intended, startNanos);
    measurements.measure(latencyName, micros(endNanos - startNanos));
    measurements.measureIntended(latencyName, micros(endNanos - due));
    measurements.reportStatus(name, status);
  }

  @Override
  public void operations(BatchKind kind, Status status, long count) {
    BatchedOperations counter = operations.get(kind);
    if (counter != null && count > 0) {
      counter.count(status, count);
    }
  }

  private static int micros(long nanos) {
    return (int) Math.min(Integer.MAX_VALUE, nanos / 1_000);
  }
}
