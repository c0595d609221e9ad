package dev.weir.load;

import dev.weir.record.FleetRecord;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where the client processes of a round come from: fresh JVMs each time. */
@FunctionalInterface
public interface ClientSource {
  /**
   * Starts them.
   *
   * @param log where what they complain of is appended, as far as it reaches this host
   * @throws IOException if they can't be started; one line says why
   */
  LoadClients start(Path log, int clients) throws IOException, InterruptedException;

  /** Whether all run on this host, so that they reach what listens on its loopback. */
  default boolean here() {
    return true;
  }

  /**
   * What a reader of the run must know of them, in a line; null for plain processes of this host.
   */
  default @Nullable String note() {
    return null;
  }

  /** What goes into the record of the run; null for plain processes of this host. */
  default @Nullable FleetRecord record() {
    return null;
  }
}
