package dev.weir.server.mongod;

import dev.weir.server.ServerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A member as a process of this host. */
final class LocalMember extends StartedMember {
  private final Path home;
  private final List<String> command;
  private final boolean setsid;
  private @Nullable MongodProcess process;

  LocalMember(Path home, int port, List<String> command, boolean setsid) {
    super("127.0.0.1", port);
    this.home = home;
    this.command = command;
    this.setsid = setsid;
  }

  void start() throws ServerException {
    process = MongodProcess.start(home, command, setsid);
  }

  @Override
  public boolean awaitListening(Duration timeout) throws ServerException {
    return process().awaitListening(timeout);
  }

  @Override
  public void stop(Duration timeout) throws ServerException {
    disconnect();
    process().stop(timeout);
  }

  @Override
  public void restart(Duration timeout) throws ServerException {
    MongodProcess before = process();
    // The new supervisor is there before the old one goes: the folder never lacks an owner.
    MongodProcess after = MongodProcess.start(home, command, setsid);
    process = after;
    before.release();
    if (!after.awaitListening(timeout)) {
      throw new ServerException(
          "mongod at port " + port() + " did not come up again; " + after.lastComplaint());
    }
  }

  @Override
  public void kill() {
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

  @Override
  public boolean runs() {
    return pid() != null;
  }

  @Override
  public @Nullable Long pid() {
    return process == null ? null : process.pid();
  }

  @Override
  public @Nullable Integer exitCode() {
    return process().exitCode();
  }

  @Override
  public String lastComplaint() {
    return process().lastComplaint();
  }

  /** Where the data lies decides what a journal write costs; a tmpfs would flatter. */
  @Override
  public Map<String, String> facts() {
    String type;
    try {
      type = Files.getFileStore(home).type();
    } catch (IOException e) {
      type = "unknown";
    }
    return Map.of("weir.dataFileSystem", type);
  }

  private MongodProcess process() {
    return Objects.requireNonNull(process, "started");
  }

  Path home() {
    return home;
  }

  /** Removes the skeleton of a deployment that failed before its supervisors started. */
  static void removeEmptyFolders(@Nullable Path root, int members) {
    if (root == null) {
      return;
    }
    try {
      for (int i = 0; i < members; i++) {
        Path home = root.resolve("m" + i);
        ServerCertificate.removeFrom(home);
        Files.deleteIfExists(home.resolve("db"));
        Files.deleteIfExists(home);
      }
      Files.deleteIfExists(root);
    } catch (IOException e) {
      // Not empty: a supervisor owns it.
    }
  }
}
