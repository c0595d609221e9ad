package dev.weir.runner;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import dev.weir.dataset.Datasets;
import dev.weir.load.engine.FlushWorkers;
import dev.weir.record.SaveFigures.Loss;
import dev.weir.study.Cell;
import dev.weir.workload.RoleSchema;
import dev.weir.workload.SaveLedger;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bson.BsonTimestamp;
import org.bson.Document;

/**
 * Holds a game's account of its saves against all documents as the server has them. A document's
 * version is the number of changes that are in it.
 */
final class SaveAudit {
  private static final double NANOS = 1e9;

  private final MongoCollection<Document> collection;
  private final MongoCollection<Document> oplog;
  private final List<String> path;
  private final SaveLedger ledger;

  /** By key: who plays it. */
  private final int[] players;

  /**
   * @param seed of the game's order
   */
  SaveAudit(MongoClient client, String database, Cell cell, SaveLedger ledger, long seed) {
    RoleSchema schema = RoleSchema.of(cell.document());
    this.collection = client.getDatabase(database).getCollection(Datasets.collection(cell));
    this.oplog = client.getDatabase("local").getCollection("oplog.rs");
    this.path = List.of(schema.parent(), schema.fields(cell.document().minBytes()).get(0).name());
    this.ledger = ledger;
    this.players = new int[ledger.players()];
    int[] keys = FlushWorkers.keys(ledger.players(), seed);
    for (int player = 0; player < keys.length; player++) {
      players[keys[player]] = player;
    }
  }

  /** The version of each player's document that the game saw acknowledged. */
  long[] acknowledged() {
    long[] versions = new long[players.length];
    for (int player = 0; player < versions.length; player++) {
      versions[player] = ledger.acknowledged(player);
    }
    return versions;
  }

  /**
   * The version of each player's document on the server, 0 where there is none.
   *
   * @throws com.mongodb.MongoException if it can't be read
   */
  long[] stored() {
    long[] versions = new long[players.length];
    for (Document document :
        collection.find().projection(Projections.include(String.join(".", path)))) {
      long key = Objects.requireNonNull(document.get("_id", Number.class)).longValue();
      Integer version = document.getEmbedded(path, Integer.class);
      versions[players[(int) key]] = version == null ? 0 : version;
    }
    return versions;
  }

  /** Documents whose acknowledged version, or a newer one, the server does not have. */
  static long missing(long[] acknowledged, long[] stored) {
    long missing = 0;
    for (int player = 0; player < stored.length; player++) {
      missing += stored[player] < acknowledged[player] ? 1 : 0;
    }
    return missing;
  }

  /**
   * Documents of which what is stored does not show that: a newer version has taken the place of
   * the acknowledged one. The oplog, which holds what survived, tells them apart.
   *
   * @param since UTC, before the game began
   * @return those whose acknowledged version was never written there
   * @throws com.mongodb.MongoException if the oplog can't be read
   */
  long overwrittenUnseen(long[] acknowledged, long[] stored, Instant since) {
    Map<Integer, Long> wanted = new HashMap<>();
    for (int player = 0; player < stored.length; player++) {
      if (acknowledged[player] > 0 && stored[player] > acknowledged[player]) {
        wanted.put(player, acknowledged[player]);
      }
    }
    if (wanted.isEmpty()) {
      return 0;
    }
    BsonTimestamp from = new BsonTimestamp((int) since.getEpochSecond() - 1, 0);
    for (Document entry :
        oplog
            .find(
                Filters.and(
                    Filters.gte("ts", from),
                    Filters.eq("ns", collection.getNamespace().getFullName()),
                    Filters.eq("op", "u")))
            .projection(Projections.include("o", "o2"))) {
      int player = players[entry.get("o2", Document.class).getLong("_id").intValue()];
      Long version = wanted.get(player);
      if (version != null && writes(entry.get("o", Document.class), version)) {
        wanted.remove(player);
      }
    }
    return wanted.size();
  }

  /** Whether an entry, a replacement or a difference of whatever depth, sets that version. */
  private boolean writes(Document part, long version) {
    for (Map.Entry<String, Object> field : part.entrySet()) {
      boolean found =
          field.getValue() instanceof Document deeper
              ? writes(deeper, version)
              : field.getKey().equals(path.get(path.size() - 1))
                  && field.getValue() instanceof Integer set
                  && set == version;
      if (found) {
        return true;
      }
    }
    return false;
  }

  /** Documents that changed after their last acknowledged save: of a game at rest, forgotten. */
  long forgotten() {
    long forgotten = 0;
    for (int player = 0; player < players.length; player++) {
      forgotten += ledger.acknowledged(player) < ledger.changes(player) ? 1 : 0;
    }
    return forgotten;
  }

  /** What only a game knew that is gone. */
  Loss lost(long[] stored) {
    long documents = 0;
    long updates = 0;
    double sum = 0;
    double worst = 0;
    for (int player = 0; player < stored.length; player++) {
      long missing = ledger.changes(player) - stored[player];
      if (missing > 0) {
        double seconds = (ledger.now() - ledger.missingSince(player, stored[player])) / NANOS;
        documents++;
        updates += missing;
        sum += seconds;
        worst = Math.max(worst, seconds);
      }
    }
    return new Loss(documents, updates, sum / stored.length, worst);
  }
}
