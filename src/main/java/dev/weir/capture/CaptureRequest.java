package dev.weir.capture;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What to capture.
 *
 * @param folder the run's {@code capture/}; created if need be, must hold no earlier capture
 * @param uri the server under test, password included; null for hosts only. Never written anywhere.
 * @param processes processes on this host to watch from the start, pid by label, for example {@code
 *     mongod} or {@code load}; labels name timeline columns, letters and digits only
 * @param hostTools whether to run iostat, vmstat, mongostat and the reading of {@code /proc} on
 *     this host
 * @param interval between samples; whole seconds
 */
public record CaptureRequest(
    Path folder,
    @Nullable String uri,
    Map<String, Long> processes,
    boolean hostTools,
    Duration interval) {
  public CaptureRequest {
    processes = Map.copyOf(processes);
    processes.keySet().forEach(CaptureRequest::checkLabel);
    if (interval.toSeconds() < 1
        || interval.toSeconds() > 60
        || !interval.equals(Duration.ofSeconds(interval.toSeconds()))) {
      throw new IllegalArgumentException(
          "capture interval " + interval + " is not a whole number of seconds from 1 to 60");
    }
  }

  /** Everything, once a second. */
  public static CaptureRequest of(Path folder, @Nullable String uri, Map<String, Long> processes) {
    return new CaptureRequest(folder, uri, processes, true, Duration.ofSeconds(1));
  }

  static void checkLabel(String label) {
    if (!label.matches("[A-Za-z0-9]+")) {
      throw new IllegalArgumentException(
          "process label '" + label + "' may hold letters and digits only");
    }
  }

  /** Without the URI, which may hold a password. */
  @Override
  public String toString() {
    return "CaptureRequest[folder=" + folder + ", processes=" + processes + "]";
  }
}
