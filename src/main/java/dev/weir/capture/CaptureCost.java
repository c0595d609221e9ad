package dev.weir.capture;

import org.jspecify.annotations.Nullable;

/**
 * CPU that sampling took on this host, in milliseconds per second of the run. The load's own JVM,
 * which samples itself, and the server's work for its answers are not in it.
 *
 * @param seconds that were sampled
 * @param samplersMillisPerSecond of the threads that sample in this JVM
 * @param toolsMillisPerSecond of {@code capture.sh} and all it started, iostat, vmstat and
 *     mongostat among them; null where there were none or the kernel does not tell
 */
public record CaptureCost(
    double seconds, double samplersMillisPerSecond, @Nullable Double toolsMillisPerSecond) {
  /** Nothing was sampled. */
  public static final CaptureCost NONE = new CaptureCost(0, 0, null);

  public double millisPerSecond() {
    return samplersMillisPerSecond + (toolsMillisPerSecond == null ? 0 : toolsMillisPerSecond);
  }
}
