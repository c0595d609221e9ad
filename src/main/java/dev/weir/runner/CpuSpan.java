package dev.weir.runner;

import dev.weir.load.LoadEvent;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import org.jspecify.annotations.Nullable;

/** The server's CPU clock at both ends of a measured span, and the host in each second of it. */
public final class CpuSpan {
  private final ServerUnderTest server;
  private @Nullable Long from;
  private @Nullable Long to;
  private final HostWatch host;
  private HostWatch.@Nullable Watched second;

  /** Looks at the server alone. */
  public CpuSpan(ServerUnderTest server) {
    this(server, HostWatch.NONE);
  }

  /**
   * @param host hears of each second, none of which can be left out
   */
  public CpuSpan(ServerUnderTest server, HostWatch host) {
    this.server = server;
    this.host = host;
  }

  public void hear(LoadEvent event) {
    if (event instanceof LoadEvent.Measuring) {
      from = now();
      second = host.begin();
    } else if (event instanceof LoadEvent.Second) {
      endSecond();
    } else if (event instanceof LoadEvent.Measured) {
      to = now();
      endSecond();
      second = null;
    }
  }

  private void endSecond() {
    if (second != null) {
      second.kept();
      second = host.begin();
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
