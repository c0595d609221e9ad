package dev.weir.ycsb;

import com.mongodb.MongoInterruptedException;
import com.mongodb.reactivestreams.client.FindPublisher;
import com.mongodb.reactivestreams.client.MongoClient;
import com.mongodb.reactivestreams.client.MongoClients;
import com.mongodb.reactivestreams.client.MongoCollection;
import com.mongodb.reactivestreams.client.MongoDatabase;
import dev.weir.driver.PoolCounters;
import dev.weir.driver.Writer;
import dev.weir.driver.Writers;
import dev.weir.study.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A client of the Reactive Streams driver. YCSB's threads wait for its answers. */
final class ReactiveStore implements MongoStore {
  /** Longer than the driver's own bounds together, which tell more when they are hit. */
  static final long ANSWER_SECONDS = 120;

  private final MongoClient client;
  private final MongoDatabase database;

  ReactiveStore(BindingOptions options) {
    this.client = MongoClients.create(options.settings());
    this.database = client.getDatabase(options.database());
  }

  @Override
  public Writer writer(String collection, Operation operation) {
    return Writers.on(collection(collection), operation, new PoolCounters());
  }

  @Override
  public List<RawBsonDocument> find(
      String collection,
      BsonDocument filter,
      @Nullable BsonDocument projection,
      @Nullable BsonDocument sort,
      int limit) {
    FindPublisher<RawBsonDocument> found =
        collection(collection)
            .find(filter)
            .projection(projection)
            .sort(sort)
            .limit(limit == 1 ? -1 : limit);
    All all = new All();
    found.subscribe(all);
    try {
      return all.documents.get(ANSWER_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    } catch (TimeoutException e) {
      throw new IllegalStateException("no answer within " + ANSWER_SECONDS + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MongoInterruptedException("interrupted while reading", e);
    }
  }

  private MongoCollection<RawBsonDocument> collection(String name) {
    return database.getCollection(name, RawBsonDocument.class);
  }

  @Override
  public void close() {
    client.close();
  }

  /** Collects everything a publisher sends. */
  private static final class All implements Subscriber<RawBsonDocument> {
    final CompletableFuture<List<RawBsonDocument>> documents = new CompletableFuture<>();
    private final List<RawBsonDocument> received = new ArrayList<>();

    @Override
    public void onSubscribe(Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(RawBsonDocument document) {
      received.add(document);
    }

    @Override
    public void onError(Throwable cause) {
      documents.completeExceptionally(cause);
    }

    @Override
    public void onComplete() {
      documents.complete(received);
    }
  }
}
