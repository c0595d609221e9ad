package dev.weir.driver;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import com.mongodb.reactivestreams.client.MongoCollection;
import dev.weir.study.Operation;
import dev.weir.workload.WriteBatch;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Writes with the Reactive Streams driver: {@link #write} returns at once, the driver's threads
 * complete.
 */
final class ReactiveWriter<D> implements Writer {
  private final MongoCollection<D> collection;
  private final boolean single;
  private final BulkWriteOptions options;
  private final PoolCounters pool;
  private final Runnable onClose;

  ReactiveWriter(
      MongoCollection<D> collection, Operation operation, PoolCounters pool, Runnable onClose) {
    this.collection = collection;
    this.single = operation == Operation.SINGLE;
    this.options = new BulkWriteOptions().ordered(operation == Operation.BULK_ORDERED);
    this.pool = pool;
    this.onClose = onClose;
  }

  @Override
  public boolean blocking() {
    return false;
  }

  @Override
  @SuppressWarnings("unchecked") // the batch and this writer were made for the same collection
  public void write(WriteBatch<?> batch, Completion completion) {
    WriteBatch<D> writes = (WriteBatch<D>) batch;
    if (single) {
      one(writes.models().get(0), completion);
    } else {
      subscribe(collection.bulkWrite(writes.models(), options), Written::by, completion);
    }
  }

  private void one(WriteModel<D> model, Completion completion) {
    if (model instanceof UpdateOneModel<D> update) {
      subscribe(
          collection.updateOne(update.getFilter(), Statements.of(update), update.getOptions()),
          Written::by,
          completion);
    } else if (model instanceof ReplaceOneModel<D> replace) {
      subscribe(
          collection.replaceOne(
              replace.getFilter(), replace.getReplacement(), replace.getReplaceOptions()),
          Written::by,
          completion);
    } else if (model instanceof InsertOneModel<D> insert) {
      subscribe(collection.insertOne(insert.getDocument()), Written::by, completion);
    } else if (model instanceof DeleteOneModel<D> delete) {
      subscribe(
          collection.deleteOne(delete.getFilter(), delete.getOptions()), Written::by, completion);
    } else {
      throw Statements.unsupported(model);
    }
  }

  private static <R> void subscribe(
      Publisher<R> publisher, Function<R, Written> counts, Completion completion) {
    publisher.subscribe(new One<>(counts, completion));
  }

  @Override
  public PoolCounters pool() {
    return pool;
  }

  @Override
  public void close() {
    onClose.run();
  }

  /** Asks for the one result and passes it on when the publisher has completed. */
  private static final class One<R> implements Subscriber<R> {
    private final Function<R, Written> counts;
    private final Completion completion;
    private @Nullable R received;

    One(Function<R, Written> counts, Completion completion) {
      this.counts = counts;
      this.completion = completion;
    }

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
              ? Written.by(bulk.getWriteResult()).modified()
              : 0);
    }

    @Override
    public void onComplete() {
      R result = received;
      if (result == null) {
        completion.failed(new IllegalStateException("the driver completed without a result"), 0);
        return;
      }
      Written written;
      try {
        written = counts.apply(result);
      } catch (UnsupportedOperationException e) {
        completion.failed(e, 0); // an unacknowledged write
        return;
      }
      completion.acknowledged(written.matched(), written.modified());
    }
  }
}
