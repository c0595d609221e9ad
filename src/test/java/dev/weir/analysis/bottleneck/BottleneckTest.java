package dev.weir.analysis.bottleneck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.analysis.Evidence;
import dev.weir.analysis.bottleneck.Bottleneck.Verdict;
import dev.weir.analysis.bottleneck.CellEvidence.Cache;
import dev.weir.analysis.bottleneck.CellEvidence.Conflicts;
import dev.weir.analysis.bottleneck.CellEvidence.Cpu;
import dev.weir.analysis.bottleneck.CellEvidence.Demand;
import dev.weir.analysis.bottleneck.CellEvidence.Generator;
import dev.weir.analysis.bottleneck.CellEvidence.Path;
import dev.weir.analysis.bottleneck.CellEvidence.Replication;
import dev.weir.analysis.bottleneck.CellEvidence.Storage;
import java.util.Arrays;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole verdicts: which of several symptoms wins. */
class BottleneckTest {

  static Stream<Arguments> cells() {
    CellEvidence slow = Evidence.closed(16, 1500, 1, 0.1, 0.2);
    return Stream.of(
        // As measured on two shared cores: rate, documents per CPU-second of either side.
        cell(
            Resource.SHARED_HOST_CPU,
            "single updates, 8",
            Evidence.closed(8, 11_500, 1, 0.58, 1.39)),
        cell(Resource.SERVER_CPU, "bulk 50, 2", Evidence.closed(2, 1094, 50, 0.23, 1.76)),
        cell(Resource.SERVER_CPU, "500 fields, 8", Evidence.closed(8, 1800, 1, 0.12, 1.8)),
        cell(Resource.CLIENT_CPU, "null server, 8", Evidence.closed(8, 70_000, 1, 1.7, 0.2)),
        cell(
            Resource.ONE_CALL_SERVER, "single updates, 1", Evidence.closed(1, 5700, 1, 0.29, 0.69)),
        cell(
            Resource.DISK,
            "journaled single updates, 8",
            Evidence.closed(8, 6100, 1, 0.3, 0.73)
                .with(new Storage(true, 0.9, 0.8, 0.5, 0.4, null))),
        // Forced ones.
        cell(
            Resource.CONNECTION_POOL,
            "pool of 1, 16 threads",
            withService(Evidence.closed(16, 5700, 1, 0.3, 0.7), 0.175)
                .with(new Path(2.6, 1.0, 0.08))),
        cell(Resource.ROUND_TRIP, "10 ms of latency", slow.with(new Path(0.0, 100.0, 10.1))),
        cell(
            Resource.SERVER_CPU,
            "server held to half a core",
            slow.with(new Cpu(0.1, 2.0, 0.49, 0.5, true, 0.3, 2.0))),
        cell(
            Resource.CLIENT_CPU,
            "client held to a quarter, so that its threads are late",
            slow.with(new Cpu(0.245, 0.25, 0.4, 2.0, true, 0.35, 2.0))
                .with(new Generator(80.0, 0.0, 0.02, 0.0))),
        cell(
            Resource.CACHE,
            "small cache, whose eviction keeps the server busy",
            Evidence.closed(8, 4000, 1, 0.2, 1.75).with(new Cache(0.96, 0.19, 0.7, 0.9))),
        cell(
            Resource.CONFLICT,
            "one hot document, whose retries keep the server busy",
            Evidence.closed(16, 5000, 1, 0.3, 1.6).with(new Conflicts(0.17, 0.1))),
        cell(
            Resource.REPLICATION,
            "majority with a slow secondary",
            slow.with(new Replication(2, 9.5, 0.0, 4.0))),
        cell(Resource.PACED, "open loop", Evidence.open(2000, 1999, 0.1, 0.3)),
        cell(
            Resource.GENERATOR,
            "a stranger on the client's host",
            slow.with(new Cpu(0.5, 2.0, 0.3, 2.0, true, 1.0, 2.0))
                .with(new Generator(30.0, 0.0, 0.0, null))),
        // What an audit found under other names, with the figures of runs.
        cell(
            Resource.ONE_CALL_SERVER,
            "one bulk of 50 at a time, in a run of capacity",
            Evidence.closed(1, 166.6, 50, 0.2, 0.86).with(way(0.12, 0, 0, 5.0, 32e3))),
        cell(
            Resource.ONE_CALL_SERVER,
            "one bulk of 1000 at a time, in a run of capacity",
            Evidence.closed(1, 21.57, 1000, 0.12, 1.1).with(way(0.05, 0, 0, 44, 640e3))),
        cell(
            Resource.ONE_CALL_CLIENT,
            "one at a time on a server that does nothing",
            Evidence.closed(1, 20_000, 1, 0.9, 0.1)),
        cell(
            Resource.FEW_CALLS,
            "two at a time, and no processor is full",
            Evidence.closed(2, 2_000, 1, 0.5, 0.9).with(way(0.1, 0, 0, 0.4, 700))),
        cell(
            Resource.SHARED_HOST_CPU,
            "8 in flight, in a run of quick",
            Evidence.closed(8, 7_230, 1, 0.55, 1.43)),
        cell(
            Resource.SHARED_CORES,
            "client and mongod on the same core of two",
            Evidence.closed(8, 5_000, 1, 0.15, 0.8)
                .with(new Cpu(0.15, 1.0, 0.8, 1.0, true, 0.5, 2.0, 0.3, 2.0, 1.0))),
        cell(
            Resource.DELAYED_LINK,
            "8 in flight behind 10 ms of link, in a run of role-update-far",
            Evidence.closed(8, 713, 1, 0.15, 0.23).with(way(10.12, 10, 0, 0.27, 1_900))),
        cell(
            Resource.ROUND_TRIP,
            "2 in flight, answers 20 ms late, in a run of client-lab",
            Evidence.closed(2, 86.6, 50, 0.07, 0.17).with(way(20.83, 0, 0, 1.48, 32e3))),
        cell(
            Resource.UPLINK,
            "one client on a slow uplink, in a run of client-lab",
            Evidence.closed(4, 73.8, 50, 0.07, 0.15).with(way(0.14, 0, 0, 1.77, 32e3))),
        cell(
            Resource.UPLINK,
            "two clients on slow uplinks, in a run of client-lab",
            Evidence.closed(32, 147.3, 50, 0.19, 0.27).with(way(0.17, 0, 0, 1.66, 32e3))),
        cell(
            Resource.SLOW_ANSWERS,
            "a server that holds each call, in a run of connection-reuse",
            Evidence.closed(4, 382, 1, 0.16, 0.07).with(way(0.8, 0, 10, null, 290))),
        cell(
            Resource.SLOW_ANSWERS,
            "a failpoint of 10 ms",
            Evidence.closed(4, 380, 1, 0.1, 0.1).with(way(0.2, 0, 0, 10.1, 700))),
        cell(Resource.UNDECIDED, "time nobody accounts for", slow));
  }

