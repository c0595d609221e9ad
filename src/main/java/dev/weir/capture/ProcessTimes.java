package dev.weir.capture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** CPU time of processes from {@code /proc/PID/stat}, see proc(5). */
final class ProcessTimes {
  /** Fields after the command's name, which may hold anything but is the last in brackets. */
  private static final int UTIME = 11;

  private static final int CSTIME = 14;

  /** The kernel's USER_HZ, 100 on every architecture that a JDK runs on. */
  private static final long TICK_MILLIS = 10;

  private ProcessTimes() {}

  /** Its own, and of those children that have ended and were waited for; null if unknown. */
  static @Nullable Duration withEndedChildren(ProcessHandle process) {
    try {
      return parse(Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat")));
    } catch (IOException e) {
      return null; // no such file system, or it has ended
    }
  }

  static @Nullable Duration parse(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
    long ticks = 0;
    try {
      for (int i = UTIME; i <= CSTIME; i++) {
        ticks += Long.parseLong(fields[i]);
      }
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      return null;
    }
    return Duration.ofMillis(ticks * TICK_MILLIS);
  }
}
