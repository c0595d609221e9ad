package dev.weir.capture;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Starts a process with pipes on all three streams; injected, so that tests start none. */
@FunctionalInterface
interface ProcessStarter {
  Process start(List<String> command, Map<String, String> environment) throws IOException;

  /** The real one. */
  static Process system(List<String> command, Map<String, String> environment) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    return builder.start();
  }
}
