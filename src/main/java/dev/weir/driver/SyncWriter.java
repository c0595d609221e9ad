package dev.weir.driver;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoNamespace;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.result.UpdateResult;
import dev.weir.study.Operation;
import dev.weir.workload.UpdateBatch;

/** Writes with the synchronous driver, on whatever thread calls: platform or virtual. */
final class SyncWriter<D> implements Writer {
  private final MongoClient client;
  private final MongoCollection<D> collection;
  private final boolean single;
  private final BulkWriteOptions options;
  private final PoolCounters pool;

  SyncWriter(
      MongoClientSettings settings,
      MongoNamespace namespace,
      Operation operation,
      PoolCounters pool,
      Class<D> documents) {
    this.client = MongoClients.create(settings);
    this.collection =
        client
            .getDatabase(namespace.getDatabaseName())
            .getCollection(namespace.getCollectionName(), documents);
    this.single = operation == Operation.SINGLE;
    this.options = new BulkWriteOptions().ordered(operation == Operation.BULK_ORDERED);
    this.pool = pool;
  }

  @Override
  public boolean blocking() {
    return true;
  }

  @Override
  @SuppressWarnings("unchecked") // the batch's stream and this writer were made for the same cell
  public void write(UpdateBatch<?> batch, Completion completion) {
    UpdateBatch<D> updates = (UpdateBatch<D>) batch;
    long matched;
    long modified;
    try {
      if (single) {
        UpdateResult result =
            updates.replaces()
                ? collection.replaceOne(updates.filter(), updates.replacement())
                : collection.updateOne(updates.filter(), updates.update());
        matched = result.getMatchedCount();
        modified = result.getModifiedCount();
      } else {
        BulkWriteResult result = collection.bulkWrite(updates.models(), options);
        matched = result.getMatchedCount();
        modified = result.getModifiedCount();
      }
    } catch (MongoBulkWriteException e) {
      completion.failed(e, e.getWriteResult().getModifiedCount());
      return;
    } catch (RuntimeException e) {
      completion.failed(e, 0);
      return;
    }
    completion.acknowledged(matched, modified);
  }

  @Override
  public PoolCounters pool() {
    return pool;
  }

  @Override
  public void close() {
    client.close();
  }
}
