package dev.weir.capture;

import java.util.List;
import org.openjdk.jmh.profile.ProfilerException;

/**
 * CPU of the mongod per document as a secondary result of any JMH benchmark: {@code -prof
 * dev.weir.capture.ServerCpuProfiler:uri=mongodb://…}.
 */
public final class ServerCpuProfiler extends ServerProfiler {
  /** As JMH makes it where no option is given. */
  public ServerCpuProfiler() throws ProfilerException {
    this("");
  }

  /** As JMH makes it; {@code options} as {@link ServerProfiler} says. */
  public ServerCpuProfiler(String options) throws ProfilerException {
    this(source(options, System.getenv("WEIR_URI")));
  }

  ServerCpuProfiler(ServerStatusSource server) {
    super(
        "weir.server.cpu",
        "us",
        List.of("extra_info.user_time_us", "extra_info.system_time_us"),
        server);
  }

  @Override
  public String getDescription() {
    return "CPU of the mongod in microseconds per document written";
  }
}
