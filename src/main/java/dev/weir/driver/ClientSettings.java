package dev.weir.driver;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCompressor;
import com.mongodb.WriteConcern;
import dev.weir.study.Cell;
import dev.weir.study.ConnectionUse;
import dev.weir.study.Durability;
import dev.weir.study.Factor;
import dev.weir.study.WireCompressor;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The driver's settings for a cell: the same for every driver, nothing left to a default that could
 * differ.
 */
public final class ClientSettings {
  /**
   * The driver's own 30 s without a server are too long here. The URI's options
   * serverSelectionTimeoutMS, connectTimeoutMS, socketTimeoutMS and waitQueueTimeoutMS set other
   * bounds.
   */
  private static final int SERVER_SELECTION_SECONDS = 10;

  private static final int CONNECT_SECONDS = 10;

  /** The drivers' own default is 2; it would stretch the start of a trial with many connections. */
  private static final int MAX_CONNECTING = 8;

  private ClientSettings() {}

  /** Settings for one cell. */
  public static MongoClientSettings of(String uri, Cell cell, PoolCounters pool) {
    TrustedAuthority authority = TrustedAuthority.of(uri);
    ConnectionString options = new ConnectionString(authority.uri());
    MongoClientSettings.Builder settings =
        MongoClientSettings.builder().applyConnectionString(options);
    if (cell.get(Factor.TLS)) { // else what the URI asks for
      settings.applyToSslSettings(authority::applyTo);
    }
    if (cell.get(Factor.WIRE) == WireCompressor.ZLIB) { // else what the URI asks for
      settings.compressorList(List.of(MongoCompressor.createZlibCompressor()));
    }
    return settings
        .applicationName("weir")
        .writeConcern(writeConcern(cell.get(Factor.WRITE_CONCERN)))
        .retryWrites(cell.get(Factor.RETRY_WRITES))
        .applyToClusterSettings(
            c ->
                c.serverSelectionTimeout(
                    millis(options.getServerSelectionTimeout(), SERVER_SELECTION_SECONDS),
                    TimeUnit.MILLISECONDS))
        // No read timeout unless asked for: the JDK then polls before each read, which costs a
        // single update time. Waits stay bounded: a trial drains in bounded time, and its process
        // can be killed.
        .applyToSocketSettings(
            s ->
                s.connectTimeout(
                        millis(options.getConnectTimeout(), CONNECT_SECONDS), TimeUnit.MILLISECONDS)
                    .readTimeout(millis(options.getSocketTimeout(), 0), TimeUnit.MILLISECONDS))
        .applyToConnectionPoolSettings(
            p ->
                p.maxSize(cell.pool())
                    .minSize(0)
                    .maxConnecting(MAX_CONNECTING)
                    .maxWaitTime(poolWaitMillis(options, cell), TimeUnit.MILLISECONDS)
                    .maxConnectionLifeTime(lifeMillis(cell), TimeUnit.MILLISECONDS)
                    .addConnectionPoolListener(pool))
        .build();
  }

  /** The URI's own bound if it names one; 0, which means for ever, is none. */
  private static int millis(@Nullable Integer wanted, int defaultSeconds) {
    return wanted == null || wanted <= 0 ? defaultSeconds * 1_000 : wanted;
  }

  /** A cell that departs from the default means it; else the URI's own bound. */
  private static int poolWaitMillis(ConnectionString options, Cell cell) {
    Integer wanted = options.getMaxWaitTime();
    boolean chosen = !Factor.POOL_WAIT.defaultValue().equals(cell.get(Factor.POOL_WAIT));
    return chosen || wanted == null || wanted <= 0 ? cell.get(Factor.POOL_WAIT) : wanted;
  }

  /** 0 is for ever. */
  private static long lifeMillis(Cell cell) {
    return cell.get(Factor.CONNECTIONS) == ConnectionUse.PER_CALL ? 1 : 0;
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
