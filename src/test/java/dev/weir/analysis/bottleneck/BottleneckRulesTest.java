package dev.weir.analysis.bottleneck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.analysis.Evidence;
import dev.weir.analysis.bottleneck.CellEvidence.Cache;
import dev.weir.analysis.bottleneck.CellEvidence.Conflicts;
import dev.weir.analysis.bottleneck.CellEvidence.Cpu;
import dev.weir.analysis.bottleneck.CellEvidence.Delays;
import dev.weir.analysis.bottleneck.CellEvidence.Generator;
import dev.weir.analysis.bottleneck.CellEvidence.Path;
import dev.weir.analysis.bottleneck.CellEvidence.Replication;
import dev.weir.analysis.bottleneck.CellEvidence.Storage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each rule by itself, on both sides of its threshold. */
class BottleneckRulesTest {
  /** 16 in flight, 10 ms per call, processors nearly idle. */
  private final CellEvidence calm = Evidence.closed(16, 1600, 1, 0.1, 0.2);

  @Test
  void rateMetOnlyIfDeliveredAndNotAtTheEdge() {
    names(BottleneckRules.rateMet(Evidence.open(2000, 1985, 0.1, 0.3)), Resource.PACED);
    nothing(BottleneckRules.rateMet(Evidence.open(2000, 1970, 0.1, 0.3)));
    nothing(BottleneckRules.rateMet(Evidence.open(2000, 2000, 0.4, 1.4)));
    nothing(BottleneckRules.rateMet(calm));
  }

  @Test
  void generatorDisturbedByHypervisorCollectorOrStrangers() {
    names(disturbed(new Generator(1.0, 0.06, 0.0, 0.0)), Resource.GENERATOR);
    names(disturbed(new Generator(1.0, 0.0, 0.12, 0.0)), Resource.GENERATOR);
    nothing(disturbed(new Generator(1.0, 0.04, 0.08, 0.0)));
    nothing(disturbed(Generator.NOT_MEASURED));
  }

  @Test
  void strangersMatterOnlyOnAFullHost() {
    Generator strangers = new Generator(1.0, 0.0, 0.0, 1.0);
    CellEvidence full = calm.with(new Cpu(0.5, 2.0, 0.4, 2.0, true, 0.95, 2.0));

    Finding finding = BottleneckRules.generatorDisturbed(full.with(strangers));

    names(finding, Resource.GENERATOR);
    assertThat(finding.evidence())
        .containsExactly("other processes used 1.00 of the 2 cores of a full host");
    names(
        BottleneckRules.generatorDisturbed(full.with(Generator.NOT_MEASURED)), Resource.GENERATOR);
    nothing(BottleneckRules.generatorDisturbed(calm.with(strangers)));
  }

  @Test
  void aSideKeptFromCoresByOthers() {
    CpuRule rule = new CpuRule();
    // Calls of sixteen threads queue for the client's core.
    names(rule.examine(calm.with(waiting(0.3, 10.0, 0.2, 0.1))), Resource.CLIENT_CPU);
    // Two threads that carry all calls run a third of the time and wait the rest.
    names(rule.examine(calm.with(waiting(0.3, 0.7, 0.2, 0.1))), Resource.CLIENT_CPU);
    names(rule.examine(calm.with(waiting(0.1, 0.1, 0.3, 6.0))), Resource.SERVER_CPU);
    nothing(rule.examine(calm.with(waiting(0.5, 0.4, 0.4, 0.3))));
    // Free to use both cores of a host that is not full.
    nothing(rule.examine(calm.with(new Cpu(0.1, 2.0, 1.0, 2.0, true, 0.7, 2.0, 9.0, 9.0, null))));
  }

  private static Cpu waiting(double client, double clients, double server, double servers) {
    return new Cpu(client, 1.0, server, 1.0, true, 0.7, 2.0, clients, servers, null);
  }

  @Test
  void aJournalThatIsAlwaysBeingSynced() {
    names(BottleneckRules.disk(calm.with(journal(true, 0.6))), Resource.DISK);
    nothing(BottleneckRules.disk(calm.with(journal(true, 0.4))));
    nothing(BottleneckRules.disk(calm.with(journal(false, 0.6))));
  }

  private static Storage journal(boolean waitedFor, double busy) {
    return new Storage(waitedFor, 0.2, 0.1, 1.0, 0.1, null, busy);
  }

  @Test
  void generatorLate() {
    names(BottleneckRules.generatorLate(calm.with(hiccup(25))), Resource.GENERATOR);
    nothing(BottleneckRules.generatorLate(calm.with(hiccup(15))));
    names(
        BottleneckRules.generatorLate(calm.with(new Generator(25.0, 0.0, 0.0, 0.0, 0.7))),
        Resource.CLIENT_CPU);
    names(
        BottleneckRules.generatorLate(calm.with(new Generator(25.0, 0.0, 0.0, 0.0, 0.05))),
        Resource.GENERATOR);
    lacks(BottleneckRules.generatorLate(calm.with(Generator.NOT_MEASURED)), "hiccups");
  }

