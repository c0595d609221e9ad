package dev.weir.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bson.Document;

/**
 * This host, as far as it can be recognised in a server's answers.
 *
 * @param hostname its name, empty if unknown
 * @param kernel its kernel release
 */
record HostIdentity(String hostname, String kernel) {
  static HostIdentity local() {
    String name;
    try {
      name = InetAddress.getLocalHost().getHostName();
    } catch (IOException e) {
      name = "";
    }
    return new HostIdentity(name, System.getProperty("os.version", ""));
  }

  /**
   * Whether a server with these addresses and this {@code hostInfo} shares our CPUs. A local
   * address alone does not prove it, a tunnel ends on one too: a container on this host differs in
   * name but has our kernel, the far end of a tunnel mostly has another.
   */
  boolean isHostOf(List<String> addresses, Document hostInfo) {
    String serverName = FactsReader.hostname(hostInfo);
    if (!hostname.isEmpty() && hostname.equalsIgnoreCase(serverName)) {
      return true;
    }
    String serverKernel = FactsReader.kernel(hostInfo);
    return addresses.stream().anyMatch(HostIdentity::isLocal)
        && (serverKernel == null || kernel.equals(serverKernel));
  }

  /** Whether {@code host:port} names an address of this host. */
  static boolean isLocal(String address) {
    String host = address.replaceFirst(":\\d+$", "").replaceAll("[\\[\\]]", "");
    try {
      for (InetAddress candidate : InetAddress.getAllByName(host)) {
        if (candidate.isLoopbackAddress() || NetworkInterface.getByInetAddress(candidate) != null) {
          return true;
        }
      }
    } catch (IOException e) {
      return false;
    }
    return false;
  }

  /** Whether that process id is a MongoDB process here; one seen from inside a container is not. */
  static boolean isMongoProcess(long pid) {
    try {
      return Files.readString(Path.of("/proc/" + pid + "/comm")).startsWith("mongo");
    } catch (IOException e) {
      return ProcessHandle.of(pid)
          .flatMap(process -> process.info().command())
          .map(command -> command.contains("mongo"))
          .orElse(false);
    }
  }
}
