package dev.weir.driver;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.weir.study.Operation;
import dev.weir.workload.ItemDocuments;
import dev.weir.workload.WriteBatch;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Calls that change nothing, with the synchronous driver on whatever thread calls. */
final class SyncReader<D> implements Writer {
  static final long AWAIT_MILLIS = 10;

  private final MongoDatabase database;
  private final MongoCollection<D> collection;
  private final boolean awaits;
  private final AwaitedHello hello;
  private final PoolCounters pool;
  private final Runnable onClose;

  SyncReader(
      MongoDatabase database,
      MongoCollection<D> collection,
      Operation operation,
      AwaitedHello hello,
      PoolCounters pool,
      Runnable onClose) {
    this.database = database;
    this.collection = collection;
    this.awaits = operation == Operation.AWAIT;
    this.hello = hello;
    this.pool = pool;
    this.onClose = onClose;
  }

  @Override
  public boolean blocking() {
    return true;
  }

  @Override
  public void write(WriteBatch<?> batch, Completion completion) {
    int returned;
    try {
      returned = awaits ? await() : newest(batch.query());
    } catch (RuntimeException e) {
      completion.failed(e, Written.NOTHING);
      return;
    }
    completion.acknowledged(Written.modified(returned));
  }

  private int newest(@Nullable Bson filter) {
    if (filter == null) {
      throw new IllegalArgumentException("a search needs a filter");
    }
    return collection.find(filter).sort(ItemDocuments.newestFirst()).first() == null ? 0 : 1;
  }

  private int await() {
    hello.learn(database.runCommand(hello.command()));
    return 1;
  }

  @Override
  public PoolCounters pool() {
    return pool;
  }

  @Override
  public void close() {
    onClose.run();
  }
}
