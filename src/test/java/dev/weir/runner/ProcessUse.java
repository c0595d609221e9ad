package dev.weir.runner;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a JVM on this Linux holds on to.
 *
 * @param heapMegabytes used right after a full collection; NaN if it was not asked for or did not
 *     answer
 * @param residentMegabytes of memory
 * @param sockets of its open files, those that are connections
 */
record ProcessUse(
    double heapMegabytes, double residentMegabytes, int threads, int files, int sockets) {
  private static final Pattern USED = Pattern.compile("(?:heap|generation)\\s.*used (\\d+)K");
  private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");
  private static final Pattern THREADS = Pattern.compile("Threads:\\s+(\\d+)");

  /**
   * Looks at it now.
   *
   * @param collect whether to collect its garbage first, which tells its heap
   * @throws IOException if it is gone
   */
  static ProcessUse of(long pid, boolean collect) throws IOException, InterruptedException {
    double heap = collect ? heap(pid) : Double.NaN;
    Path proc = Path.of("/proc", Long.toString(pid));
    String status = Files.readString(proc.resolve("status"));
    int files = 0;
    int sockets = 0;
    try (Stream<Path> open = Files.list(proc.resolve("fd"))) {
      for (Path file : open.toList()) {
        files++;
        sockets += target(file).startsWith("socket:") ? 1 : 0;
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return new ProcessUse(
        heap, number(RESIDENT, status) / 1024, (int) number(THREADS, status), files, sockets);
  }

  /** Whole, which {@link ProcessHandle.Info} does not tell of long ones; empty if it is gone. */
  static String commandLine(long pid) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"));
    } catch (IOException e) {
      return "";
    }
  }

  private static String target(Path file) {
    try {
      return Files.readSymbolicLink(file).toString();
    } catch (IOException e) {
      return ""; // closed meanwhile
    }
  }

  private static double number(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Double.parseDouble(matcher.group(1)) : Double.NaN;
  }

  private static double heap(long pid) throws IOException, InterruptedException {
    Path orders = Files.createTempFile("weir-soak", ".jcmd");
    try {
      Files.write(orders, List.of("GC.run", "GC.heap_info"));
      Process jcmd =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                  "-J-XX:TieredStopAtLevel=1",
                  Long.toString(pid),
                  "-f",
                  orders.toString())
              .redirectErrorStream(true)
              .start();
      String said = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      jcmd.waitFor(30, TimeUnit.SECONDS);
      return USED.matcher(said).results().mapToLong(r -> Long.parseLong(r.group(1))).sum() / 1024.0;
    } finally {
      Files.delete(orders);
    }
  }
}