  @Test
  void conflictsByRetriesOrLockWaits() {
    names(BottleneckRules.conflicts(calm.with(new Conflicts(0.06, null))), Resource.CONFLICT);
    names(BottleneckRules.conflicts(calm.with(new Conflicts(0.0, 3.5))), Resource.CONFLICT);
    nothing(BottleneckRules.conflicts(calm.with(new Conflicts(0.04, 2.5))));
    lacks(BottleneckRules.conflicts(calm.with(Conflicts.NOT_MEASURED)), "write conflicts");
  }

  @Test
  void cacheByEvictionReadsOrFill() {
    names(BottleneckRules.cache(calm.with(new Cache(0.8, 0.05, 1.1, 0.0))), Resource.CACHE);
    names(BottleneckRules.cache(calm.with(new Cache(0.8, 0.05, 0.0, 0.2))), Resource.CACHE);
    names(BottleneckRules.cache(calm.with(new Cache(0.8, 0.21, null, null))), Resource.CACHE);
    names(BottleneckRules.cache(calm.with(new Cache(0.96, 0.05, null, null))), Resource.CACHE);
    nothing(BottleneckRules.cache(calm.with(new Cache(0.80, 0.05, 0.9, 0.05))));
    // First touches in a cache with room.
    nothing(BottleneckRules.cache(calm.with(new Cache(0.2, 0.04, 0.0, 0.3))));
    names(BottleneckRules.cache(calm.with(new Cache(0.2, 0.06, 0.0, 0.3))), Resource.CACHE);
    lacks(BottleneckRules.cache(calm.with(Cache.NOT_MEASURED)), "WiredTiger cache");
  }

  @Test
  void poolByTheShareOfTheWait() {
    names(BottleneckRules.pool(calm.with(new Path(5.0, 8.0, 0.1))), Resource.CONNECTION_POOL);
    names(BottleneckRules.pool(calm.with(new Path(5.0, null, 0.1))), Resource.CONNECTION_POOL);
    nothing(BottleneckRules.pool(calm.with(new Path(4.0, 8.0, 0.1))));
    lacks(BottleneckRules.pool(calm.with(Path.NOT_MEASURED)), "connection");
  }

  @Test
  void replicationByWaitOrFlowControlButNotAlone() {
    names(
        BottleneckRules.replication(calm.with(new Replication(3, 4.0, 0.0, 1.0))),
        Resource.REPLICATION);
    names(
        BottleneckRules.replication(calm.with(new Replication(2, 0.0, 0.2, null))),
        Resource.REPLICATION);
    nothing(BottleneckRules.replication(calm.with(new Replication(3, 2.0, 0.05, 1.0))));
    nothing(BottleneckRules.replication(calm.with(new Replication(1, 9.0, 0.0, null))));
    lacks(
        BottleneckRules.replication(calm.with(new Replication(3, null, null, null))),
        "write concern");
  }

  @Test
  void diskByJournalOrDeviceButNotByUtilisationAlone() {
    names(disk(new Storage(true, 4.0, 0.5, 1.0, 0.5, null)), Resource.DISK);
    names(disk(new Storage(false, null, 0.5, 1.0, 0.5, 0.9)), Resource.DISK);
    names(disk(new Storage(false, null, 0.9, 25.0, 6.0, null)), Resource.DISK);
    nothing(disk(new Storage(true, 2.0, 0.5, 1.0, 0.5, null)));
    nothing(disk(new Storage(false, 4.0, 0.5, 1.0, 0.5, null)));
    nothing(disk(new Storage(false, null, 1.0, 1.0, 0.23, null)));
    lacks(disk(new Storage(true, null, null, null, null, null)), "journal");
    lacks(disk(Storage.NOT_MEASURED), "disk");
  }

  @Test
  void aSingleMembersMajorityWaitIsItsJournal() {
    CellEvidence alone =
        calm.with(new Storage(true, null, null, null, null, null))
            .with(new Replication(1, 6.0, null, null));

    names(BottleneckRules.disk(alone), Resource.DISK);
  }

  @Test
  void fewCallsOnlyIfTripAndWorkExplainTheCall() {
    names(WayRules.fewCalls(calm.with(new Path(0.0, 100.0, 6.5))), Resource.ROUND_TRIP);
    lacks(WayRules.fewCalls(calm.with(new Path(0.0, 100.0, 3.0))), "at least 68 %");
    lacks(WayRules.fewCalls(calm.with(Path.NOT_MEASURED)), "ping");
    nothing(WayRules.fewCalls(calm.with(Cpu.NOT_MEASURED)));
    nothing(WayRules.fewCalls(Evidence.open(2000, 1000, 0.1, 0.1)));
  }

