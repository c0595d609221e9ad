package dev.weir.dataset;

import com.mongodb.MongoException;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.InsertManyOptions;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.ServerException;
import dev.weir.server.Sharding;
import dev.weir.study.Cell;
import dev.weir.study.DocumentKind;
import dev.weir.study.Factor;
import dev.weir.study.Shards;
import dev.weir.workload.ItemDocuments;
import dev.weir.workload.RoleDocuments;
import dev.weir.workload.sample.SampleDocuments;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.bson.Document;

/**
 * The collections under test, one per kind of document, put back to their first state before each
 * trial.
 */
public final class Datasets {
  private static final int INSERT_BATCH = 1_000;
  private static final long INSERT_BYTES = 4_000_000;

  /** A role's BSON over its data, roughly: names take most of it. */
  private static final int BSON_PER_DATA = 5;

  private final MongoClient client;
  private final DatabaseGuard guard;
  private final int documents;
  private final long seed;

  /**
   * @param documents documents in each collection
   * @param seed seed of their first values
   */
  public Datasets(MongoClient client, DatabaseGuard guard, int documents, long seed) {
    this.client = client;
    this.guard = guard;
    this.documents = documents;
    this.seed = seed;
  }

  /** The name of the collection that holds documents of that kind. */
  public static String collection(DocumentKind kind) {
    if (kind.sampled()) {
      return kind.name();
    }
    return kind.equals(DocumentKind.ITEM) ? "items" : "roles_" + kind.name();
  }

  /** As {@link #reset(DocumentKind, Shards)}, as that cell wants it. */
  public void reset(Cell cell) throws ServerException {
    reset(cell.document(), cell.get(Factor.SHARDS));
  }

  /** As {@link #reset(DocumentKind, Shards)}, over all shards there may be. */
  public void reset(DocumentKind kind) throws ServerException {
    reset(kind, Shards.ALL);
  }

  /**
   * Drops the collection and fills it again. By majority, so that secondaries start level with the
   * primary.
   *
   * @param shards over how many it is spread, where the deployment has several
   * @throws ServerException if the database is not ours, or fewer documents arrived than were sent
   */
  public void reset(DocumentKind kind, Shards shards) throws ServerException {
    guard.reset(collection(kind));
    try {
      if (shards == Shards.ALL && Sharding.isSharded(client)) {
        Sharding.spread(client, guard.name(), collection(kind));
      }
      fill(kind);
    } catch (MongoException e) {
      throw new ServerException("cannot fill " + collection(kind) + ": " + e.getMessage());
    }
  }

  private void fill(DocumentKind kind) throws ServerException {
    MongoCollection<Document> collection =
        client
            .getDatabase(guard.name())
            .getCollection(collection(kind))
            .withWriteConcern(WriteConcern.MAJORITY.withWTimeout(60, TimeUnit.SECONDS));
    LongFunction<Document> source;
    if (kind.equals(DocumentKind.ITEM)) {
      collection.createIndex(ItemDocuments.index());
      source = new ItemDocuments(seed)::document;
    } else if (kind.sampled()) {
      source = SampleDocuments.first(kind.model(), seed)::document;
    } else {
      source = new RoleDocuments(kind, seed)::document;
    }
    int bytes = kind.sampled() ? kind.maxBytes() : kind.maxBytes() * BSON_PER_DATA;
    int perBatch = (int) Math.max(1, Math.min(INSERT_BATCH, INSERT_BYTES / bytes));
    InsertManyOptions unordered = new InsertManyOptions().ordered(false);
    List<Document> batch = new ArrayList<>(perBatch);
    long inserted = 0;
    for (long key = 0; key < documents; key++) {
      batch.add(source.apply(key));
      if (batch.size() == perBatch || key == documents - 1) {
        inserted += collection.insertMany(batch, unordered).getInsertedIds().size();
        batch.clear();
      }
    }
    if (inserted != documents) {
      throw new ServerException(
          "collection "
              + collection(kind)
              + " took "
              + inserted
              + " of "
              + documents
              + " documents");
    }
  }
}
