package dev.weir.driver;

import com.mongodb.MongoNamespace;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import com.mongodb.client.model.bulk.ClientBulkWriteOptions;
import com.mongodb.reactivestreams.client.MongoClient;
import com.mongodb.reactivestreams.client.MongoCollection;
import dev.weir.study.Operation;
import dev.weir.workload.WriteBatch;
import java.util.List;
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
  private final Call<D> call;
  private final PoolCounters pool;
  private final Runnable onClose;

  /** What the writer does with a batch. */
  interface Call<D> {
    void make(WriteBatch<D> batch, Completion completion);

    /** Makes ready what the call needs of the batch. */
    default void prepare(WriteBatch<D> batch) {}
  }

  ReactiveWriter(Call<D> call, PoolCounters pool, Runnable onClose) {
    this.call = call;
    this.pool = pool;
    this.onClose = onClose;
  }

  /** The call of an operation on one collection. */
  static <D> Call<D> call(Operation operation, MongoCollection<D> collection) {
    return switch (operation) {
      case SINGLE -> (batch, completion) -> one(collection, batch, completion);
      case BULK_ORDERED, BULK_UNORDERED -> {
        BulkWriteOptions options = new BulkWriteOptions().ordered(operation.ordered());
        yield (batch, completion) ->
            subscribe(
                collection.bulkWrite(batch.models(), options), Written::by, batch, completion);
      }
      case INSERT_MANY ->
          (batch, completion) ->
              subscribe(
                  collection.insertMany(Statements.documents(batch.models())),
                  result -> Written.by(result, batch.size()),
                  batch,
                  completion);
      case CLIENT_BULK, FIND_NEWEST, AWAIT, ECONOMY ->
          throw Statements.notOfOneCollection(operation);
    };
  }

  /** The call of a bulk on each of several collections, one after the other. */
  static <D> Call<D> oneByOne(Operation operation, List<MongoCollection<D>> collections) {
    List<Call<D>> calls =
        collections.stream()
            .map(collection -> ReactiveWriter.<D>call(operation, collection))
            .toList();
    return (batch, completion) -> new OneByOne<>(calls, batch, completion).next(Written.NOTHING);
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
      public void make(WriteBatch<D> batch, Completion completion) {
        subscribe(
            client.bulkWrite(batch.namespaced(collections), options),
            Written::by,
            batch,
            completion);
      }
    };
  }

  @Override
  public boolean blocking() {
    return false;
  }

  @Override
  @SuppressWarnings("unchecked") // the batch and this writer were made for the same collection
  public void prepare(WriteBatch<?> batch) {
    call.prepare((WriteBatch<D>) batch);
  }

  @Override
  @SuppressWarnings("unchecked") // as above
  public void write(WriteBatch<?> batch, Completion completion) {
    call.make((WriteBatch<D>) batch, completion);
  }

  private static <D> void one(
      MongoCollection<D> collection, WriteBatch<D> batch, Completion completion) {
    WriteModel<D> model = batch.models().get(0);
    if (model instanceof UpdateOneModel<D> update) {
      subscribe(
          collection.updateOne(update.getFilter(), Statements.of(update), update.getOptions()),
          Written::by,
          batch,
          completion);
    } else if (model instanceof ReplaceOneModel<D> replace) {
      subscribe(
          collection.replaceOne(
              replace.getFilter(), replace.getReplacement(), replace.getReplaceOptions()),
          Written::by,
          batch,
          completion);
    } else if (model instanceof InsertOneModel<D> insert) {
      subscribe(collection.insertOne(insert.getDocument()), Written::by, batch, completion);
    } else if (model instanceof DeleteOneModel<D> delete) {
      subscribe(
          collection.deleteOne(delete.getFilter(), delete.getOptions()),
          Written::by,
          batch,
          completion);
    } else {
      throw Statements.unsupported(model);
    }
  }

  private static <R> void subscribe(
      Publisher<R> publisher,
      Function<R, Written> counts,
      WriteBatch<?> batch,
      Completion completion) {
    publisher.subscribe(new One<>(counts, batch, completion));
  }

  @Override
  public PoolCounters pool() {
    return pool;
  }

  @Override
  public void close() {
    onClose.run();
  }

  /** The bulks of one call, each sent when the one before was answered. */
  private static final class OneByOne<D> implements Completion {
    private final List<Call<D>> calls;
    private final WriteBatch<D> batch;
    private final Completion completion;
    private Written sum = Written.NOTHING;
    private int made;

    OneByOne(List<Call<D>> calls, WriteBatch<D> batch, Completion completion) {
      this.calls = calls;
      this.batch = batch;
      this.completion = completion;
    }

    void next(Written done) {
      sum = sum.plus(done);
      if (made == calls.size()) {
        completion.acknowledged(sum);
        return;
      }
      List<? extends WriteModel<D>> part = Statements.part(batch.models(), made, calls.size());
      calls.get(made++).make(() -> part, this);
    }

    @Override
    public void acknowledged(Written done) {
      next(done);
    }

    @Override
    public void failed(Throwable cause, Written done) {
      completion.failed(cause, sum.plus(done));
    }
  }

  /** Asks for the one result and passes it on when the publisher has completed. */
  private static final class One<R> implements Subscriber<R> {
    private final Function<R, Written> counts;
    private final WriteBatch<?> batch;
    private final Completion completion;
    private @Nullable R received;

    One(Function<R, Written> counts, WriteBatch<?> batch, Completion completion) {
      this.counts = counts;
      this.batch = batch;
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
      completion.failed(cause, Written.before(cause, batch));
    }

    @Override
    public void onComplete() {
      R result = received;
      if (result == null) {
        completion.failed(
            new IllegalStateException("the driver completed without a result"), Written.NOTHING);
        return;
      }
      Written written;
      try {
        written = counts.apply(result);
      } catch (UnsupportedOperationException e) {
        completion.failed(e, Written.NOTHING); // an unacknowledged write
        return;
      }
      completion.acknowledged(written);
    }
  }
}
