package dev.weir.runner;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What holds a side down while a cell is measured. Processes started here end with it. */
final class Disturbances {
  private static final int LAST = 1;
  private static final int HOGS = 4;

  private Disturbances() {}

  /** Client and server on a core each. */
  static Surroundings.Restore apart(List<Long> server, long load)
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

  /** Apart, and the client's core is shared with busy loops. */
  static Surroundings.Restore clientHeldDown(List<Long> server, long load)
      throws IOException, InterruptedException {
    Surroundings.Restore together = apart(server, load);
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

  /** Stops a process most of the time: 20 ms in each 100. */
  static Surroundings.Restore slowed(long pid) {
    Thread thread =
        new Thread(
            () -> {
              while (!Thread.currentThread().isInterrupted()) {
                signal("STOP", pid);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(80));
                signal("CONT", pid);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
              }
              signal("CONT", pid);
            },
            "slow-secondary");
    thread.setDaemon(true);
    thread.start();
    return () -> {
      thread.interrupt();
      thread.join();
    };
  }

  private static void signal(String name, long pid) {
    try {
      Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start();
      String said = new String(kill.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
      if (kill.waitFor() != 0) {
        throw new IllegalStateException("kill -" + name + " " + pid + ": " + said);
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
