package dev.weir.server;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * Spreads a collection over the shards of a sharded deployment, by a hashed {@code _id}: updates by
 * {@code _id} then go to one shard each, and ids that rise don't all go to the same one.
 */
public final class Sharding {
  private Sharding() {}

  /** Whether the deployment's routers say that it is sharded. */
  public static boolean isSharded(MongoClient client) {
    return isRouter(Clients.hello(client));
  }

  static boolean isRouter(Document hello) {
    return "isdbgrid".equals(hello.get("msg"));
  }

  /**
   * Shards an empty collection. The server then places its chunks on all shards at once.
   *
   * @throws ServerException if the deployment refuses
   */
  public static void spread(MongoClient client, String database, String collection)
      throws ServerException {
    try {
      commands(database, collection).forEach(command -> Clients.admin(client, command));
    } catch (MongoException e) {
      throw new ServerException(
          "cannot shard " + database + "." + collection + ": " + e.getMessage());
    }
  }

  /** What {@link #spread} sends to {@code admin}; the first is needed before MongoDB 6.0 only. */
  static List<Document> commands(String database, String collection) {
    return List.of(
        new Document("enableSharding", database),
        new Document("shardCollection", database + "." + collection)
            .append("key", new Document("_id", "hashed")));
  }

  /**
   * The shards as facts: how many, and where each is.
   *
   * @param listShards the answer to that command, null where it is not allowed
   */
  static void facts(@Nullable Document listShards, Map<String, Object> into) {
    if (listShards == null || !(listShards.get("shards") instanceof List<?> shards)) {
      return;
    }
    into.put("sharding.shards", shards.size());
    for (Object each : shards) {
      if (each instanceof Document shard) {
        into.put("sharding.shard." + shard.get("_id"), String.valueOf(shard.get("host")));
      }
    }
  }
}
