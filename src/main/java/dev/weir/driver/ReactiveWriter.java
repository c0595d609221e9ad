package dev.weir.driver;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoNamespace;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.result.UpdateResult;
import com.mongodb.reactivestreams.client.MongoClient;
import com.mongodb.reactivestreams.client.MongoClients;
import com.mongodb.reactivestreams.client.MongoCollection;
import dev.weir.study.Operation;
import dev.weir.workload.UpdateBatch;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Writes with the Reactive Streams driver: {@link #write} returns at once, the driver's threads
 * complete.
 */
final class ReactiveWriter<D> implements Writer {
  private final MongoClient client;
  private final MongoCollection<D> collection;
  private final boolean single;
  private final BulkWriteOptions options;
  private final PoolCounters pool;

  ReactiveWriter(
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
    return false;
  }

  @Override
  @SuppressWarnings("unchecked") // the batch's stream and this writer were made for the same cell
  public void write(UpdateBatch<?> batch, Completion completion) {
    UpdateBatch<D> updates = (UpdateBatch<D>) batch;
    if (single) {
      Publisher<UpdateResult> result =
          updates.replaces()
              ? collection.replaceOne(updates.filter(), updates.replacement())
              : collection.updateOne(updates.filter(), updates.update());
      result.subscribe(
          new One<UpdateResult>(completion) {
            @Override
            void result(UpdateResult r) {
              completion.acknowledged(r.getMatchedCount(), r.getModifiedCount());
            }
          });
    } else {
      Publisher<BulkWriteResult> result = collection.bulkWrite(updates.models(), options);
      result.subscribe(
          new One<BulkWriteResult>(completion) {
            @Override
            void result(BulkWriteResult r) {
              completion.acknowledged(r.getMatchedCount(), r.getModifiedCount());
            }
          });
    }
  }

  @Override
  public PoolCounters pool() {
    return pool;
  }

  @Override
  public void close() {
    client.close();
  }

  /** Asks for the one result and passes it on when the publisher has completed. */
  private abstract static class One<R> implements Subscriber<R> {
    private final Completion completion;
    private @Nullable R received;

    One(Completion completion) {
      this.completion = completion;
    }

    abstract void result(R result);

    @Override
    public void onSubscribe(Subscription subscription) {
      subscription.request(1);
    }

    @Override
    public void onNext(R result) {
      received = result;
    }

    @Override
    public void onError(Throwable cause) {
      completion.failed(
          cause,
          cause instanceof MongoBulkWriteException bulk
              ? bulk.getWriteResult().getModifiedCount()
              : 0);
    }

    @Override
    public void onComplete() {
      if (received == null) {
        completion.failed(new IllegalStateException("the driver completed without a result"), 0);
      } else {
        result(received);
      }
    }
  }
}
