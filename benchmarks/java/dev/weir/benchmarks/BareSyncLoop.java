package dev.weir.benchmarks;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import dev.weir.study.Cell;
import java.util.concurrent.ThreadLocalRandom;
import org.bson.Document;

/** Threads that call the sync driver. */
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
  void startOne(int index) {
    Thread thread = new Thread(this::write, "bare-" + index);
    thread.setDaemon(true);
    thread.start();
  }

  private void write() {
    BareUpdates updates = new BareUpdates(documents, ThreadLocalRandom.current().nextLong());
    try {
      while (!stopping()) {
        if (single) {
          collection.updateOne(updates.filter(), updates.update());
        } else {
          collection.bulkWrite(updates.models(batch), unordered);
        }
        acknowledged(batch);
      }
      ended();
    } catch (RuntimeException | Error e) {
      failed(e);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
