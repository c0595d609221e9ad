package dev.weir.fleet;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;

/** Starts workers on some engine, and does nothing else: who has started is the fleet's own. */
public interface WorkerLauncher {
  /**
   * What workers need to know.
   *
   * @param coordinator where they find it
   * @param workers indices 0 to this, exclusive
   * @param log where what they complain of is appended, as far as it reaches this host
   */
  record Invitation(InetSocketAddress coordinator, Token token, int workers, Path log) {}

  /** Workers on their way or at work. */
  interface Launched extends AutoCloseable {
    /** Why no more workers can come, empty while they can. */
    Optional<String> ended();

    /** Ends what is still running of them, at once. */
    @Override
    void close();
  }

  /**
   * Starts all workers, without waiting for them.
   *
   * @throws IOException if they can't be started; one line says why
   */
  Launched launch(Invitation invitation) throws IOException;

  /** Whether all workers share the memory of this host. */
  default boolean shareMemory() {
    return false;
  }
}
