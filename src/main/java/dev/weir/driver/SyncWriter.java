package dev.weir.driver;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import com.mongodb.client.model.bulk.ClientBulkWriteOptions;
import dev.weir.study.Operation;
import dev.weir.workload.WriteBatch;
import java.util.List;

/** Writes with the synchronous driver, on whatever thread calls: platform or virtual. */
final class SyncWriter<D> implements Writer {
  private final Call<D> call;
  private final PoolCounters pool;
  private final Runnable onClose;

  /** What the writer does with a batch. */
  interface Call<D> {
    Written make(WriteBatch<D> batch);

    /** Makes ready what the call needs of the batch. */
    default void prepare(WriteBatch<D> batch) {}
  }

  SyncWriter(Call<D> call, PoolCounters pool, Runnable onClose) {
    this.call = call;
    this.pool = pool;
    this.onClose = onClose;
  }

  /** The call of an operation on one collection. */
  static <D> Call<D> call(Operation operation, MongoCollection<D> collection) {
    return switch (operation) {
      case SINGLE -> batch -> one(collection, batch.models().get(0));
      case BULK_ORDERED, BULK_UNORDERED -> {
        BulkWriteOptions options = new BulkWriteOptions().ordered(operation.ordered());
        yield batch -> Written.by(collection.bulkWrite(batch.models(), options));
      }
      case INSERT_MANY ->
          batch ->
              Written.by(collection.insertMany(Statements.documents(batch.models())), batch.size());
      case CLIENT_BULK, FIND_NEWEST, AWAIT, ECONOMY ->
          throw Statements.notOfOneCollection(operation);
    };
  }

  /** The call of a bulk on each of several collections, one after the other. */
  static <D> Call<D> oneByOne(Operation operation, List<MongoCollection<D>> collections) {
    List<Call<D>> calls =
        collections.stream().map(collection -> SyncWriter.<D>call(operation, collection)).toList();
    return batch -> {
      Written sum = Written.NOTHING;
      for (int i = 0; i < calls.size(); i++) {
        List<? extends WriteModel<D>> part = Statements.part(batch.models(), i, calls.size());
        try {
          sum = sum.plus(calls.get(i).make(() -> part));
        } catch (RuntimeException e) {
          throw new PartlyWrittenException(e, sum.plus(Written.before(e, batch)));
        }
      }
      return sum;
    };
  }

  /** The client's own bulk over several collections. */
  static <D> Call<D> clientBulk(MongoClient client, MongoNamespace[] collections) {
    ClientBulkWriteOptions options =
        ClientBulkWriteOptions.clientBulkWriteOptions().ordered(Operation.CLIENT_BULK.ordered());
    return new Call<>() {
      @Override
      public void prepare(WriteBatch<D> batch) {
        batch.namespaced(collections);
      }

      @Override
      public Written make(WriteBatch<D> batch) {
        return Written.by(client.bulkWrite(batch.namespaced(collections), options));
      }
    };
  }

  @Override
  public boolean blocking() {
    return true;
  }

  @Override
  @SuppressWarnings("unchecked") // the batch and this writer were made for the same collection
  public void prepare(WriteBatch<?> batch) {
    call.prepare((WriteBatch<D>) batch);
  }

  @Override
  @SuppressWarnings("unchecked") // as above
  public void write(WriteBatch<?> batch, Completion completion) {
    Written written;
    try {
      written = call.make((WriteBatch<D>) batch);
    } catch (PartlyWrittenException e) {
      completion.failed(e.failure(), e.done());
      return;
    } catch (RuntimeException e) {
      completion.failed(e, Written.before(e, batch));
      return;
    }
    completion.acknowledged(written);
  }

  private static <D> Written one(MongoCollection<D> collection, WriteModel<D> model) {
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
