package dev.weir.dataset;

import com.mongodb.MongoException;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.InsertManyOptions;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.ServerException;
import dev.weir.server.Sharding;
import dev.weir.study.BlockCompressor;
import dev.weir.study.Cell;
import dev.weir.study.CollectionSize;
import dev.weir.study.DocumentKind;
import dev.weir.study.Factor;
import dev.weir.study.Indexes;
import dev.weir.study.Shards;
import dev.weir.workload.ItemDocuments;
import dev.weir.workload.RoleDocuments;
import dev.weir.workload.RoleIndexes;
import dev.weir.workload.sample.SampleDocuments;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * The collections under test, put back to their first state before each trial. Cells share one
 * where they ask for the same documents, indexes, compressor and size and only update them.
 */
public final class Datasets {
  private static final int INSERT_BATCH = 1_000;
  private static final long INSERT_BYTES = 4_000_000;
  private static final int MOST_DOCUMENTS = 100_000_000;

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

  /** The name of the collection that holds documents of that kind, as it is by default. */
  public static String collection(DocumentKind kind) {
    if (kind.sampled()) {
      return kind.name();
    }
    return kind.equals(DocumentKind.ITEM) ? "items" : "roles_" + kind.name();
  }

  /** The name of the collection that a cell writes to; of several, the first. */
  public static String collection(Cell cell) {
    StringBuilder name = new StringBuilder(collection(cell.document()));
    if (cell.write().changesPopulation()) {
      name.append('_').append(cell.write());
    }
    for (Factor<?> factor : List.of(Factor.INDEXES, Factor.COMPRESSOR, Factor.SIZE)) {
      if (!factor.defaultValue().equals(cell.get(factor))) {
        name.append('_').append(cell.get(factor));
      }
    }
    return name.toString();
  }

  /** The cell with its number of documents instead of a multiple of the server's cache. */
  public Cell sized(Cell cell) {
    return cell.get(Factor.SIZE).equals(CollectionSize.STUDY)
        ? cell
        : cell.with(Factor.SIZE, CollectionSize.of(documents(cell)));
  }

  /** How many documents a cell's collection holds at first. */
  public int documents(Cell cell) {
    CollectionSize size = cell.get(Factor.SIZE);
    if (size.caches() == 0) {
      return size.documents().orElse(documents);
    }
    double bytes = (double) size.caches() * cacheBytes();
    DocumentKind kind = cell.document();
    int each =
        kind.sampled()
            ? (kind.minBytes() + kind.maxBytes()) / 2
            : new RoleDocuments(kind, cell.get(Factor.INDEXES), seed).bytes();
    return (int) Math.max(1, Math.min(MOST_DOCUMENTS, Math.ceil(bytes / each)));
  }

  private long cacheBytes() {
    Document status = client.getDatabase("admin").runCommand(new Document("serverStatus", 1));
    if (status.get("wiredTiger") instanceof Document engine
        && engine.get("cache") instanceof Document cache
        && cache.get("maximum bytes configured") instanceof Number bytes) {
      return bytes.longValue();
    }
    throw new IllegalStateException(
        "this server tells no size of its cache: give collectionSize as a number of documents");
  }

  /** Puts the collections of a cell into their first state, over all the shards it asks for. */
  public void reset(Cell cell) throws ServerException {
    String first = collection(cell);
    for (int i = 1; i <= cell.get(Factor.COLLECTIONS); i++) {
      reset(i == 1 ? first : first + "_" + i, cell);
    }
  }

  /** As {@link #reset(Cell)}, for a cell that asks for nothing but documents of that kind. */
  public void reset(DocumentKind kind) throws ServerException {
    reset(Cell.of(Map.of(Factor.DOCUMENT, kind)));
  }

  /**
   * Drops a collection and fills it again. By majority, so that secondaries start level with the
   * primary. One that is larger than the cache is filled once: updates leave its size as it is.
   *
   * @throws ServerException if the database is not ours, or fewer documents arrived than were sent
   */
  private void reset(String name, Cell cell) throws ServerException {
    boolean large = cell.get(Factor.SIZE).caches() > 0 && !cell.write().changesPopulation();
    try {
      int wanted = documents(cell);
      if (large
          && client.getDatabase(guard.name()).getCollection(name).estimatedDocumentCount()
              == wanted) {
        return;
      }
      guard.reset(name, options(cell));
      if (cell.get(Factor.SHARDS) == Shards.ALL && Sharding.isSharded(client)) {
        Sharding.spread(client, guard.name(), name);
      }
      fill(name, cell, wanted);
    } catch (MongoException e) {
      throw new ServerException("cannot fill " + name + ": " + e.getMessage());
    }
  }

  private static CreateCollectionOptions options(Cell cell) {
    BlockCompressor compressor = cell.get(Factor.COMPRESSOR);
    CreateCollectionOptions options = new CreateCollectionOptions();
    if (compressor != BlockCompressor.SNAPPY) { // else as the server has it
      Document engine = new Document("configString", "block_compressor=" + compressor);
      options.storageEngineOptions(new Document("wiredTiger", engine));
    }
    return options;
  }

  private void fill(String name, Cell cell, int wanted) throws ServerException {
    DocumentKind kind = cell.document();
    MongoCollection<Document> collection =
        client
            .getDatabase(guard.name())
            .getCollection(name)
            .withWriteConcern(WriteConcern.MAJORITY.withWTimeout(60, TimeUnit.SECONDS));
    LongFunction<Document> source;
    if (kind.equals(DocumentKind.ITEM)) {
      collection.createIndex(ItemDocuments.index());
      source = new ItemDocuments(seed)::document;
    } else if (kind.sampled()) {
      source = SampleDocuments.first(kind.model(), seed)::document;
    } else {
      Indexes indexes = cell.get(Factor.INDEXES);
      source = new RoleDocuments(kind, indexes, seed)::document;
      for (Bson keys : RoleIndexes.of(cell)) {
        collection.createIndex(keys);
      }
    }
    int bytes = kind.sampled() ? kind.maxBytes() : kind.maxBytes() * BSON_PER_DATA;
    int perBatch = (int) Math.max(1, Math.min(INSERT_BATCH, INSERT_BYTES / bytes));
    InsertManyOptions unordered = new InsertManyOptions().ordered(false);
    List<Document> batch = new ArrayList<>(perBatch);
    long inserted = 0;
    for (long key = 0; key < wanted; key++) {
      batch.add(source.apply(key));
      if (batch.size() == perBatch || key == wanted - 1) {
        inserted += collection.insertMany(batch, unordered).getInsertedIds().size();
        batch.clear();
      }
    }
    if (inserted != wanted) {
      throw new ServerException(
          "collection " + name + " took " + inserted + " of " + wanted + " documents");
    }
  }
}
