package dev.weir.runner;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Which cores a process may use, on Linux, by {@code taskset}. */
final class CpuAffinity {
  private static final long SECONDS = 10;

  private CpuAffinity() {}

  /**
   * Confines every thread of the process.
   *
   * @throws IOException if {@code taskset} is missing or refuses
   */
  static void set(long pid, List<Integer> cores) throws IOException, InterruptedException {
    String list = cores.stream().map(String::valueOf).collect(Collectors.joining(","));
    Process taskset =
        new ProcessBuilder("taskset", "-a", "-p", "-c", list, Long.toString(pid))
            .redirectErrorStream(true)
            .start();
    String said = new String(taskset.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!taskset.waitFor(SECONDS, TimeUnit.SECONDS) || taskset.exitValue() != 0) {
      taskset.destroyForcibly();
      throw new IOException(
          "taskset could not confine process " + pid + " to " + list + ": " + said.strip());
    }
  }
}
