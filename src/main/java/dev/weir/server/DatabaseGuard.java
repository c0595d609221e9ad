package dev.weir.server;

import com.mongodb.MongoException;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.CreateCollectionOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.bson.Document;

/**
 * Weir's own database, recognised by a marker it put there when it created it. Nothing of any other
 * database is ever read, changed or dropped.
 */
public final class DatabaseGuard {
  /** Every database of Weir starts with this. */
  public static final String PREFIX = "weir_";

  /** The collection that holds the marker document. */
  public static final String MARKER_COLLECTION = "weir.marker";

  private static final String MARKER_ID = "created-by-weir";
  // 63 bytes is the server's limit for a database name.
  private static final Pattern NAME = Pattern.compile(PREFIX + "[A-Za-z0-9_-]{1,58}");

  private final MongoDatabase database;

  private DatabaseGuard(MongoDatabase database) {
    this.database = database;
  }

  /**
   * Creates the database if there is none of that name, accepts it if Weir created it.
   *
   * @param name {@link #PREFIX} and 1 to 58 of {@code A-Z a-z 0-9 _ -}
   * @throws ServerException if the name is none of ours, or the database is somebody else's;
   *     nothing was touched then
   */
  public static DatabaseGuard open(MongoClient client, String name) throws ServerException {
    if (!NAME.matcher(name).matches()) {
      throw new ServerException(
          "'"
              + name
              + "' is no name for a database of Weir: use "
              + PREFIX
              + " and up to 58 letters, digits, _ or -");
    }
    MongoDatabase database = client.getDatabase(name);
    try {
      if (!marked(database)) {
        List<String> collections = database.listCollectionNames().into(new ArrayList<>());
        if (!collections.isEmpty()) {
          throw foreign(name);
        }
        marker(database).insertOne(new Document("_id", MARKER_ID).append("createdBy", "weir"));
      }
    } catch (MongoException e) {
      throw failed("open", name, e);
    }
    return new DatabaseGuard(database);
  }

  /** The guarded database's name. */
  public String name() {
    return database.getName();
  }

  /**
   * Drops one collection of the guarded database, if it exists, and creates it empty.
   *
   * @throws ServerException if the database lost its marker, or {@code collection} is the marker's
   */
  public void reset(String collection) throws ServerException {
    reset(collection, new CreateCollectionOptions());
  }

  /** As {@link #reset(String)}, with options of its own. */
  public void reset(String collection, CreateCollectionOptions options) throws ServerException {
    if (collection.equals(MARKER_COLLECTION)) {
      throw new ServerException("collection " + MARKER_COLLECTION + " is not to be reset");
    }
    try {
      requireMarker();
      database.getCollection(collection).drop();
      database.createCollection(collection, options);
    } catch (MongoException e) {
      throw failed("reset collection " + collection + " of", name(), e);
    }
  }

  /**
   * Drops the guarded database, after a look whether the marker is still there.
   *
   * @throws ServerException if it is not; nothing was touched then
   */
  public void dropDatabase() throws ServerException {
    try {
      requireMarker();
      database.drop();
    } catch (MongoException e) {
      throw failed("drop", name(), e);
    }
  }

  private void requireMarker() throws ServerException {
    if (!marked(database)) {
      throw foreign(name());
    }
  }

  private static boolean marked(MongoDatabase database) {
    return marker(database).find(new Document("_id", MARKER_ID)).first() != null;
  }

  private static MongoCollection<Document> marker(MongoDatabase database) {
    return database
        .getCollection(MARKER_COLLECTION)
        .withWriteConcern(WriteConcern.MAJORITY.withWTimeout(10, TimeUnit.SECONDS))
        // A secondary may not have the marker yet, whatever the URI's read preference is.
        .withReadPreference(ReadPreference.primary());
  }

  private static ServerException foreign(String name) {
    return new ServerException(
        "database "
            + name
            + " exists and was not created by Weir; nothing was touched; drop or rename it"
            + " yourself, or let Weir use another name");
  }

  private static ServerException failed(String verb, String name, MongoException e) {
    return new ServerException("cannot " + verb + " database " + name + ": " + e.getMessage());
  }
}
