package dev.weir.server.nullserver;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * CPU time this process has used.
 *
 * @param userMicros in user mode, in µs
 * @param systemMicros in the kernel, in µs
 */
record ProcessCpu(long userMicros, long systemMicros) {
  private static final Path STAT = Path.of("/proc/self/stat");

  /** Linux's USER_HZ, the unit of proc(5) stat, is 100 on every architecture. */
  private static final long MICROS_PER_TICK = 10_000;

  // Counted from the end of the command's name, which may itself hold blanks.
  private static final int USER_FIELD = 11;
  private static final int SYSTEM_FIELD = 12;

  /** Reads it from the kernel; where there is no procfs all of it counts as user time. */
  static ProcessCpu now() {
    try {
      return parse(Files.readString(STAT));
    } catch (IOException e) {
      var os = ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
      return new ProcessCpu(Math.max(0, os.getProcessCpuTime()) / 1_000, 0);
    }
  }

  /** Parses a line of {@code /proc/PID/stat}. */
  static ProcessCpu parse(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return new ProcessCpu(
        Long.parseLong(fields[USER_FIELD]) * MICROS_PER_TICK,
        Long.parseLong(fields[SYSTEM_FIELD]) * MICROS_PER_TICK);
  }
}
