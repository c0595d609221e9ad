package dev.weir.ycsb;

import java.io.IOException;
import java.io.Reader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import site.ycsb.Client;

/**
 * YCSB's client in a JVM of its own, warmed up first: {@code YcsbProcess SECONDS FILE ARGUMENT…},
 * with the workload's properties in FILE and the client's own arguments after it.
 *
 * <p>Tells on standard error, line by line: {@link #READY} when warm, whereupon it waits for a byte
 * on standard input; {@link #CPU} and a number of microseconds, the CPU time of the measured phase,
 * when the client ends the JVM. Ends as well when standard input does.
 */
public final class YcsbProcess {
  /** The line after warm-up. */
  public static final String READY = "weir: warm";

  /** Begins the last line. */
  public static final String CPU = "weir: cpu-micros ";

  private YcsbProcess() {}

  /** Runs one phase and ends the JVM with the client's exit code, or with 1 if it never began. */
  public static void main(String[] args) throws IOException {
    Path file = Path.of(args[1]);
    String[] arguments = Arrays.copyOfRange(args, 2, args.length);
    @Nullable String trouble = prepare(args[0], file, arguments);
    if (trouble != null) {
      System.err.println("weir: " + trouble);
      System.exit(1);
    }
    System.err.println(READY);
    if (System.in.read() < 0) {
      System.exit(1);
    }
    long before = cpuMicros();
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> System.err.println(CPU + (cpuMicros() - before))));
    Client.main(arguments);
  }

  private static @Nullable String prepare(String seconds, Path file, String[] arguments)
      throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      properties.load(reader);
    }
    try {
      BindingOptions.of(properties);
      long nanos = TimeUnit.SECONDS.toNanos(Long.parseLong(seconds));
      if (nanos > 0) {
        new YcsbWarmUp(properties, Arrays.asList(arguments).contains("-load")).run(nanos);
      }
      return null;
    } catch (Exception e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static long cpuMicros() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean os
        ? os.getProcessCpuTime() / 1_000
        : 0;
  }
}
