package dev.weir.server;

import com.mongodb.ConnectionString;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Aggregates;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/**
 * Some documents of a collection, drawn by the server. Only reads, from a secondary if there is
 * one, within bounds of time and bytes.
 *
 * @param documents as drawn
 * @param bytes of their BSON
 * @param batches in which the server sent them
 * @param took from the first request to the last answer
 */
public record CollectionSample(
    List<BsonDocument> documents, long bytes, int batches, Duration took) {
  private static final Duration SELECTION = Duration.ofSeconds(10);
  private static final long MOST_SECONDS = 60;
  private static final long MOST_BYTES = 64L << 20;
  private static final int BATCH = 100;
  private static final int NOT_AUTHORISED = 13;

  /**
   * Reads it.
   *
   * @param uri with database and collection: {@code mongodb://host/database.collection}
   * @param number of documents, at most
   * @throws ServerException if that can't be read; one line without secrets
   */
  public static CollectionSample read(String uri, int number) throws ServerException {
    ConnectionString to = Clients.parse(uri);
    String database = to.getDatabase();
    String collection = to.getCollection();
    if (database == null || collection == null) {
      throw new ServerException(
          "the URI names no collection; write mongodb://host/database.collection");
    }
    try (MongoClient client = Clients.open(to, SELECTION)) {
      MongoDatabase from =
          client.getDatabase(database).withReadPreference(ReadPreference.secondaryPreferred());
      requireCollection(from, collection);
      return read(from.getCollection(collection, RawBsonDocument.class), number);
    } catch (MongoCommandException e) {
      if (e.getErrorCode() == NOT_AUTHORISED) {
        throw new ServerException(
            "not authorised to read "
                + database
                + "."
                + collection
                + "; give a user with role"
                + " read on "
                + database);
      }
      throw Clients.explain(to, SELECTION, e);
    } catch (MongoException e) {
      throw Clients.explain(to, SELECTION, e);
    }
  }

  /** A view would be computed whole for a sample. */
  private static void requireCollection(MongoDatabase database, String name)
      throws ServerException {
    Document entry = database.listCollections().filter(new Document("name", name)).first();
    if (entry == null) {
      throw new ServerException("there is no collection " + database.getName() + "." + name);
    }
    if (!"collection".equals(entry.get("type"))) {
      throw new ServerException(
          database.getName()
              + "."
              + name
              + " is a "
              + entry.get("type")
              + ", not a collection;"
              + " name the collection that holds its documents");
    }
  }

  private static CollectionSample read(MongoCollection<RawBsonDocument> collection, int number)
      throws ServerException {
    List<BsonDocument> documents = new ArrayList<>();
    long bytes = 0;
    long start = System.nanoTime();
    try (MongoCursor<RawBsonDocument> cursor =
        collection
            .aggregate(List.of(Aggregates.sample(number)))
            .batchSize(BATCH)
            .maxTime(MOST_SECONDS, TimeUnit.SECONDS)
            .iterator()) {
      while (cursor.hasNext() && bytes < MOST_BYTES) {
        RawBsonDocument document = cursor.next();
        bytes += document.getByteBuffer().remaining();
        documents.add(document.decode(new BsonDocumentCodec()));
      }
    }
    if (documents.isEmpty()) {
      throw new ServerException(collection.getNamespace() + " is empty");
    }
    int batches = (documents.size() + BATCH - 1) / BATCH;
    return new CollectionSample(
        documents, bytes, batches, Duration.ofNanos(System.nanoTime() - start));
  }
}