  private static Path way(
      double trip, double link, double answer, @Nullable Number server, double bytes) {
    return new Path(
        0.0,
        100.0,
        trip,
        new CellEvidence.Delays(link, answer),
        server == null ? null : Double.valueOf(server.doubleValue()),
        bytes);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("cells")
  void names(Resource expected, String name, CellEvidence evidence) {
    Verdict verdict = Bottleneck.of(evidence);

    assertThat(verdict.resource()).as(verdict.toString()).isEqualTo(expected);
    assertThat(verdict.evidence()).allMatch(line -> line.matches(".*[0-9].*"));
    assertThat(verdict.evidence().toString()).doesNotContain("NaN", "null");
  }

  @Test
  void showsTheFiguresThatDecided() {
    assertThat(Bottleneck.of(Evidence.closed(2, 1094, 50, 0.23, 1.78)).evidence())
        .containsExactly(
            "server CPU 1.78 of 2.00 cores",
            "2 in flight, 54700 documents/s; server CPU 1.78 of 2.00 cores, client 0.23 of 2.00"
                + " cores (they share 2 cores); 32.5 µs of server CPU per document");
  }

  @Test
  void saysWhatIsMissingWhenNothingWasMeasured() {
    Verdict verdict = Bottleneck.of(CellEvidence.of(new Demand(8, 1000, 1000, 8, null)));

    assertThat(verdict.resource()).isEqualTo(Resource.UNDECIDED);
    assertThat(verdict.missing())
        .containsExactly(
            "write conflicts",
            "WiredTiger cache used and dirty",
            "client CPU",
            "server CPU",
            "the wait for a connection",
            "the disk's queue and write times",
            "how late the load's threads wake (hiccups)",
            "the round trip of a ping");
    assertThat(verdict.evidence().get(0)).contains("server CPU unknown");
  }

  @Test
  void aCellWithoutACompletedCallIsUndecided() {
    Verdict verdict = Bottleneck.of(CellEvidence.of(new Demand(8, 0, 0, 0, null)));

    assertThat(verdict.resource()).isEqualTo(Resource.UNDECIDED);
    assertThat(verdict.missing()).containsExactly("any completed call");
  }

  @Test
  void doesNotBlameTheTripWhenAProcessorIsUnknown() {
    CellEvidence evidence =
        Evidence.closed(16, 1500, 1, 0.1, 0.2)
            .with(new Path(0.0, 100.0, 10.1))
            .with(new Cpu(0.1, 2.0, null, null, false, null, null));

    Verdict verdict = Bottleneck.of(evidence);

    assertThat(verdict.resource()).isEqualTo(Resource.UNDECIDED);
    assertThat(verdict.missing()).containsExactly("server CPU");
  }

  @Test
  void titlesAreTheWordsOfTheRecord() {
    assertThat(Arrays.stream(Resource.values()).map(Resource::title))
        .containsExactly(
            "client CPU",
            "server CPU",
            "the shared host's CPU",
            "the cores that client and mongod are confined to",
            "connection pool",
            "round-trip latency (too few in flight)",
            "delayed link",
            "uplink",
            "slow answers",
            "one call at a time: the server's CPU",
            "one call at a time: the client's CPU",
            "too few calls at a time",
            "disk / journal",
            "WiredTiger cache or eviction",
            "lock or write conflict on hot documents",
            "replication or flow control",
            "generator starved",
            "paced load",
            "undecided");
  }

  private static Arguments cell(Resource expected, String name, CellEvidence evidence) {
    return Arguments.of(expected, name, evidence);
  }

  private static CellEvidence withService(CellEvidence e, double serviceMillis) {
    Demand d = e.demand();
    return new CellEvidence(
        new Demand(d.inFlight(), d.callsPerSecond(), d.documentsPerSecond(), serviceMillis, null),
        e.cpu(),
        e.path(),
        e.storage(),
        e.cache(),
        e.conflicts(),
        e.replication(),
        e.generator());
  }
}
