package dev.weir.load.process;

import java.util.OptionalLong;

/** A client process and what its keeper has to know of it. */
public interface ClientProcess extends LoadClient, AutoCloseable {
  /** Its process id, empty where this host's process table does not hold it. */
  OptionalLong localPid();

  /** Whether it still runs, as far as is known here. */
  boolean alive();

  /** Ends it at once. Where it runs elsewhere and can't be reached, it ends itself soon after. */
  void kill();

  /** Ends it in good order. */
  @Override
  void close();
}
