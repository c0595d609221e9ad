package dev.weir.dataset.economy;

import com.mongodb.MongoException;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.InsertManyOptions;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.ServerException;
import dev.weir.workload.economy.EconomySize;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.bson.Document;

/** The economy's collections in their first state. */
public final class EconomyWorld {
  private static final int INSERT_BATCH = 1_000;
  private static final List<String> COLLECTIONS =
      List.of("players", "shops", "stock", "bags", "mail", "ledger");

  private final MongoClient client;
  private final DatabaseGuard guard;
  private final EconomySize size;

  public EconomyWorld(MongoClient client, DatabaseGuard guard, EconomySize size) {
    this.client = client;
    this.guard = guard;
    this.size = size;
  }

  /**
   * Drops all collections and fills them again.
   *
   * @throws ServerException if the database is not ours, or the server is lost
   */
  public void reset() throws ServerException {
    for (String collection : COLLECTIONS) {
      guard.reset(collection);
    }
    try {
      fill();
    } catch (MongoException e) {
      throw new ServerException("cannot fill the economy: " + e.getMessage());
    }
  }

  private void fill() {
    fill("players", size.players(), key -> gold(key, EconomySize.PLAYER_GOLD));
    fill("shops", size.shops(), key -> gold(key, EconomySize.SHOP_GOLD));
    fill(
        "stock",
        size.shops() * size.items(),
        key -> new Document("_id", key).append("quantity", EconomySize.STOCK));
    MongoDatabase database = client.getDatabase(guard.name());
    database.getCollection("bags").createIndex(Indexes.ascending("player"));
    database.getCollection("mail").createIndex(Indexes.ascending("shop"));
    database.getCollection("mail").createIndex(Indexes.ascending("player"));
  }

  private static Document gold(int key, long gold) {
    return new Document("_id", key).append("gold", gold);
  }

  private void fill(String name, int documents, IntFunction<Document> document) {
    MongoCollection<Document> collection =
        client
            .getDatabase(guard.name())
            .getCollection(name)
            .withWriteConcern(WriteConcern.MAJORITY.withWTimeout(60, TimeUnit.SECONDS));
    List<Document> batch = new ArrayList<>(INSERT_BATCH);
    for (int key = 0; key < documents; key++) {
      batch.add(document.apply(key));
      if (batch.size() == INSERT_BATCH || key == documents - 1) {
        collection.insertMany(batch, new InsertManyOptions().ordered(false));
        batch.clear();
      }
    }
  }
}
