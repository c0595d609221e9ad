package dev.weir.analysis.bottleneck;

import static dev.weir.analysis.bottleneck.BottleneckThresholds.SATURATED;
import static dev.weir.analysis.bottleneck.BottleneckThresholds.STRETCH;
import static dev.weir.analysis.bottleneck.BottleneckThresholds.WAIT_SHARE;

import dev.weir.analysis.bottleneck.CellEvidence.Cpu;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A side that has used up its cores is the limit (utilisation law: X ≤ X / U). On shared cores
 * neither may have used all, but both together have; then it is the host that is full, or the few
 * cores that both are confined to. A side may also be kept from cores by others; then its threads
 * wait for them.
 */
final class CpuRule implements BottleneckRule {

  @Override
  public Finding examine(CellEvidence evidence) {
    Cpu cpu = evidence.cpu();
    double client = share(cpu.clientUsed(), cpu.clientAvailable());
    double server = share(cpu.serverUsed(), cpu.serverAvailable());
    if (Math.max(client, server) >= SATURATED) {
      return client > server
          ? full(Resource.CLIENT_CPU, cpu.clientUsed(), cpu.clientAvailable())
          : full(Resource.SERVER_CPU, cpu.serverUsed(), cpu.serverAvailable());
    }
    Double same = cpu.sameCores();
    if (same != null && used(cpu) >= SATURATED * same) {
      return onSameCores(cpu, same);
    }
    if (cpu.sharedHost() && hostShare(cpu) >= SATURATED) {
      return onSharedHost(cpu);
    }
    return waitingForCores(evidence);
  }

  /**
   * Somebody else holds the cores that a side may use. By Little's law its waiting threads divided
   * by the calls in flight are the share of a call that waits for a processor; where few threads
   * carry many calls, threads that wait twice as long as they run and hardly ever sleep say the
   * same.
   */
  private static Finding waitingForCores(CellEvidence evidence) {
    Cpu cpu = evidence.cpu();
    double inFlight = Math.max(1, evidence.demand().inFlight());
    double client =
        freeToRun(cpu, cpu.clientAvailable())
            ? 0
            : wanting(cpu.clientWaiting(), cpu.clientUsed(), cpu.clientAvailable(), inFlight);
    double server =
        freeToRun(cpu, cpu.serverAvailable())
            ? 0
            : wanting(cpu.serverWaiting(), cpu.serverUsed(), cpu.serverAvailable(), inFlight);
    if (Math.max(client, server) <= 0) {
      return missing(cpu);
    }
    Double same = cpu.sameCores();
    if (same != null) {
      return onSameCores(cpu, same);
    }
    boolean ofClient = client > server;
    Double used = ofClient ? cpu.clientUsed() : cpu.serverUsed();
    Double available = ofClient ? cpu.clientAvailable() : cpu.serverAvailable();
    return Finding.named(
        ofClient ? Resource.CLIENT_CPU : Resource.SERVER_CPU,
        String.format(
            Locale.ROOT,
            "%.1f threads of the %s wait for a core at any time; of %.2f cores it gets %.2f,"
                + " others have the rest",
            ofClient ? client : server,
            ofClient ? "client" : "server",
            available == null ? Double.NaN : available,
            used == null ? Double.NaN : used));
  }

  /** It may use every core of a host that is not full: what waits there is woken, not kept off. */
  private static boolean freeToRun(Cpu cpu, @Nullable Double available) {
    Double cores = cpu.hostCores();
    return cpu.sharedHost()
        && cpu.hostBusy() != null
        && cores != null
        && available != null
        && available >= cores;
  }

  /** The waiting threads if they hold the side back, else 0. */
  private static double wanting(
      @Nullable Double waiting,
      @Nullable Double used,
      @Nullable Double available,
      double inFlight) {
    if (waiting == null || used == null || available == null) {
      return 0;
    }
    boolean callsWait = waiting / inFlight >= WAIT_SHARE && waiting >= used;
    boolean neverSleeps = waiting >= STRETCH * used && waiting + used >= SATURATED * available;
    return callsWait || neverSleeps ? waiting : 0;
  }

  /** The largest known share of cores in use, 0 if none is known. */
  static double busiest(Cpu cpu) {
    return Math.max(
        cpu.sharedHost() ? hostShare(cpu) : 0,
        Math.max(
            share(cpu.clientUsed(), cpu.clientAvailable()),
            share(cpu.serverUsed(), cpu.serverAvailable())));
  }

  private static Finding onSharedHost(Cpu cpu) {
    Double client = cpu.clientUsed();
    Double server = cpu.serverUsed();
    if (client == null || server == null) {
      return missing(cpu);
    }
    return Finding.named(
        Resource.SHARED_HOST_CPU,
        String.format(
            Locale.ROOT,
            "the shared cores are %.0f %% busy: server %.2f cores, client %.2f; on hosts of their"
                + " own each would have more",
            100 * hostShare(cpu),
            server,
            client));
  }

  private static Finding onSameCores(Cpu cpu, double same) {
    Double host = cpu.hostCores();
    return Finding.named(
        Resource.SHARED_CORES,
        String.format(
            Locale.ROOT,
            "server %.2f and client %.2f cores of the %.2f that both are confined to; the host has"
                + " %.0f",
            cpu.serverUsed(),
            cpu.clientUsed(),
            same,
            host == null ? same : host));
  }

  /** By both sides, 0 if that of one is unknown. */
  private static double used(Cpu cpu) {
    Double client = cpu.clientUsed();
    Double server = cpu.serverUsed();
    return client == null || server == null ? 0 : client + server;
  }

  private static Finding full(
      Resource resource, @Nullable Double used, @Nullable Double available) {
    return Finding.named(
        resource,
        String.format(Locale.ROOT, "%s %.2f of %.2f cores", resource.title(), used, available));
  }

  private static Finding missing(Cpu cpu) {
    List<String> missing = new ArrayList<>();
    if (cpu.clientUsed() == null || cpu.clientAvailable() == null) {
      missing.add("client CPU");
    }
    if (cpu.serverUsed() == null || cpu.serverAvailable() == null) {
      missing.add("server CPU");
    }
    return Finding.lacks(missing);
  }

  /** By the host's own account, else by the sum of both sides. */
  private static double hostShare(Cpu cpu) {
    Double busy = cpu.hostBusy();
    if (busy != null) {
      return busy;
    }
    Double client = cpu.clientUsed();
    Double server = cpu.serverUsed();
    Double cores = cpu.hostCores();
    return client == null || server == null || cores == null ? 0 : (client + server) / cores;
  }

  private static double share(@Nullable Double used, @Nullable Double available) {
    return used == null || available == null || available <= 0 ? 0 : used / available;
  }
}
