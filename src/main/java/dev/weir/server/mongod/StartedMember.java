package dev.weir.server.mongod;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import dev.weir.server.Clients;
import dev.weir.server.ServerException;
import java.time.Duration;
import java.util.Map;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** One mongod that Weir started, over its stops and restarts. Not thread-safe. */
public abstract class StartedMember implements AutoCloseable {
  private static final Duration SELECTION_TIMEOUT = Duration.ofSeconds(5);

  private final String host;
  private final int port;
  private @Nullable MongoClient client;

  /**
   * @param host where clients and the other members find it
   * @param port the same for both
   */
  protected StartedMember(String host, int port) {
    this.host = host;
    this.port = port;
  }

  /**
   * Waits until it listens.
   *
   * @return true if it listens, false if it ended instead
   * @throws ServerException after {@code timeout}
   */
  public abstract boolean awaitListening(Duration timeout) throws ServerException;

  /**
   * Shuts it down cleanly; its data stay.
   *
   * @throws ServerException if it has not ended after {@code timeout}
   */
  public abstract void stop(Duration timeout) throws ServerException;

  /**
   * Starts one that has ended, on its own data.
   *
   * @throws ServerException if it does not listen in time
   */
  public abstract void restart(Duration timeout) throws ServerException;

  /** Starts the end; {@link #close} waits for it, so that members end side by side. */
  public abstract void kill();

  /** Ends it and removes its data. */
  @Override
  public abstract void close();

  /** Whether it has not ended. */
  public abstract boolean runs();

  /** Its process id on this host; null if it has ended or can't be seen from here. */
  public abstract @Nullable Long pid();

  /** How it ended: exit code, 128 + signal, -1 if unknown; null while it runs. */
  public abstract @Nullable Integer exitCode();

  /** Its last fatal or error line, for a message. */
  public abstract String lastComplaint();

  /** Why it ended, as far as that is known, for a message. */
  public String fate() {
    return "exit code " + exitCode();
  }

  /** What it does while it is awaited, for a message: how it ended, or its state in the set. */
  final String meanwhile() {
    if (!runs()) {
      return "ended with " + fate();
    }
    try {
      Document status = Clients.admin(client(), new Document("replSetGetStatus", 1));
      Document self =
          status.getList("members", Document.class).stream()
              .filter(one -> one.getBoolean("self", false))
              .findFirst()
              .orElse(new Document());
      String info = self.get("infoMessage", "");
      return "is "
          + self.get("stateStr", "in no known state")
          + ", up for "
          + self.get("uptime", 0)
          + " s"
          + (info.isEmpty() ? "" : ": " + info);
    } catch (MongoException e) {
      return "does not answer: " + e.getMessage();
    }
  }

  /** What the server itself does not know of its place, for the record. */
  public abstract Map<String, String> facts();

  /** A control connection to this member alone, opened when first wanted. */
  final MongoClient client() {
    MongoClient open = client;
    if (open == null) {
      open = Clients.direct(host, port, SELECTION_TIMEOUT);
      client = open;
    }
    return open;
  }

  /** Closes the control connection: a monitor that sees its server die reports it. */
  protected final void disconnect() {
    if (client != null) {
      client.close();
      client = null;
    }
  }

  protected final String host() {
    return host;
  }

  protected final int port() {
    return port;
  }

  final String address() {
    return host + ":" + port;
  }
}
