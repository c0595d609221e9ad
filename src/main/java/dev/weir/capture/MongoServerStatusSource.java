package dev.weir.capture;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.MongoSocketException;
import com.mongodb.ReadPreference;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.jspecify.annotations.Nullable;

/**
 * A client of its own, of one connection, so that the load's pool and its metrics stay the load's.
 */
final class MongoServerStatusSource implements ServerStatusSource {
  private static final int TIMEOUT_MS = 2_000;

  /** Sections nobody reads here and which cost the server most. */
  private static final BsonDocument SERVER_STATUS =
      new BsonDocument("serverStatus", new BsonInt32(1))
          .append("oplog", new BsonInt32(1))
          .append("locks", new BsonInt32(0))
          .append("tcmalloc", new BsonInt32(0))
          .append("transportSecurity", new BsonInt32(0))
          .append("electionMetrics", new BsonInt32(0));

  private static final BsonDocument REPLICA_SET_STATUS =
      new BsonDocument("replSetGetStatus", new BsonInt32(1));

  private static final BsonDocument PING = new BsonDocument("ping", new BsonInt32(1));

  private final MongoClient client;
  private boolean member = true;

  MongoServerStatusSource(String uri) {
    MongoClientSettings settings =
        MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString(uri))
            .applicationName("weir-capture")
            .readPreference(ReadPreference.primaryPreferred())
            .applyToConnectionPoolSettings(
                pool -> pool.minSize(0).maxSize(1).maxWaitTime(TIMEOUT_MS, TimeUnit.MILLISECONDS))
            .applyToClusterSettings(
                cluster -> cluster.serverSelectionTimeout(TIMEOUT_MS, TimeUnit.MILLISECONDS))
            .applyToSocketSettings(
                socket ->
                    socket
                        .connectTimeout(TIMEOUT_MS, TimeUnit.MILLISECONDS)
                        .readTimeout(TIMEOUT_MS, TimeUnit.MILLISECONDS))
            .build();
    this.client = MongoClients.create(settings);
  }

  @Override
  public BsonDocument serverStatus() throws IOException {
    return run(SERVER_STATUS);
  }

  @Override
  public @Nullable BsonDocument replicaSetStatus() {
    if (!member) {
      return null;
    }
    try {
      return run(REPLICA_SET_STATUS);
    } catch (IOException e) {
      // A standalone refuses it, and so does a user without the privilege: asking once is enough.
      member = e.getCause() instanceof MongoSocketException;
      return null;
    }
  }

  @Override
  public void ping() throws IOException {
    run(PING);
  }

  private BsonDocument run(BsonDocument command) throws IOException {
    try {
      return client
          .getDatabase("admin")
          .runCommand(command, ReadPreference.primaryPreferred(), BsonDocument.class);
    } catch (MongoException e) {
      // The driver's messages name hosts, not credentials; the type says what they leave out.
      throw new IOException(
          command.getFirstKey()
              + " failed: "
              + e.getClass().getSimpleName()
              + ": "
              + e.getMessage(),
          e);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
