package dev.weir.fleet;

import dev.weir.record.FleetRecord;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Where a worker runs.
 *
 * @param host what it calls its host
 * @param place same for processes that share a boot of a kernel, its process table and its files;
 *     empty where the platform does not tell
 * @param pid of the worker
 * @param cores processors that its JVM may use
 * @param memoryBytes of its host
 * @param jdk version of its JVM
 * @param inherited options of a JVM that its environment gives to every JVM there
 */
record WorkerFacts(
    String host,
    String place,
    long pid,
    int cores,
    long memoryBytes,
    String jdk,
    List<String> inherited) {
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
  private static final Path PROCESSES = Path.of("/proc/self/ns/pid");
  private static final Path FILES = Path.of("/proc/self/ns/mnt");

  /** Of this process. */
  static WorkerFacts read() {
    return new WorkerFacts(
        hostName(),
        readPlace(),
        ProcessHandle.current().pid(),
        Runtime.getRuntime().availableProcessors(),
        ManagementFactory.getOperatingSystemMXBean()
                instanceof com.sun.management.OperatingSystemMXBean system
            ? system.getTotalMemorySize()
            : 0,
        Runtime.version().toString(),
        inherited(System.getenv()));
  }

  /** Whether both see the same processes and files. */
  boolean shares(WorkerFacts other) {
    return !place.isEmpty() && place.equals(other.place);
  }

  FleetRecord.Member record(int worker, boolean here, List<String> jvmArguments) {
    List<String> arguments = Stream.of(inherited, jvmArguments).flatMap(List::stream).toList();
    return new FleetRecord.Member(worker, host, here, cores, memoryBytes, jdk, arguments);
  }

  /** Properties are left out: they may hold secrets. */
  private static List<String> inherited(Map<String, String> environment) {
    String options = environment.getOrDefault("JAVA_TOOL_OPTIONS", "");
    return Stream.of(options.split("\\s+", -1)).filter(each -> each.startsWith("-X")).toList();
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }

  private static String readPlace() {
    try {
      return Files.readString(BOOT).strip()
          + Files.readSymbolicLink(PROCESSES)
          + Files.readSymbolicLink(FILES);
    } catch (IOException | UnsupportedOperationException e) {
      return "";
    }
  }
}