  @Test
  void processorsByTheirOwnLimits() {
    names(cpu(new Cpu(0.9, 1.0, 1.0, 2.0, false, null, null)), Resource.CLIENT_CPU);
    names(cpu(new Cpu(0.9, 1.0, 1.9, 2.0, false, null, null)), Resource.SERVER_CPU);
    nothing(cpu(new Cpu(0.8, 1.0, 1.6, 2.0, false, null, null)));
    lacks(cpu(Cpu.NOT_MEASURED), "client CPU");
    lacks(cpu(new Cpu(0.5, 1.0, null, null, false, null, null)), "server CPU");
  }

  @Test
  void processorsOfASharedHostByTheOneThatIsFull() {
    names(cpu(Evidence.shared(0.7, 1.2)), Resource.SHARED_HOST_CPU);
    names(cpu(Evidence.shared(1.2, 0.7)), Resource.SHARED_HOST_CPU);
    names(cpu(Evidence.shared(0.95, 0.93)), Resource.SHARED_HOST_CPU);
    names(cpu(Evidence.shared(0.2, 1.75)), Resource.SERVER_CPU);
    nothing(cpu(Evidence.shared(0.7, 0.9)));
    names(cpu(new Cpu(0.7, 2.0, 1.2, 2.0, true, null, 2.0)), Resource.SHARED_HOST_CPU);
    nothing(cpu(new Cpu(0.7, 2.0, 1.2, 2.0, false, null, 2.0)));
  }

  @Test
  void coresThatBothSidesAreConfinedTo() {
    names(cpu(confined(0.15, 0.80, 0.3, 0.3)), Resource.SHARED_CORES);
    // The host is not full, but threads of both wait for their one core.
    names(cpu(confined(0.15, 0.55, 0.3, 6.0)), Resource.SHARED_CORES);
    names(cpu(confined(0.05, 0.90, 0.3, 0.3)), Resource.SERVER_CPU);
    nothing(cpu(confined(0.15, 0.50, 0.3, 0.3)));
  }

  private static Cpu confined(double client, double server, double clients, double servers) {
    return new Cpu(client, 1.0, server, 1.0, true, 0.5, 2.0, clients, servers, 1.0);
  }

  @Test
  void theWayOfACallIsNamedByWhatTakesItsTime() {
    // 10 ms a call; the CPU of both sides is 0.19 ms of it.
    names(WayRules.delayedLink(calm.with(way(0, 8, 0, null, null))), Resource.DELAYED_LINK);
    nothing(WayRules.delayedLink(calm.with(way(0, 2, 0, null, null))));
    names(WayRules.askedToWait(calm.with(way(0, 0, 10, null, null))), Resource.SLOW_ANSWERS);
    nothing(WayRules.askedToWait(calm.with(way(0, 0, 1, null, null))));
    names(WayRules.slowAnswers(calm.with(way(0.1, 0, 0, 8.0, 32e3))), Resource.SLOW_ANSWERS);
    nothing(WayRules.slowAnswers(calm.with(way(0.1, 0, 0, 3.0, 32e3))));
    nothing(
        WayRules.slowAnswers(Evidence.closed(1, 100, 1, 0.1, 0.9).with(way(0, 0, 0, 9.5, 3e3))));
    names(WayRules.uplink(calm.with(way(0.1, 0, 0, 1.0, 32e3))), Resource.UPLINK);
    nothing(WayRules.uplink(calm.with(way(0.1, 0, 0, 1.0, 300.0))));
    nothing(WayRules.uplink(calm.with(way(8, 0, 0, 1.0, 32e3))));
    lacks(WayRules.uplink(calm.with(way(0.1, 0, 0, null, 32e3))), "server's own time");
  }

  private static Path way(
      double trip, double link, double answer, @Nullable Double server, @Nullable Double bytes) {
    return new Path(0.0, 100.0, trip, new Delays(link, answer), server, bytes);
  }

  private Finding disturbed(Generator generator) {
    return BottleneckRules.generatorDisturbed(calm.with(generator));
  }

  private Finding disk(Storage storage) {
    return BottleneckRules.disk(calm.with(storage));
  }

  private Finding cpu(Cpu cpu) {
    return new CpuRule().examine(calm.with(cpu));
  }

  private static Generator hiccup(double millis) {
    return new Generator(millis, 0.0, 0.0, 0.0);
  }

  private static void names(Finding finding, Resource resource) {
    assertThat(finding.resource()).as(finding.toString()).isEqualTo(resource);
    assertThat(finding.evidence()).isNotEmpty();
  }

  private static void nothing(Finding finding) {
    assertThat(finding.resource()).as(finding.toString()).isNull();
    assertThat(finding.missing()).isEmpty();
  }

  private static void lacks(Finding finding, String what) {
    assertThat(finding.resource()).as(finding.toString()).isNull();
    assertThat(finding.missing()).anyMatch(line -> line.contains(what));
  }
}
