package dev.weir.driver;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.WriteConcern;
import dev.weir.study.Cell;
import dev.weir.study.Durability;
import java.util.concurrent.TimeUnit;

/**
 * The driver's settings for a cell: the same for every driver, nothing left to a default that could
 * differ.
 */
public final class ClientSettings {
  /** The drivers' own 30 s without a server are too long here. */
  private static final int SERVER_SELECTION_SECONDS = 10;

  private static final int CONNECT_SECONDS = 10;
  private static final int POOL_WAIT_SECONDS = 30;

  /** The drivers' own default is 2; it would stretch the start of a trial with many connections. */
  private static final int MAX_CONNECTING = 8;

  private ClientSettings() {}

  /** Settings for one cell. */
  public static MongoClientSettings of(String uri, Cell cell, PoolCounters pool) {
    return MongoClientSettings.builder()
        .applyConnectionString(new ConnectionString(uri))
        .applicationName("weir")
        .writeConcern(writeConcern(cell.writeConcern()))
        .retryWrites(cell.retryWrites())
        .applyToClusterSettings(
            c -> c.serverSelectionTimeout(SERVER_SELECTION_SECONDS, TimeUnit.SECONDS))
        // No read timeout: the JDK then polls before each read, which costs a single update 5 %.
        // Waits stay bounded: a trial drains in bounded time, and its process can be killed.
        .applyToSocketSettings(s -> s.connectTimeout(CONNECT_SECONDS, TimeUnit.SECONDS))
        .applyToConnectionPoolSettings(
            p ->
                p.maxSize(cell.pool())
                    .minSize(0)
                    .maxConnecting(MAX_CONNECTING)
                    .maxWaitTime(POOL_WAIT_SECONDS, TimeUnit.SECONDS)
                    .addConnectionPoolListener(pool))
        .build();
  }

  static WriteConcern writeConcern(Durability durability) {
    return switch (durability) {
      case W1 -> WriteConcern.W1;
      case W1_JOURNALED -> WriteConcern.W1.withJournal(true);
      case MAJORITY -> WriteConcern.MAJORITY;
      case MAJORITY_JOURNALED -> WriteConcern.MAJORITY.withJournal(true);
    };
  }
}
