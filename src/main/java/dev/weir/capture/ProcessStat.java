package dev.weir.capture;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A process as {@code /proc/PID/stat} tells of it, see proc(5). Times are in ticks of 10 ms.
 *
 * @param name of the program, at most 15 characters, without arguments
 * @param parent its parent's id
 * @param kernel whether it is a thread of the kernel
 * @param start ticks from the host's start to its own
 * @param own ticks that it used, all threads
 * @param ended ticks of those children that have ended and were waited for
 */
record ProcessStat(String name, long parent, boolean kernel, long start, long own, long ended) {
  // Fields after the command's name, which may hold anything but is the last in brackets.
  private static final int PARENT = 1;
  private static final int FLAGS = 6;
  private static final int USER = 11;
  private static final int SYSTEM = 12;
  private static final int ENDED_USER = 13;
  private static final int ENDED_SYSTEM = 14;
  private static final int START = 19;

  private static final long KERNEL_THREAD = 0x0020_0000;

  /** The kernel's USER_HZ, 100 on every architecture that a JDK runs on. */
  static final long TICK_MILLIS = 10;

  /** CPU time, its own and of its ended children; null if unknown. */
  static @Nullable Duration cpu(ProcessHandle process) {
    ProcessStat stat = read(Path.of("/proc", Long.toString(process.pid()), "stat"));
    return stat == null ? null : Duration.ofMillis((stat.own + stat.ended) * TICK_MILLIS);
  }

  /** Null if there is no such file any more, or it is no status. */
  static @Nullable ProcessStat read(Path file) {
    try {
      // A name may hold any bytes.
      return parse(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
    } catch (IOException e) {
      return null;
    }
  }

  static @Nullable ProcessStat parse(String stat) {
    int open = stat.indexOf('(');
    int close = stat.lastIndexOf(')');
    if (open < 0 || close < open) {
      return null;
    }
    String[] fields = stat.substring(close + 1).strip().split(" ", -1);
    try {
      return new ProcessStat(
          stat.substring(open + 1, close).replaceAll("\\P{Print}", "?"),
          Long.parseLong(fields[PARENT]),
          (Long.parseLong(fields[FLAGS]) & KERNEL_THREAD) != 0,
          Long.parseLong(fields[START]),
          Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM]),
          Long.parseLong(fields[ENDED_USER]) + Long.parseLong(fields[ENDED_SYSTEM]));
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      return null;
    }
  }
}
