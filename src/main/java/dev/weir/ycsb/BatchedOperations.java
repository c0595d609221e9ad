package dev.weir.ycsb;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import site.ycsb.Status;
import site.ycsb.measurements.OneMeasurement;
import site.ycsb.measurements.exporter.MeasurementsExporter;

/**
 * Takes the place of YCSB's histogram for an operation that is batched. It has no latency of its
 * own, so what YCSB times around a mere entry into a list is dropped; and it counts an operation
 * when the batch's answer is there, not when it was put into the list.
 */
final class BatchedOperations extends OneMeasurement {
  private final Map<String, LongAdder> byStatus = new ConcurrentHashMap<>();

  BatchedOperations(String name) {
    super(name);
  }

  /** Counts operations whose batch was answered. */
  void count(Status status, long operations) {
    byStatus.computeIfAbsent(status.getName(), name -> new LongAdder()).add(operations);
  }

  /** Dropped: the time of putting an operation into a list. */
  @Override
  public void measure(int latency) {}

  /** Dropped: at that time nobody knows yet. */
  @Override
  public void reportStatus(Status status) {}

  @Override
  public String getSummary() {
    long all = total();
    return all == 0 ? "" : "[" + getName() + ": Count=" + all + "]";
  }

  @Override
  public void exportMeasurements(MeasurementsExporter exporter) throws IOException {
    if (total() == 0) {
      return;
    }
    exporter.write(getName(), "Operations", total());
    for (Map.Entry<String, LongAdder> status : new TreeMap<>(byStatus).entrySet()) {
      exporter.write(getName(), "Return=" + status.getKey(), status.getValue().sum());
    }
  }

  private long total() {
    return byStatus.values().stream().mapToLong(LongAdder::sum).sum();
  }
}
