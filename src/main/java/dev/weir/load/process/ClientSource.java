package dev.weir.load.process;

import dev.weir.record.FleetRecord;
import dev.weir.record.TrialRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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

  /** Whether a run may go on after a crash with what is on disk. */
  default boolean resumable() {
    return true;
  }

  /** Whether a client measures a trial in turns; else it measures each at a stretch. */
  default boolean takesTurns() {
    return true;
  }

  /** Whether all run on this host, so that they reach what listens on its loopback. */
  default boolean here() {
    return true;
  }

  /** What each is started with, where that is not as usual. */
  default JvmSettings jvm() {
    return JvmSettings.USUAL;
  }

  /**
   * What a reader of the run must know of them, in a line; null for plain processes of this host.
   */
  default @Nullable String note() {
    return null;
  }

  /**
   * Writes the results of the valid trials in JMH's format.
   *
   * @return whether this source had JMH measure them; else nothing is written
   */
  default boolean writeResults(Path file, List<TrialRecord> trials) throws IOException {
    return false;
  }

  /** What goes into the record of the run; null for plain processes of this host. */
  default @Nullable FleetRecord record() {
    return null;
  }
}
