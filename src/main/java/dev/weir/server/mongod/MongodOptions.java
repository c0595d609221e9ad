package dev.weir.server.mongod;

import dev.weir.server.ServerException;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerVersion;
import dev.weir.study.Topology;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The command lines of a started topology.
 *
 * @param topology whose members they are for
 * @param version decides which parameters exist
 * @param further the user's own options, passed on last
 * @param memoryBytes the host's memory
 */
public record MongodOptions(
    Topology topology, ServerVersion version, List<String> further, long memoryBytes) {
  public static final String REPLICA_SET = "weir";

  private static final Set<String> OURS =
      Set.of(
          "--port",
          "--dbpath",
          "--bind_ip",
          "--bind_ip_all",
          "--fork",
          "--replSet",
          "--logpath",
          "--pidfilepath",
          "--config",
          "-f",
          "--shutdown",
          "--ipv6",
          "--unixSocketPrefix",
          "--logappend",
          "--syslog",
          "--auth",
          "--keyFile",
          "--configsvr",
          "--shardsvr");

  /** WiredTiger's cache in GB. */
  public static final String CACHE = "--wiredTigerCacheSizeGB";

  private static final ServerVersion QUIESCE = new ServerVersion(5, 0);

  /**
   * @throws ServerException if one of the user's options is one that Weir sets itself
   */
  public static MongodOptions of(ServerRequest request, ServerVersion version)
      throws ServerException {
    for (String argument : request.mongodArguments()) {
      String name = argument.replaceFirst("=.*", "");
      if (OURS.contains(name) || (request.tls() && name.startsWith("--tls"))) {
        throw new ServerException(
            "mongod option "
                + name
                + " cannot be given: Weir decides it for a server it starts; start your own and"
                + " attach to it by URI");
      }
    }
    long memory =
        ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getTotalMemorySize();
    return new MongodOptions(request.topology(), version, request.mongodArguments(), memory);
  }

  /** The whole command line of member {@code index}. */
  public List<String> command(Path mongod, int index, int port, Path data) {
    List<String> command =
        new ArrayList<>(
            List.of(
                mongod.toString(),
                "--port",
                Integer.toString(port),
                "--dbpath",
                data.toString(),
                "--bind_ip",
                "127.0.0.1",
                "--nounixsocket",
                // Else a thread writes config.system.sessions every 5 minutes, and the operation
                // counters no longer match what we sent.
                "--setParameter",
                "disableLogicalSessionCacheRefresh=true"));
    if (version.compareTo(QUIESCE) >= 0) {
      // Without it a stopping member waits 15 s for clients to leave.
      command.addAll(List.of("--setParameter", "shutdownTimeoutMillisForSignaledShutdown=100"));
    }
    if (topology.replicated()) {
      command.addAll(
          List.of(
              "--replSet",
              REPLICA_SET,
              "--oplogSize",
              Integer.toString(ServerRequest.OPLOG_MEGABYTES)));
    }
    if (topology.members() > 1
        && further.stream().noneMatch(argument -> argument.startsWith(CACHE))) {
      command.add(CACHE);
      command.add(String.format(Locale.ROOT, "%.2f", cacheGigabytes(index)));
    }
    command.addAll(further);
    return List.copyOf(command);
  }

  /** MongoDB's default is half the host per process, too much for three on one host. */
  private double cacheGigabytes(int index) {
    double share = memoryBytes / 8.0 / (1L << 30);
    return isArbiter(topology, index) ? 0.25 : Math.max(0.25, Math.min(1.0, share));
  }

  /** Whether that member votes only. */
  static boolean isArbiter(Topology topology, int index) {
    return topology == Topology.PSA && index == 2;
  }
}
