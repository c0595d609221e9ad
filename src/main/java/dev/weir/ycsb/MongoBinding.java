package dev.weir.ycsb;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;

/** What both bindings share; YCSB makes one for each of its threads. */
abstract class MongoBinding extends DB {
  private final SharedStores stores;
  private @Nullable OneThread thread;

  MongoBinding(SharedStores stores) {
    this.stores = stores;
  }

  /**
   * Connects, or joins the threads that have.
   *
   * @throws DBException if a property is unknown or no good
   */
  @Override
  public void init() throws DBException {
    BindingOptions options = BindingOptions.of(getProperties());
    Measurements measurements = Measurements.getMeasurements();
    Report report =
        options.batchSize() == 1
            ? NoReport.INSTANCE
            : YcsbReport.install(measurements, getProperties());
    thread = new OneThread(stores.enter(options), options, report, System::nanoTime);
  }

  /** Sends the last partial batches, then disconnects. */
  @Override
  public void cleanup() {
    if (thread != null) {
      thread.flush();
      thread = null;
      stores.leave();
    }
  }

  @Override
  public Status read(
      String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
    return thread().read(table, key, fields, result);
  }

  @Override
  @SuppressWarnings({"JdkObsolete", "NonApiType"}) // YCSB's signature
  public Status scan(
      String table,
      String startkey,
      int recordcount,
      @Nullable Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    return thread().scan(table, startkey, recordcount, fields, result);
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return thread().update(table, key, values);
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return thread().insert(table, key, values);
  }

  @Override
  public Status delete(String table, String key) {
    return thread().delete(table, key);
  }

  private OneThread thread() {
    if (thread == null) {
      throw new IllegalStateException("the binding was not initialised");
    }
    return thread;
  }

  /** For single writes: YCSB itself times and counts them rightly. */
  private enum NoReport implements Report {
    INSTANCE;

    @Override
    public void batch(BatchKind kind, Status status, long startNanos, long endNanos) {}

    @Override
    public void operations(BatchKind kind, Status status, long count) {}
  }
}
