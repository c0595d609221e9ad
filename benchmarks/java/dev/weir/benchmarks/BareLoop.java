package dev.weir.benchmarks;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoNamespace;
import com.mongodb.WriteConcern;
import dev.weir.record.Totals;
import dev.weir.study.Cell;
import dev.weir.study.DriverKind;
import dev.weir.study.Operation;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The least code that can write a cell: the driver, fresh documents, one counter. What Weir's
 * writers are held against. Covers {@code role56} with {@code setFields}, single and unordered
 * bulk.
 */
abstract class BareLoop implements Side {
  private static final long ANSWER_SECONDS = 90;

  final boolean single;
  final int batch;
  final int inFlight;
  final int documents;

  private final LongAdder acknowledged = new LongAdder();
  private long beforeStart;
  private CountDownLatch running = new CountDownLatch(0);
  private volatile boolean stopping;
  private volatile @Nullable Throwable failure;

  BareLoop(Cell cell, int documents) {
    this.single = cell.operation() == Operation.SINGLE;
    this.batch = cell.batch();
    this.inFlight = cell.inFlight();
    this.documents = documents;
  }

  /** The loop on the cell's driver. */
  static BareLoop open(String uri, MongoNamespace namespace, Cell cell, int documents) {
    MongoClientSettings settings =
        MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString(uri))
            .writeConcern(WriteConcern.W1)
            .build();
    return cell.driver() == DriverKind.REACTIVE
        ? new BareReactiveLoop(settings, namespace, cell, documents)
        : new BareSyncLoop(settings, namespace, cell, documents);
  }

  /** Starts the operation in flight of that index. */
  abstract void startOne(int index);

  @Override
  public void start() {
    stopping = false;
    beforeStart = acknowledged.sum();
    running = new CountDownLatch(inFlight);
    for (int i = 0; i < inFlight; i++) {
      startOne(i);
    }
  }

  boolean stopping() {
    return stopping;
  }

  void acknowledged(int n) {
    acknowledged.add(n);
  }

  void ended() {
    running.countDown();
  }

  void failed(Throwable cause) {
    failure = cause;
    running.countDown();
  }

  @Override
  public long documents() {
    return acknowledged.sum() - beforeStart;
  }

  @Override
  public void stop() throws InterruptedException {
    stopping = true;
    boolean answered = running.await(ANSWER_SECONDS, TimeUnit.SECONDS);
    Throwable cause = failure;
    if (!answered || cause != null) {
      throw new IllegalStateException(
          "the bare loop failed: " + (cause == null ? "no answer" : cause.getMessage()), cause);
    }
  }

  /** Only acknowledgements are counted; the server's own count has to confirm them. */
  @Override
  public Totals totals() {
    long n = acknowledged.sum();
    return new Totals(n, n, n, n, Map.of(), 0);
  }
}
