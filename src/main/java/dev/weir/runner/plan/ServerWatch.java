package dev.weir.runner.plan;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import dev.weir.server.Checkpoints;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * What a server says of itself while a plan is played, by the answers of its commands alone; only
 * the journal's size is read from disk, where the server runs here.
 */
final class ServerWatch {
  private static final String WIRED_TIGER = "wiredTiger";
  private static final String CACHE = "cache";
  private static final int NEWEST = 2_000;

  private final MongoClient client;
  private final String database;
  private final @Nullable Path folder;

  ServerWatch(MongoClient client, String database, ServerUnderTest server) {
    this.client = client;
    this.database = database;
    this.folder = server.facts().sharesClientHost() ? dbPath(client) : null;
  }

  /**
   * One look at the counters; null where the server does not tell.
   *
   * @param checkpointing whether a checkpoint runs
   * @param checkpoints since the start
   * @param lastCheckpointMillis how long the latest took
   * @param evicted pages that threads evicted which serve calls
   * @param written bytes of pages and journal
   * @param requests writes to the disk
   */
  record Sample(
      boolean checkpointing,
      double checkpoints,
      @Nullable Double lastCheckpointMillis,
      @Nullable Double used,
      @Nullable Double dirty,
      @Nullable Double evicted,
      @Nullable Double written,
      @Nullable Double requests,
      @Nullable Double networkIn,
      @Nullable Double networkOut) {}

  /**
   * Sizes; null where nobody can see them.
   *
   * @param data bytes on disk of the players' documents
   * @param history bytes on disk of the history store
   * @param oplogEntry bytes of an entry of the oplog, mean of the newest, before compression
   * @param oplogMost bytes that it may hold
   * @param oplogOnDisk its bytes on disk
   * @param journal its bytes on disk
   * @param files bytes of all files in the server's folder
   */
  record Sizes(
      @Nullable Double data,
      @Nullable Double history,
      @Nullable Double oplogEntry,
      @Nullable Double oplogMost,
      @Nullable Double oplogOnDisk,
      @Nullable Double journal,
      @Nullable Double files) {}

  /**
   * @throws ServerException if the server does not answer
   */
  Sample sample() throws ServerException {
    Document status = run("admin", new Document("serverStatus", 1));
    Double most = number(status, WIRED_TIGER, CACHE, "maximum bytes configured");
    Double pages = number(status, WIRED_TIGER, "block-manager", "bytes written");
    Double journal = number(status, WIRED_TIGER, "log", "log bytes written");
    Checkpoints checkpoints = Checkpoints.of(status);
    return new Sample(
        checkpoints.running(),
        checkpoints.count(),
        checkpoints.lastMillis(),
        share(number(status, WIRED_TIGER, CACHE, "bytes currently in the cache"), most),
        share(number(status, WIRED_TIGER, CACHE, "tracked dirty bytes in the cache"), most),
        number(status, WIRED_TIGER, CACHE, "pages evicted by application threads"),
        pages == null || journal == null ? pages : Double.valueOf(pages + journal),
        number(status, WIRED_TIGER, "connection", "total write I/Os"),
        number(status, "network", "bytesIn"),
        number(status, "network", "bytesOut"));
  }

  /**
   * @throws ServerException if the server does not answer
   */
  Sizes sizes() throws ServerException {
    Document status = run("admin", new Document("serverStatus", 1));
    Document data = run(database, new Document("dbStats", 1));
    Document oplog = oplog();
    return new Sizes(
        number(data, "totalSize") != null ? number(data, "totalSize") : number(data, "storageSize"),
        number(status, WIRED_TIGER, CACHE, "history store table on-disk size"),
        oplogEntry(),
        number(oplog, "maxSize"),
        number(oplog, "storageSize"),
        folder == null ? null : bytes(folder.resolve("journal")),
        folder == null ? null : bytes(folder));
  }

  /** Free bytes of the disk that holds the data; null if the server does not tell. */
  @Nullable Double freeBytes() throws ServerException {
    // A database that is not there yet has no disk.
    for (String name : List.of(database, "admin", "config")) {
      Document stats = run(name, new Document("dbStats", 1));
      Double whole = number(stats, "fsTotalSize");
      Double used = number(stats, "fsUsedSize");
      if (whole != null && used != null && whole > 0) {
        return whole - used;
      }
    }
    return null;
  }

  /** Writes out all that is dirty, so that what follows begins alike. */
  void checkpoint() throws ServerException {
    run("admin", new Document("fsync", 1));
  }

  /** Empty where the server has none, or does not let us see. */
  private Document oplog() {
    try {
      return client.getDatabase("local").runCommand(new Document("collStats", "oplog.rs"));
    } catch (MongoException e) {
      return new Document();
    }
  }

  /** Mean size of the newest entries, before compression; null if nobody lets us see them. */
  private @Nullable Double oplogEntry() {
    try {
      long bytes = 0;
      int entries = 0;
      for (RawBsonDocument entry :
          client
              .getDatabase("local")
              .getCollection("oplog.rs", RawBsonDocument.class)
              .find()
              .sort(new Document("$natural", -1))
              .limit(NEWEST)) {
        bytes += entry.getByteBuffer().remaining();
        entries++;
      }
      return entries == 0 ? null : Double.valueOf((double) bytes / entries);
    } catch (MongoException e) {
      return null;
    }
  }

  private Document run(String where, Document command) throws ServerException {
    try {
      return client.getDatabase(where).runCommand(command);
    } catch (MongoException e) {
      throw new ServerException("the server did not answer: " + e.getMessage());
    }
  }

  private static @Nullable Path dbPath(MongoClient client) {
    try {
      Document options = client.getDatabase("admin").runCommand(new Document("getCmdLineOpts", 1));
      Object path = options.getEmbedded(List.of("parsed", "storage", "dbPath"), Object.class);
      Path folder = path == null ? null : Path.of(path.toString());
      return folder != null && Files.isReadable(folder) ? folder : null;
    } catch (MongoException e) {
      return null;
    }
  }

  private static @Nullable Double bytes(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return (double) files.filter(Files::isRegularFile).mapToLong(ServerWatch::size).sum();
    } catch (IOException | UncheckedIOException e) {
      return null;
    }
  }

  /** A file may be gone by now. */
  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return 0;
    }
  }

  private static @Nullable Double share(@Nullable Double part, @Nullable Double whole) {
    return part == null || whole == null || whole <= 0 ? null : Double.valueOf(part / whole);
  }

  private static @Nullable Double number(Document document, String... path) {
    Object value = document;
    for (String key : path) {
      value = value instanceof Document level ? level.get(key) : null;
    }
    return value instanceof Number number ? Double.valueOf(number.doubleValue()) : null;
  }
}
