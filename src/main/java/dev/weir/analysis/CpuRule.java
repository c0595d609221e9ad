package dev.weir.analysis;

import static dev.weir.analysis.BottleneckThresholds.LEAD;
import static dev.weir.analysis.BottleneckThresholds.SATURATED;
import static dev.weir.analysis.BottleneckThresholds.WAIT_SHARE;

import dev.weir.analysis.CellEvidence.Cpu;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A side that has used up its cores is the limit (utilisation law: X ≤ X / U). On shared cores
 * neither may have used all, but both together have; then the side with the larger service demand
 * is named, as it is the one whose saving frees most. A side may also be kept from cores by others;
 * then its threads wait for them.
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
    if (cpu.sharedHost() && hostShare(cpu) >= SATURATED) {
      return onSharedHost(cpu);
    }
    return waitingForCores(evidence);
  }

  /**
   * Somebody else holds the cores that a side may use: by Little's law its waiting threads divided
   * by the calls in flight are the share of a call that waits for a processor.
   */
  private static Finding waitingForCores(CellEvidence evidence) {
    Cpu cpu = evidence.cpu();
    double inFlight = Math.max(1, evidence.demand().inFlight());
    double client = waiting(cpu.clientWaiting()) / inFlight;
    double server = waiting(cpu.serverWaiting()) / inFlight;
    if (Math.max(client, server) < WAIT_SHARE) {
      return missing(cpu);
    }
    boolean ofClient = client > server;
    Double used = ofClient ? cpu.clientUsed() : cpu.serverUsed();
    return Finding.named(
        ofClient ? Resource.CLIENT_CPU : Resource.SERVER_CPU,
        String.format(
            Locale.ROOT,
            "%.1f threads of the %s wait for a core at any time; it gets %s",
            waiting(ofClient ? cpu.clientWaiting() : cpu.serverWaiting()),
            ofClient ? "client" : "server",
            used == null ? "an unknown share" : String.format(Locale.ROOT, "%.2f cores", used)));
  }

  private static double waiting(@Nullable Double threads) {
    return threads == null ? 0 : threads;
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
    String figures =
        String.format(
            Locale.ROOT,
            "the shared cores are %.0f %% busy: server %.2f cores, client %.2f",
            100 * hostShare(cpu),
            server,
            client);
    if (server >= LEAD * client) {
      return Finding.named(Resource.SERVER_CPU, figures);
    }
    if (client >= LEAD * server) {
      return Finding.named(Resource.CLIENT_CPU, figures);
    }
    return Finding.lacks(figures + ", too alike to name one: separate hosts");
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
