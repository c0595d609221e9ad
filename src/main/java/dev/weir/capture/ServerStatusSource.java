package dev.weir.capture;

import java.io.IOException;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** Where {@code serverStatus} comes from. */
interface ServerStatusSource extends AutoCloseable {
  /**
   * The server's answer to {@code serverStatus}, with the {@code oplog} section where it has one.
   *
   * @throws IOException if there is none within a bounded time; the message holds no secrets
   */
  BsonDocument serverStatus() throws IOException;

  /** The answer to {@code replSetGetStatus}, null if the server is no member or does not tell. */
  @Nullable BsonDocument replicaSetStatus();

  /**
   * Sends a {@code ping}, the cheapest round trip there is.
   *
   * @throws IOException if no answer came within a bounded time
   */
  void ping() throws IOException;

  @Override
  void close();
}
