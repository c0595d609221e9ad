package dev.weir.analysis.bottleneck;

import static dev.weir.analysis.bottleneck.BottleneckRules.cycleMillis;
import static dev.weir.analysis.bottleneck.BottleneckRules.format;
import static dev.weir.analysis.bottleneck.BottleneckRules.waits;
import static dev.weir.analysis.bottleneck.BottleneckThresholds.EXPLAINED;
import static dev.weir.analysis.bottleneck.BottleneckThresholds.PACKET_BYTES;

import dev.weir.analysis.bottleneck.CellEvidence.Cpu;
import dev.weir.analysis.bottleneck.CellEvidence.Demand;
import dev.weir.analysis.bottleneck.CellEvidence.Path;
import dev.weir.analysis.stats.OperationalLaws;

/** The rules of a call's way to the server and back, asked when nothing is full. */
final class WayRules {
  private WayRules() {}

  /** The study itself delays the link. */
  static Finding delayedLink(CellEvidence evidence) {
    double link = evidence.path().asked().link();
    return link > 0 && waits(link, evidence)
        ? Finding.named(
            Resource.DELAYED_LINK,
            format(
                "the study delays each answer by %.0f of the %.2f ms of a call",
                link, cycleMillis(evidence)))
        : Finding.nothing();
  }

  /** The study itself has the server wait. */
  static Finding askedToWait(CellEvidence evidence) {
    double answer = evidence.path().asked().answer();
    return answer > 0 && waits(answer, evidence)
        ? Finding.named(
            Resource.SLOW_ANSWERS,
            format(
                "the study asks the server to wait for %.0f of the %.2f ms of a call",
                answer, cycleMillis(evidence)))
        : Finding.nothing();
  }

  /**
   * Nothing is full and nothing queues, and trip and work explain the call: by the asymptotic bound
   * X ≤ N / D (Denning and Buzen 1978) only more in flight can help. The trip is the name only
   * where it, not the processors' work, is most of the call.
   */
  static Finding fewCalls(CellEvidence evidence) {
    Demand demand = evidence.demand();
    Cpu cpu = evidence.cpu();
    Double trip = evidence.path().tripMillis();
    Double client = cpu.clientUsed();
    Double server = cpu.serverUsed();
    if (demand.offeredPerSecond() != null) {
      return Finding.nothing();
    }
    if (trip == null) {
      return Finding.lacks("the round trip of a ping");
    }
    if (client == null || server == null) {
      return Finding.nothing(); // the processors' rule has asked for them
    }
    double cycle = cycleMillis(evidence);
    double ofClient = 1000 * OperationalLaws.serviceDemand(client, demand.callsPerSecond());
    double ofServer = 1000 * OperationalLaws.serviceDemand(server, demand.callsPerSecond());
    double work = ofClient + ofServer;
    // An upper bound: sending and receiving burn some of the same CPU.
    double explained = (trip + work) / cycle;
    String account =
        format(
            "a call takes %.2f ms (N / X): server CPU %.2f ms, client CPU %.2f ms, background work"
                + " included; a bare round trip at most %.2f ms, which overlaps",
            cycle, ofServer, ofClient, trip);
    if (explained < EXPLAINED) {
      return Finding.lacks(
          account + format(": what happens in at least %.0f %% of a call", 100 * (1 - explained)));
    }
    return Finding.named(
        work < EXPLAINED * cycle && trip >= work
            ? Resource.ROUND_TRIP
            : ofWork(demand, ofClient, ofServer),
        account,
        format("with %.0f in flight every processor is idle at times", demand.inFlight()));
  }

  private static Resource ofWork(Demand demand, double ofClient, double ofServer) {
    if (demand.inFlight() > 1.5) {
      return Resource.FEW_CALLS;
    }
    return ofClient > ofServer ? Resource.ONE_CALL_CLIENT : Resource.ONE_CALL_SERVER;
  }

  /** By its own clock the server has a call for most of its time, and does not compute. */
  static Finding slowAnswers(CellEvidence evidence) {
    Double own = evidence.path().serverMillis();
    Double server = evidence.cpu().serverUsed();
    double cycle = cycleMillis(evidence);
    if (own == null || server == null || own < EXPLAINED * cycle) {
      return Finding.nothing();
    }
    double work = 1000 * OperationalLaws.serviceDemand(server, evidence.demand().callsPerSecond());
    return work > own / 2
        ? Finding.nothing()
        : Finding.named(
            Resource.SLOW_ANSWERS,
            format(
                "by its own clock the server has a call for %.2f of %.2f ms and computes for %.2f"
                    + " of them; no lock, page, journal or member that it counts takes the rest",
                own, cycle, work));
  }

  /**
   * Short trips, a server that is quick by its own clock, an idle client, and calls that are longer
   * than a packet: what takes their time is the way of their bytes.
   */
  static Finding uplink(CellEvidence evidence) {
    Path path = evidence.path();
    Double trip = path.tripMillis();
    Double own = path.serverMillis();
    Double bytes = path.bytesPerCall();
    Double client = evidence.cpu().clientUsed();
    if (trip == null || client == null || evidence.cpu().serverUsed() == null) {
      return Finding.nothing(); // the rules before have asked for them
    }
    if (own == null) {
      return Finding.lacks("the server's own time for a call");
    }
    if (bytes == null || bytes < PACKET_BYTES) {
      return Finding.nothing();
    }
    double calls = evidence.demand().callsPerSecond();
    double cycle = cycleMillis(evidence);
    double rest = cycle - own - trip - 1000 * OperationalLaws.serviceDemand(client, calls);
    return rest < EXPLAINED * cycle
        ? Finding.nothing()
        : Finding.named(
            Resource.UPLINK,
            format(
                "%.2f of the %.2f ms of a call pass between client and server: %.1f kB a call,"
                    + " %.1f Mbit/s in all; a ping takes %.2f ms, the server %.2f ms by its own"
                    + " clock",
                rest, cycle, bytes / 1e3, bytes * calls * 8 / 1e6, trip, own));
  }
}
