package dev.weir.analysis;

import dev.weir.analysis.bottleneck.CellEvidence;
import dev.weir.analysis.bottleneck.CellEvidence.Cache;
import dev.weir.analysis.bottleneck.CellEvidence.Conflicts;
import dev.weir.analysis.bottleneck.CellEvidence.Cpu;
import dev.weir.analysis.bottleneck.CellEvidence.Demand;
import dev.weir.analysis.bottleneck.CellEvidence.Generator;
import dev.weir.analysis.bottleneck.CellEvidence.Path;
import dev.weir.analysis.bottleneck.CellEvidence.Storage;

/** Evidence on two shared cores in which everything was measured and nothing is wrong. */
public final class Evidence {
  static final Path LOOPBACK = new Path(0.0, 100.0, 0.08);
  static final Storage QUIET_DISK = new Storage(false, 2.0, 0.1, 1.0, 0.1, null);

  private Evidence() {}

  /** A closed loop; the service time follows from Little's law. */
  public static CellEvidence closed(
      double inFlight, double callsPerSecond, int batch, double client, double server) {
    return calm(
        new Demand(
            inFlight,
            callsPerSecond,
            callsPerSecond * batch,
            1000 * inFlight / callsPerSecond,
            null),
        client,
        server);
  }

  /** An open loop of single updates. */
  public static CellEvidence open(double offered, double got, double client, double server) {
    return calm(new Demand(2, got, got, 0.4, offered), client, server);
  }

  public static Cpu shared(double client, double server) {
    return new Cpu(client, 2.0, server, 2.0, true, Math.min(1, (client + server) / 2), 2.0);
  }

  private static CellEvidence calm(Demand demand, double client, double server) {
    return CellEvidence.of(demand)
        .with(shared(client, server))
        .with(LOOPBACK)
        .with(QUIET_DISK)
        .with(new Cache(0.3, 0.03, 0.0, 0.0))
        .with(new Conflicts(0.001, 0.0))
        .with(new Generator(1.0, 0.0, 0.01, 0.05));
  }
}
