package dev.weir.capture;

import java.util.List;
import org.openjdk.jmh.profile.ProfilerException;

/**
 * Bytes that WiredTiger writes per document, data files and journal, as a secondary result of any
 * JMH benchmark: {@code -prof dev.weir.capture.DiskBytesProfiler:uri=mongodb://…}.
 */
public final class DiskBytesProfiler extends ServerProfiler {
  /** As JMH makes it where no option is given. */
  public DiskBytesProfiler() throws ProfilerException {
    this("");
  }

  /** As JMH makes it; {@code options} as {@link ServerProfiler} says. */
  public DiskBytesProfiler(String options) throws ProfilerException {
    this(source(options, System.getenv("WEIR_URI")));
  }

  DiskBytesProfiler(ServerStatusSource server) {
    super(
        "weir.server.disk.written",
        "B",
        List.of("wiredTiger.block-manager.bytes written", "wiredTiger.log.log bytes written"),
        server);
  }

  @Override
  public String getDescription() {
    return "Bytes that WiredTiger writes, data files and journal, per document written";
  }
}
