package dev.weir.server.mongod;

import com.mongodb.client.MongoClient;
import dev.weir.server.Clients;
import dev.weir.server.ServerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One member of a local deployment over its stops and restarts. Not thread-safe. */
final class LocalMember implements AutoCloseable {
  private static final Duration SELECTION_TIMEOUT = Duration.ofSeconds(5);

  private final Path home;
  private final int port;
  private final List<String> command;
  private final boolean setsid;
  private @Nullable MongodProcess process;
  private @Nullable MongoClient client;

  LocalMember(Path home, int port, List<String> command, boolean setsid) {
    this.home = home;
    this.port = port;
    this.command = command;
    this.setsid = setsid;
  }

  void start() throws ServerException {
    process = MongodProcess.start(home, command, setsid);
  }

  boolean awaitListening(Duration timeout) throws ServerException {
    return process().awaitListening(timeout);
  }

  void stop(Duration timeout) throws ServerException {
    disconnect();
    process().stop(timeout);
  }

  void restart(Duration timeout) throws ServerException {
    MongodProcess before = process();
    // The new supervisor is there before the old one goes: the folder never lacks an owner.
    MongodProcess after = MongodProcess.start(home, command, setsid);
    process = after;
    before.release();
    if (!after.awaitListening(timeout)) {
      throw new ServerException(
          "mongod at port " + port + " did not come up again; " + after.lastComplaint());
    }
  }

  /** A control connection to this member alone, opened when first wanted. */
  MongoClient client() {
    MongoClient open = client;
    if (open == null) {
      open = Clients.direct("127.0.0.1", port, SELECTION_TIMEOUT);
      client = open;
    }
    return open;
  }

  void disconnect() {
    if (client != null) {
      client.close();
      client = null;
    }
  }

  /** Starts the end; {@link #close} waits for it, so that members end side by side. */
  void kill() {
    if (process != null) {
      process.kill();
    }
  }

  @Override
  public void close() {
    if (process != null) {
      process.close();
    }
  }

  int port() {
    return port;
  }

  Path home() {
    return home;
  }

  @Nullable Long pid() {
    return process == null ? null : process.pid();
  }

  @Nullable Integer exitCode() {
    return process().exitCode();
  }

  String lastComplaint() {
    return process().lastComplaint();
  }

  private MongodProcess process() {
    return Objects.requireNonNull(process, "started");
  }

  /** Removes the skeleton of a deployment that failed before its supervisors started. */
  static void removeEmptyFolders(@Nullable Path root, int members) {
    if (root == null) {
      return;
    }
    try {
      for (int i = 0; i < members; i++) {
        Files.deleteIfExists(root.resolve("m" + i).resolve("db"));
        Files.deleteIfExists(root.resolve("m" + i));
      }
      Files.deleteIfExists(root);
    } catch (IOException e) {
      // Not empty: a supervisor owns it.
    }
  }
}
