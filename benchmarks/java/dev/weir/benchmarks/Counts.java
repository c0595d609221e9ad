package dev.weir.benchmarks;

import dev.weir.load.trial.TrialValidity;
import dev.weir.record.ServerSource;
import dev.weir.record.Totals;
import dev.weir.server.ServerCounters;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Holds what was acknowledged against what the server counted, by the study's own rules. */
final class Counts {
  private final ServerUnderTest server;
  private final ServerCounters before;

  private Counts(ServerUnderTest server, ServerCounters before) {
    this.server = server;
    this.before = before;
  }

  /** Reads the server's counters; nothing may be in flight. */
  static Counts start(ServerUnderTest server) throws ServerException {
    return new Counts(server, server.counters());
  }

  /**
   * Checks everything written since the start; nothing may be in flight.
   *
   * @throws IllegalStateException if a write failed, changed nothing, or the server counted another
   *     number
   */
  void check(Collection<Totals> written) throws ServerException {
    ServerSource source = server.facts().source();
    List<String> reasons =
        TrialValidity.counts(
            written.stream().reduce(Totals.NONE, Totals::plus), updates(), source.isOurs());
    if (!reasons.isEmpty()) {
      throw new IllegalStateException(String.join("; ", reasons));
    }
  }

  private static long written(ServerCounters grown) {
    return grown.update() + grown.insert() + grown.delete();
  }

  /** Writes that the server counted since the start; null if it counts none. */
  @Nullable Long updates() throws ServerException {
    return server.facts().source().counts()
        ? Long.valueOf(written(server.counters().minus(before)))
        : null;
  }
}
