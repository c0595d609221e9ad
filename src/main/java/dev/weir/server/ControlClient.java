package dev.weir.server;

import com.mongodb.client.MongoClient;
import java.time.Duration;

/** A client for everything beside the load, none of whose waits is without end. */
public final class ControlClient {
  private static final Duration SELECTION = Duration.ofSeconds(10);

  private ControlClient() {}

  /** Opens one on the whole deployment. Connects when first used. */
  public static MongoClient open(ServerUnderTest server) throws ServerException {
    return Clients.open(Clients.parse(server.connectionString()), SELECTION);
  }
}
