package dev.weir.runner;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What holds a side down while a cell is measured. Processes started here end with it. */
final class Disturbances {
  private static final int LAST = 1;

  /**
   * Far more than the load's threads: the scheduler shares the core by threads, and a client that
   * got half of it would make the server's core the limit.
   */
  private static final int HOGS = 12;

  private Disturbances() {}

  /** Client and server on a core each. */
  static Intervention.Restore apart(List<Long> server, long load)
      throws IOException, InterruptedException {
    for (long pid : server) {
      CpuAffinity.set(pid, List.of(0));
    }
    CpuAffinity.set(load, List.of(LAST));
    return () -> {
      for (long pid : server) {
        CpuAffinity.set(pid, List.of(0, LAST));
      }
      if (ProcessHandle.of(load).isPresent()) {
        CpuAffinity.set(load, List.of(0, LAST));
      }
    };
  }

  /** Client and server on one core, of which the others stay idle. */
  static Intervention.Restore together(List<Long> server, long load)
      throws IOException, InterruptedException {
    Intervention.Restore restore = apart(server, load);
    CpuAffinity.set(load, List.of(0));
    return restore;
  }

  /** Apart, and the client's core is shared with busy loops. */
  static Intervention.Restore clientHeldDown(List<Long> server, long load)
      throws IOException, InterruptedException {
    Intervention.Restore together = apart(server, load);
    List<Process> hogs = hogs();
    return () -> {
      end(hogs);
      together.restore();
    };
  }

  private static List<Process> hogs() throws IOException {
    List<Process> hogs = new ArrayList<>();
    for (int i = 0; i < HOGS; i++) {
      hogs.add(
          new ProcessBuilder(
                  "taskset", "-c", Integer.toString(LAST), "sh", "-c", "while :; do :; done")
              .start());
    }
    return hogs;
  }

  private static void end(List<Process> processes) {
    processes.forEach(Process::destroyForcibly);
  }

  /**
   * Stops a process most of the time: it runs 10 ms in each 50. The loop ends with the process, so
   * a killed build leaves nothing behind.
   */
  static Intervention.Restore slowed(long pid) throws IOException {
    Process loop =
        new ProcessBuilder(
                "sh",
                "-c",
                "while kill -STOP $0 && sleep 0.04 && kill -CONT $0; do sleep 0.01; done",
                Long.toString(pid))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    return () -> {
      loop.destroyForcibly().waitFor();
      new ProcessBuilder("kill", "-CONT", Long.toString(pid)).start().waitFor();
    };
  }
}
