package dev.weir.runner.plan;

import com.mongodb.MongoException;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.ReplaceOptions;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.ServerException;
import dev.weir.study.DocumentKind;
import dev.weir.workload.RoleDocuments;
import dev.weir.workload.sample.SampleDocuments;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import org.bson.BsonBinary;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.DocumentCodec;

/**
 * The accounts of a plan at their stored size: what an update changes, and bytes that don't
 * compress for the rest. They are inserted in the order of their keys, so that an interrupted fill
 * goes on where it ended.
 */
final class StoredAccounts {
  private static final String FILLS = "fills";
  private static final String REST = "rest";
  private static final long BATCH_BYTES = 4_000_000;
  private static final int BATCH = 1_000;

  /** How often progress is reported. */
  private static final long TELLS = 10;

  /** Type, end of the name, length and subtype of a binary field. */
  private static final int BINARY_HEAD = 7;

  private final DatabaseGuard guard;
  private final MongoDatabase database;
  private final long seed;

  StoredAccounts(MongoClient client, DatabaseGuard guard, long seed) {
    this.guard = guard;
    this.database = client.getDatabase(guard.name());
    this.seed = seed;
  }

  /**
   * Fills a collection, or what is missing of it.
   *
   * @param storedBytes of each document; documents whose update carries more are as large as that
   * @param progress gets the number of documents that are there, after each tenth
   * @throws ServerException if the server does not take them
   */
  void fill(
      String collection,
      DocumentKind kind,
      double storedBytes,
      long documents,
      LongConsumer progress)
      throws ServerException {
    try {
      Document wanted =
          new Document("_id", collection)
              .append("kind", named(kind))
              .append("storedBytes", Math.round(storedBytes))
              .append("documents", documents)
              .append("seed", seed);
      MongoCollection<Document> fills = database.getCollection(FILLS);
      if (!wanted.equals(fills.find(new Document("_id", collection)).first())) {
        guard.reset(collection);
        fills.replaceOne(
            new Document("_id", collection), wanted, new ReplaceOptions().upsert(true));
      }
      LongFunction<Document> source =
          kind.sampled()
              ? SampleDocuments.first(kind.model(), seed)::document
              : new RoleDocuments(kind, seed)::document;
      insert(collection, source, kind.sampled() ? 0 : storedBytes, documents, progress);
    } catch (MongoException e) {
      throw new ServerException("cannot fill " + collection + ": " + e.getMessage());
    }
  }

  /** A sample of the same name may have changed. */
  private static String named(DocumentKind kind) {
    return kind.sampled()
        ? kind.name() + " " + Integer.toHexString(kind.written().hashCode())
        : kind.name();
  }

  private void insert(
      String name,
      LongFunction<Document> source,
      double storedBytes,
      long documents,
      LongConsumer progress)
      throws ServerException {
    MongoCollection<Document> collection =
        database.getCollection(name).withWriteConcern(WriteConcern.W1);
    Document last = collection.find().sort(new Document("_id", -1)).first();
    long next =
        last == null
            ? 0
            : last.get("_id") instanceof Long key ? key + 1 : collection.countDocuments();
    int bytes = bytes(source.apply(0));
    int rest = (int) Math.max(0, Math.round(storedBytes) - bytes);
    int perBatch = (int) Math.max(1, Math.min(BATCH, BATCH_BYTES / Math.max(bytes, storedBytes)));
    SplittableRandom random = new SplittableRandom(seed + next);
    List<Document> batch = new ArrayList<>(perBatch);
    long reported = next * TELLS / documents;
    for (long key = next; key < documents; key++) {
      Document document = source.apply(key);
      if (rest > 0) {
        byte[] filler = new byte[rest];
        random.nextBytes(filler);
        document.append(REST, new BsonBinary(filler));
      }
      batch.add(document);
      if (batch.size() == perBatch || key == documents - 1) {
        // In order: whatever ends the fill, the keys that are there are the first ones.
        collection.insertMany(batch, new InsertManyOptions().ordered(true));
        batch.clear();
        long tenths = (key + 1) * TELLS / documents;
        if (tenths > reported) {
          reported = tenths;
          progress.accept(key + 1);
        }
      }
    }
    long there = collection.estimatedDocumentCount();
    if (there != documents) {
      throw new ServerException(name + " holds " + there + " of " + documents + " documents");
    }
  }

  /** Bytes of its BSON; what is added for the rest has a name and a head of its own. */
  private static int bytes(Document document) {
    return new RawBsonDocument(document, new DocumentCodec()).getByteBuffer().remaining()
        + REST.length()
        + BINARY_HEAD;
  }
}
