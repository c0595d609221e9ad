package dev.weir.runner;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Which cores a process may use, on Linux, by {@code taskset}. */
final class CpuAffinity {
  private static final long SECONDS = 10;

  private CpuAffinity() {}

  /** The cores that the process may use now. */
  static List<Integer> of(long pid) throws IOException {
    Path status = Path.of("/proc", Long.toString(pid), "status");
    String list =
        Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("Cpus_allowed_list:"))
            .map(line -> line.substring(line.indexOf(':') + 1).strip())
            .findFirst()
            .orElseThrow(() -> new IOException(status + " tells no Cpus_allowed_list"));
    List<Integer> cores = new ArrayList<>();
    for (String range : list.split(",", -1)) {
      String[] ends = range.split("-", -1);
      for (int i = Integer.parseInt(ends[0]); i <= Integer.parseInt(ends[ends.length - 1]); i++) {
        cores.add(i);
      }
    }
    return cores;
  }

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

  /** Leaves the processes half of their cores; returns what puts them back. */
  static Surroundings.Restore halve(List<Long> pids) throws IOException, InterruptedException {
    List<List<Integer>> before = new ArrayList<>();
    for (long pid : pids) {
      before.add(of(pid));
    }
    Surroundings.Restore restore =
        () -> {
          for (int i = 0; i < before.size(); i++) {
            set(pids.get(i), before.get(i));
          }
        };
    try {
      for (int i = 0; i < pids.size(); i++) {
        List<Integer> cores = before.get(i);
        set(pids.get(i), cores.subList(0, Math.max(1, cores.size() / 2)));
      }
    } catch (IOException e) {
      undo(restore, e);
      throw e;
    }
    return restore;
  }

  private static void undo(Surroundings.Restore restore, IOException cause)
      throws InterruptedException {
    try {
      restore.restore();
    } catch (IOException | dev.weir.server.ServerException e) {
      cause.addSuppressed(e);
    }
  }
}
