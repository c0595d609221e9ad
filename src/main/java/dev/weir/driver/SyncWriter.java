package dev.weir.driver;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import dev.weir.study.Operation;
import dev.weir.workload.WriteBatch;

/** Writes with the synchronous driver, on whatever thread calls: platform or virtual. */
final class SyncWriter<D> implements Writer {
  private final MongoCollection<D> collection;
  private final boolean single;
  private final BulkWriteOptions options;
  private final PoolCounters pool;
  private final Runnable onClose;

  SyncWriter(
      MongoCollection<D> collection, Operation operation, PoolCounters pool, Runnable onClose) {
    this.collection = collection;
    this.single = operation == Operation.SINGLE;
    this.options = new BulkWriteOptions().ordered(operation == Operation.BULK_ORDERED);
    this.pool = pool;
    this.onClose = onClose;
  }

  @Override
  public boolean blocking() {
    return true;
  }

  @Override
  @SuppressWarnings("unchecked") // the batch and this writer were made for the same collection
  public void write(WriteBatch<?> batch, Completion completion) {
    WriteBatch<D> writes = (WriteBatch<D>) batch;
    Written written;
    try {
      written =
          single
              ? one(writes.models().get(0))
              : Written.by(collection.bulkWrite(writes.models(), options));
    } catch (MongoBulkWriteException e) {
      completion.failed(e, Written.by(e.getWriteResult()).modified());
      return;
    } catch (RuntimeException e) {
      completion.failed(e, 0);
      return;
    }
    completion.acknowledged(written.matched(), written.modified());
  }

  private Written one(WriteModel<D> model) {
    if (model instanceof UpdateOneModel<D> update) {
      return Written.by(
          collection.updateOne(update.getFilter(), Statements.of(update), update.getOptions()));
    }
    if (model instanceof ReplaceOneModel<D> replace) {
      return Written.by(
          collection.replaceOne(
              replace.getFilter(), replace.getReplacement(), replace.getReplaceOptions()));
    }
    if (model instanceof InsertOneModel<D> insert) {
      return Written.by(collection.insertOne(insert.getDocument()));
    }
    if (model instanceof DeleteOneModel<D> delete) {
      return Written.by(collection.deleteOne(delete.getFilter(), delete.getOptions()));
    }
    throw Statements.unsupported(model);
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
