package dev.weir.benchmarks;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoNamespace;
import com.mongodb.WriteConcern;
import dev.weir.load.engine.TurnSide;
import dev.weir.record.Totals;
import dev.weir.study.Cell;
import dev.weir.study.DriverKind;
import dev.weir.study.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The least code that can write a cell: the driver, fresh documents, one counter. What Weir's
 * writers are held against. Covers {@code role56} with {@code setFields}, single and unordered
 * bulk, of updates, of inserts, and bulks of both.
 */
abstract class BareLoop implements TurnSide {
  final boolean single;
  final int batch;

  /** Of 100 writes, those that insert; the others update. */
  final int inserts;

  private final int inFlight;
  private final List<BareUpdates> updates = new ArrayList<>();
  private final LongAdder acknowledged = new LongAdder();
  private volatile @Nullable Throwable failure;

  BareLoop(Cell cell, int documents) {
    this.single = cell.operation() == Operation.SINGLE;
    this.batch = cell.batch();
    this.inserts = cell.write().insert();
    this.inFlight = cell.inFlight();
    for (int lane = 0; lane < inFlight; lane++) {
      updates.add(new BareUpdates(documents, ThreadLocalRandom.current().nextLong()));
    }
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

  @Override
  public int lanes() {
    return inFlight;
  }

  /** Fresh updates of a lane. */
  BareUpdates updates(int lane) {
    return updates.get(lane);
  }

  void acknowledged() {
    acknowledged.add(batch);
  }

  void failed(Throwable cause) {
    failure = cause;
  }

  @Override
  public boolean failing() {
    return failure != null;
  }

  /**
   * Only acknowledgements are counted; the server's own count has to confirm them.
   *
   * @throws IllegalStateException if a call failed
   */
  Totals totals() {
    if (failure != null) {
      throw new IllegalStateException("the bare loop failed: " + failure.getMessage(), failure);
    }
    long n = acknowledged.sum();
    return new Totals(n, n, n, n, Map.of(), 0);
  }
}
