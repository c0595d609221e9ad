package dev.weir.server;

import com.mongodb.ConnectionString;
import com.mongodb.MongoException;
import com.mongodb.MongoNamespace;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import dev.weir.study.Redaction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * The oplog of a running deployment, which is read and nothing else: from a secondary where there
 * is one, and within bounds.
 */
public final class Oplog implements AutoCloseable {
  private static final Duration SELECTION = Duration.ofSeconds(10);
  private static final int BATCH = 5_000;

  /** Server clocks and the times of entries may lie as far apart. */
  private static final int SKEW_SECONDS = 5;

  private static final int UNAUTHORIZED = 13;
  private static final int CAPPED_POSITION_LOST = 136;
  private static final String OPLOG = "local.oplog.rs";
  private static final String COMMENT = "weir plan init";

  private final ConnectionString uri;
  private final MongoClient client;
  private final String hosts;
  private final int members;

  /**
   * What is read at most.
   *
   * @param time that reading may take
   * @param entries of the oplog
   * @param bytes of BSON
   */
  public record Limits(Duration time, long entries, long bytes) {
    /** For a look at a production server: five minutes, 20 million entries, 10 GB. */
    public static final Limits USUAL =
        new Limits(Duration.ofMinutes(5), 20_000_000, 10_000_000_000L);
  }

  /**
   * What reading took of the deployment.
   *
   * @param entries that were read
   * @param bytes of BSON
   * @param batches of the cursor: round trips
   * @param time that it took
   * @param whole whether all was read; false if a limit came first
   * @param first time of the first entry; null if there was none
   * @param last time of the last entry; null if there was none
   */
  public record Cost(
      long entries,
      long bytes,
      int batches,
      Duration time,
      boolean whole,
      @Nullable Instant first,
      @Nullable Instant last) {}

  /**
   * How far it reaches.
   *
   * @param oldest time of the first entry
   * @param newest time of the last entry
   */
  public record Reach(Instant oldest, Instant newest) {}

  /**
   * The documents of a collection.
   *
   * @param documents how many
   * @param bytes of one, in the mean
   */
  public record Stored(long documents, double bytes) {}

  private Oplog(ConnectionString uri, MongoClient client, Document hello) {
    this.uri = uri;
    this.client = client;
    this.hosts = String.join(",", uri.getHosts());
    this.members = size(hello.get("hosts")) + size(hello.get("passives"));
  }

  /**
   * Connects to a replica set.
   *
   * @throws ServerException if it can't be reached or is none; one line without secrets
   */
  public static Oplog open(String text) throws ServerException {
    ConnectionString uri = Clients.parse(text);
    String hosts = String.join(",", uri.getHosts());
    MongoClient client;
    try {
      client = Clients.open(uri, SELECTION);
    } catch (IllegalArgumentException | MongoException e) {
      throw new ServerException(
          "cannot use URI " + Redaction.redact(text) + ": " + Redaction.redact(e.getMessage()));
    }
    try {
      Document hello =
          client
              .getDatabase("admin")
              .runCommand(new Document("hello", 1), ReadPreference.secondaryPreferred());
      if (Sharding.isRouter(hello)) {
        throw new ServerException(
            hosts
                + " is a router of a sharded cluster and has no oplog; name the replica set of one"
                + " shard (its share of the writes is read)");
      }
      if (hello.get("setName") == null) {
        throw new ServerException(
            hosts
                + " is not a replica set and has no oplog; name one, or use --from-sample"
                + " FILE.json");
      }
      return new Oplog(uri, client, hello);
    } catch (MongoException e) {
      client.close();
      throw Clients.explain(uri, SELECTION, e);
    } catch (ServerException | RuntimeException e) {
      client.close();
      throw e;
    }
  }

  /** Data-bearing members. */
  public int members() {
    return members;
  }

  /**
   * How far it reaches back, and to when.
   *
   * @throws ServerException if it can't be read
   */
  public Reach reach() throws ServerException {
    try {
      return new Reach(time(1), time(-1));
    } catch (MongoException e) {
      throw explain(e);
    }
  }

  private Instant time(int order) throws ServerException {
    RawBsonDocument entry =
        entries()
            .find()
            .projection(Projections.include("ts", "wall"))
            .sort(new Document("$natural", order))
            .comment(COMMENT)
            .first();
    if (entry == null) {
      throw new ServerException(OPLOG + " at " + hosts + " is empty");
    }
    Instant wall = wall(entry);
    return wall == null ? Instant.ofEpochSecond(entry.getTimestamp("ts").getTime()) : wall;
  }

