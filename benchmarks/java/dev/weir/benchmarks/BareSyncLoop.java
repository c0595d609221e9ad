package dev.weir.benchmarks;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import dev.weir.study.Cell;
import dev.weir.study.DriverKind;
import org.bson.Document;

/** Calls to the sync driver. */
final class BareSyncLoop extends BareLoop {
  private final MongoClient client;
  private final MongoCollection<Document> collection;
  private final BulkWriteOptions unordered = new BulkWriteOptions().ordered(false);

  BareSyncLoop(MongoClientSettings settings, MongoNamespace namespace, Cell cell, int documents) {
    super(cell, documents);
    client = MongoClients.create(settings);
    collection =
        client
            .getDatabase(namespace.getDatabaseName())
            .getCollection(namespace.getCollectionName());
  }

  @Override
  public boolean blocking() {
    return true;
  }

  @Override
  public DriverKind driver() {
    return DriverKind.SYNC;
  }

  @Override
  public void call(int lane, Runnable answered) {
    try {
      if (single && inserts > 0) {
        collection.insertOne(updates(lane).document());
      } else if (single) {
        collection.updateOne(updates(lane).filter(), updates(lane).update());
      } else {
        collection.bulkWrite(updates(lane).models(batch, inserts), unordered);
      }
      acknowledged();
    } catch (RuntimeException e) {
      failed(e);
    }
    answered.run();
  }

  @Override
  public void close() {
    client.close();
  }
}
