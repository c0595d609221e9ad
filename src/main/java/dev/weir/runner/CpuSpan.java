package dev.weir.runner;

import dev.weir.load.LoadEvent;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import org.jspecify.annotations.Nullable;

/** The server's CPU clock at both ends of a measured span. */
public final class CpuSpan {
  private final ServerUnderTest server;
  private @Nullable Long from;
  private @Nullable Long to;

  public CpuSpan(ServerUnderTest server) {
    this.server = server;
  }

  public void hear(LoadEvent event) {
    if (event instanceof LoadEvent.Measuring) {
      from = now();
    } else if (event instanceof LoadEvent.Measured) {
      to = now();
    }
  }

  private @Nullable Long now() {
    try {
      return server.counters().cpuMicros();
    } catch (ServerException e) {
      return null; // the trial itself will tell that the server is gone
    }
  }

  /** CPU in between in µs, null if unknown. */
  public @Nullable Long micros() {
    // A member that was lost or restarted between takes its CPU time with it.
    return from == null || to == null || to < from ? null : Long.valueOf(to - from);
  }
}