  private MongoCollection<RawBsonDocument> entries() {
    return client
        .getDatabase("local")
        .withReadPreference(ReadPreference.secondaryPreferred())
        .getCollection("oplog.rs", RawBsonDocument.class);
  }

  /**
   * Reads the entries of a span and of a few seconds around it, in their order.
   *
   * @param each gets every entry
   * @throws ServerException if it can't be read, or was truncated meanwhile
   */
  public Cost read(Instant from, Instant to, Limits limits, Consumer<RawBsonDocument> each)
      throws ServerException {
    long begun = System.nanoTime();
    long entries = 0;
    long bytes = 0;
    int batches = 0;
    boolean whole = true;
    RawBsonDocument first = null;
    RawBsonDocument last = null;
    try (MongoCursor<RawBsonDocument> cursor =
        entries()
            .find(
                Filters.and(
                    Filters.gte("ts", timestamp(from, -SKEW_SECONDS)),
                    Filters.lte("ts", timestamp(to, SKEW_SECONDS))))
            .batchSize(BATCH)
            .maxTime(2 * limits.time().toMillis(), TimeUnit.MILLISECONDS)
            .comment(COMMENT)
            .iterator()) {
      batches = 1;
      while (whole) {
        boolean turn = entries > 0 && cursor.available() == 0;
        if (!cursor.hasNext()) {
          break;
        }
        batches += turn ? 1 : 0;
        RawBsonDocument entry = cursor.next();
        each.accept(entry);
        first = first == null ? entry : first;
        last = entry;
        entries++;
        bytes += entry.getByteBuffer().remaining();
        whole =
            entries < limits.entries()
                && bytes < limits.bytes()
                && System.nanoTime() - begun < limits.time().toNanos();
      }
    } catch (MongoException e) {
      throw explain(e);
    }
    return new Cost(
        entries,
        bytes,
        batches,
        Duration.ofNanos(System.nanoTime() - begun),
        whole,
        wall(first),
        wall(last));
  }

  private static @Nullable Instant wall(@Nullable RawBsonDocument entry) {
    return entry == null || !entry.isDateTime("wall")
        ? null
        : Instant.ofEpochMilli(entry.getDateTime("wall").getValue());
  }

  private static BsonTimestamp timestamp(Instant time, int seconds) {
    return new BsonTimestamp((int) time.plusSeconds(seconds).getEpochSecond(), 0);
  }

  /** What a collection holds; null if that may not be read or there is none. */
  public @Nullable Stored stored(String namespace) {
    MongoNamespace name = new MongoNamespace(namespace);
    Document stats = statistics(name.getDatabaseName(), name.getCollectionName());
    return stats != null
            && stats.get("count") instanceof Number count
            && stats.get("avgObjSize") instanceof Number bytes
        ? new Stored(count.longValue(), bytes.doubleValue())
        : null;
  }

  /** The most bytes that it holds; null if that may not be read. */
  public @Nullable Long mostBytes() {
    Document stats = statistics("local", "oplog.rs");
    return stats != null && stats.get("maxSize") instanceof Number bytes ? bytes.longValue() : null;
  }

  private @Nullable Document statistics(String database, String collection) {
    try {
      Document found =
          client
              .getDatabase(database)
              .withReadPreference(ReadPreference.secondaryPreferred())
              .getCollection(collection)
              .aggregate(
                  List.of(new Document("$collStats", new Document("storageStats", new Document()))))
              .first();
      return found != null && found.get("storageStats") instanceof Document stats ? stats : null;
    } catch (MongoException e) {
      return null; // not allowed, or a view, or dropped meanwhile: the plan says that it is missing
    }
  }

  private ServerException explain(MongoException failure) {
    return explain(uri, failure);
  }

  /** The one line for a failure to read the oplog. */
  static ServerException explain(ConnectionString uri, MongoException failure) {
    String hosts = String.join(",", uri.getHosts());
    return switch (failure.getCode()) {
      case UNAUTHORIZED ->
          new ServerException(
              "no right to read "
                  + OPLOG
                  + " at "
                  + hosts
                  + "; give the user the role read on the database local: db.grantRolesToUser(USER,"
                  + " [{role: \"read\", db: \"local\"}])");
      case CAPPED_POSITION_LOST ->
          new ServerException(
              "the oplog at "
                  + hosts
                  + " was truncated while it was read: it is too small for that; read"
                  + " fewer --minutes");
      default -> Clients.explain(uri, SELECTION, failure);
    };
  }

  private static int size(@Nullable Object list) {
    return list instanceof List<?> items ? items.size() : 0;
  }

  @Override
  public void close() {
    client.close();
  }
}
