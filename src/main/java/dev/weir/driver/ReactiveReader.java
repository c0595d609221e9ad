package dev.weir.driver;

import com.mongodb.reactivestreams.client.MongoCollection;
import com.mongodb.reactivestreams.client.MongoDatabase;
import dev.weir.study.Operation;
import dev.weir.workload.ItemDocuments;
import dev.weir.workload.WriteBatch;
import java.util.function.Consumer;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Calls that change nothing, with the Reactive Streams driver. */
final class ReactiveReader<D> implements Writer {
  private final MongoDatabase database;
  private final MongoCollection<D> collection;
  private final boolean awaits;
  private final AwaitedHello hello;
  private final PoolCounters pool;
  private final Runnable onClose;

  ReactiveReader(
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
    return false;
  }

  @Override
  public void write(WriteBatch<?> batch, Completion completion) {
    Bson filter = batch.query();
    if (awaits) {
      Publisher<Document> answer = database.runCommand(hello.command());
      answer.subscribe(new Returned<>(hello::learn, completion));
    } else if (filter == null) {
      completion.failed(new IllegalArgumentException("a search needs a filter"), Written.NOTHING);
    } else {
      collection
          .find(filter)
          .sort(ItemDocuments.newestFirst())
          .first()
          .subscribe(new Returned<>(document -> {}, completion));
    }
  }

  @Override
  public PoolCounters pool() {
    return pool;
  }

  @Override
  public void close() {
    onClose.run();
  }

  /** Counts what comes and tells it at the end. */
  private static final class Returned<R> implements Subscriber<R> {
    private final Consumer<R> each;
    private final Completion completion;
    private int returned;
    private @Nullable RuntimeException refused;

    Returned(Consumer<R> each, Completion completion) {
      this.each = each;
      this.completion = completion;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(R result) {
      returned++;
      try {
        each.accept(result);
      } catch (RuntimeException e) {
        refused = e;
      }
    }

    @Override
    public void onError(Throwable cause) {
      completion.failed(cause, Written.NOTHING);
    }

    @Override
    public void onComplete() {
      if (refused != null) {
        completion.failed(refused, Written.NOTHING);
      } else {
        completion.acknowledged(Written.modified(returned));
      }
    }
  }
}
