package dev.weir.benchmarks;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoNamespace;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.reactivestreams.client.MongoClient;
import com.mongodb.reactivestreams.client.MongoClients;
import com.mongodb.reactivestreams.client.MongoCollection;
import dev.weir.study.Cell;
import dev.weir.study.DriverKind;
import org.bson.Document;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Calls to the reactive driver. */
final class BareReactiveLoop extends BareLoop {
  private final MongoClient client;
  private final MongoCollection<Document> collection;
  private final BulkWriteOptions unordered = new BulkWriteOptions().ordered(false);

  BareReactiveLoop(
      MongoClientSettings settings, MongoNamespace namespace, Cell cell, int documents) {
    super(cell, documents);
    client = MongoClients.create(settings);
    collection =
        client
            .getDatabase(namespace.getDatabaseName())
            .getCollection(namespace.getCollectionName());
  }

  @Override
  public boolean blocking() {
    return false;
  }

  @Override
  public DriverKind driver() {
    return DriverKind.REACTIVE;
  }

  @Override
  public void call(int lane, Runnable answered) {
    Publisher<?> result =
        single && inserts > 0
            ? collection.insertOne(updates(lane).document())
            : single
                ? collection.updateOne(updates(lane).filter(), updates(lane).update())
                : collection.bulkWrite(updates(lane).models(batch, inserts), unordered);
    result.subscribe(
        new Subscriber<Object>() {
          @Override
          public void onSubscribe(Subscription subscription) {
            subscription.request(1);
          }

          @Override
          public void onNext(Object ignored) {}

          @Override
          public void onError(Throwable cause) {
            failed(cause);
            answered.run();
          }

          @Override
          public void onComplete() {
            acknowledged();
            answered.run();
          }
        });
  }

  @Override
  public void close() {
    client.close();
  }
}
