package dev.weir.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/**
 * Processes called {@value #NAME} that compute until they are closed, and are nobody's children.
 */
final class CpuHog implements AutoCloseable {
  static final String NAME = "cpuhog";

  private final List<Long> pids;

  private CpuHog(List<Long> pids) {
    this.pids = pids;
  }

  /**
   * Takes a core, or on a large host as many as disturb it.
   *
   * @param folder where its program is written
   */
  static CpuHog start(Path folder) throws IOException, InterruptedException {
    Path program = folder.resolve(NAME);
    // Should the test be killed, the kernel ends it after a while.
    Files.writeString(program, "#!/bin/sh\nulimit -t 120\nwhile :; do :; done\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    List<Long> pids = new ArrayList<>();
    for (int i = 0; i <= Runtime.getRuntime().availableProcessors() / 8; i++) {
      // The shell ends at once, so that its child is nobody's.
      Process shell =
          new ProcessBuilder("sh", "-c", "\"$0\" > /dev/null 2>&1 & echo $!", program.toString())
              .start();
      try (var out = shell.inputReader(StandardCharsets.UTF_8)) {
        pids.add(Long.valueOf(out.readLine().strip()));
      }
      shell.waitFor();
    }
    return new CpuHog(pids);
  }

  @Override
  public void close() {
    pids.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
  }
}
