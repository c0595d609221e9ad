package dev.weir.ycsb;

import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.weir.driver.PoolCounters;
import dev.weir.driver.Writer;
import dev.weir.driver.Writers;
import dev.weir.study.Operation;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/** A client of the synchronous driver. */
final class SyncStore implements MongoStore {
  private final MongoClient client;
  private final MongoDatabase database;

  SyncStore(BindingOptions options) {
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
    FindIterable<RawBsonDocument> found =
        collection(collection).find(filter).projection(projection).sort(sort);
    // A negative limit asks for one reply and no cursor.
    return found.limit(limit == 1 ? -1 : limit).into(new ArrayList<>(Math.min(limit, 1_000)));
  }

  private MongoCollection<RawBsonDocument> collection(String name) {
    return database.getCollection(name, RawBsonDocument.class);
  }

  @Override
  public void close() {
    client.close();
  }
}
