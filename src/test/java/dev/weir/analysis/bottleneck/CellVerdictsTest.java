package dev.weir.analysis.bottleneck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.record.CellRecord;
import dev.weir.record.ClientFacts;
import dev.weir.record.RunRecord;
import dev.weir.record.ServerFacts;
import dev.weir.record.ServerSource;
import dev.weir.record.Span;
import dev.weir.record.Throughput;
import dev.weir.record.TimelineRows.Figures;
import dev.weir.record.Times;
import dev.weir.record.Totals;
import dev.weir.record.TrialMeasurement;
import dev.weir.record.TrialRecord;
import dev.weir.record.TrialTurn;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** From a run's records and timeline to the verdicts in it. */
class CellVerdictsTest {
  private static final Span MEASURED = new Span(20_000, 24_000);
  private static final Span WHOLE = new Span(10_000, 25_000);

  @Test
  void aFullServerIsNamedWithItsCostPerField() {
    CellRecord.Bottleneck verdict = verdict(timeline(Map.of()), true);

    assertThat(verdict.resource()).isEqualTo("the shared host's CPU");
    assertThat(verdict.evidence().get(0)).contains("shared cores are 95 % busy");
    assertThat(verdict.evidence().get(1))
        .contains("8 in flight, 1600 documents/s")
        .contains("they share 2 cores")
        .contains("1000.0 µs of server CPU per document, 2.00 per field (500 fields)");
  }

  @Test
  void lessThanTheHostMayBeAllowed() {
    CellRecord.Bottleneck verdict =
        verdict(
            timeline(Map.of("host_cpu_busy_pct", 60.0, "process_load_cores_allowed", 0.25)), true);

    assertThat(verdict.resource()).isEqualTo("client CPU");
    assertThat(verdict.evidence().get(0)).isEqualTo("client CPU 0.24 of 0.25 cores");
  }

  @Test
  void disturbedTrialsAreLeftOutAndNamed() {
    Map<Span, Figures> timeline = new LinkedHashMap<>(timeline(Map.of()));
    Span later = new Span(40_000, 44_000);
    timeline.put(later, new Figures(3, Map.of("host_cpu_busy_pct", 100.0), Map.of()));
    CellRecord cell = cell(true);
    TrialRecord first = cell.trials().get(0);
    TrialRecord second = trial(later, new Span(30_000, 45_000), 400, true);
    CellRecord both = cell.withTrials(List.of(first, second));

    CellRecord.Bottleneck verdict =
        CellVerdicts.of(run(), List.of(both), timeline).get(0).bottleneck();

    assertThat(verdict.resource()).isEqualTo("the shared host's CPU");
    assertThat(verdict.evidence())
        .anyMatch(line -> line.contains("8 in flight, 1600 documents/s"))
        .anyMatch(
            line ->
                line.equals(
                    "from 1 of 2 trials; the others were disturbed: other processes used 1.54 of"
                        + " the 2 cores of a full host"));
  }

  @Test
  void whatOthersTookIsWhatWasSeenOfTheirProcesses() {
    Map<Span, Figures> timeline = new LinkedHashMap<>(timeline(Map.of()));
    TrialRecord trial = cell(true).trials().get(0);
    TrialTurn calm = new TrialTurn(1, new Span(0, 1_000), 1, 1, null, 0.0);
    TrialTurn shared = new TrialTurn(2, new Span(1_000, 4_000), 1, 1, null, 0.8);
    TrialTurn out = new TrialTurn(3, new Span(4_000, 5_000), 1, 1, "host busy", 2.0);
    for (TrialTurn turn : List.of(calm, shared)) {
      timeline.put(turn.span(), new Figures(3, Map.of("host_cpu_busy_pct", 100.0), Map.of()));
    }
    CellRecord cell =
        cell(true).withTrials(List.of(trial.with(made -> made.turns(List.of(calm, shared, out)))));

    CellRecord.Bottleneck verdict =
        CellVerdicts.of(run(), List.of(cell), timeline).get(0).bottleneck();

    assertThat(verdict.evidence().get(0))
        .isEqualTo("other processes used 0.60 of the 2 cores of a full host");
  }

  @Test
  void noTripIsLongerThanTheFastestCall() {
    Map<Span, Figures> timeline = new LinkedHashMap<>(timeline(Map.of("host_cpu_busy_pct", 60.0)));
    timeline.put(WHOLE, new Figures(14, Map.of(), Map.of("ping_rtt_ms", 9.0)));

    CellRecord.Bottleneck verdict = verdict(timeline, true);

    assertThat(verdict.resource()).isEqualTo("round-trip latency (too few in flight)");
    assertThat(verdict.evidence().get(0))
        .startsWith("a call takes 5.00 ms (N / X): server CPU 1.00 ms, client CPU 0.15 ms")
        .contains("a bare round trip at most 5.00 ms");
  }

  @Test
  void aDelayedLinkIsPartOfTheTripThoughPingsDontTakeIt() {
    Map<Span, Figures> timeline = timeline(Map.of("host_cpu_busy_pct", 60.0));
    assertThat(verdict(timeline, true).resource()).isEqualTo("undecided");

    Map<String, String> factors = new LinkedHashMap<>(cell(true).factors());
    factors.put("linkMillis", "4");
    CellRecord.Bottleneck far =
        CellVerdicts.of(run(), List.of(cell(true, factors)), timeline).get(0).bottleneck();

    assertThat(far.resource()).isEqualTo("delayed link");
    assertThat(far.evidence().get(0))
        .isEqualTo("the study delays each answer by 4 of the 5.00 ms of a call");
  }

  @Test
  void withoutATimelineItIsSaidWhatIsNotKnown() {
    CellRecord.Bottleneck verdict = verdict(Map.of(), true);

    assertThat(verdict.evidence())
        .anyMatch(line -> line.startsWith("not known: ") && line.contains("write conflicts"));
  }

  @Test
  void silentSamplersAreNamedWhereTheyMatter() {
    assertThat(verdict(timeline(Map.of()), true).evidence())
        .contains("vmstat was silent in 1 of 1 trials: died: exit 137")
        .noneMatch(line -> line.contains("iostat"));
  }

  @Test
  void invalidTrialsAreNoEvidence() {
    CellRecord.Bottleneck verdict = verdict(timeline(Map.of()), false);

    assertThat(verdict.resource()).isEqualTo("undecided");
    assertThat(verdict.evidence()).containsExactly("not known: any valid trial");
  }

  @Test
  void anOpenLoopWhoseRateWasMetIsNotSaturated() {
    assertThat(open("1605", "constant").resource()).isEqualTo("paced load");
    assertThat(open("1605", "constant").evidence().get(0))
        .startsWith("1600 documents/s were offered and acknowledged");
    // Calls in flight by Little's law: 1600/s of 5 ms.
    assertThat(open("1605", "constant").evidence().get(1)).startsWith("8 in flight");
    assertThat(open("1650", "constant").resource()).isEqualTo("undecided");
  }

  @Test
  void chanceMayBringFewerPoissonArrivals() {
    assertThat(open("1650", "poisson").resource()).isEqualTo("paced load");
    assertThat(open("1700", "poisson").resource()).isEqualTo("undecided");
  }

  @Test
  void workersThatPauseOfferARate() {
    assertThat(paced("5").resource()).isEqualTo("paced load");
    assertThat(paced("5").evidence().get(0)).contains("were offered and acknowledged");
    // 4,000/s were wanted.
    assertThat(paced("2").resource()).isEqualTo("undecided");
  }

  @Test
  void threadsThatPauseOfferWhatTheyAskFor() {
    // 16 threads that pause 5 ms between calls of 5 ms make 1,600 calls/s; with 2 ms 2,286.
    assertThat(paced("thinkMillis", "5").resource()).isEqualTo("paced load");
    assertThat(paced("thinkMillis", "2").resource()).isEqualTo("undecided");
  }

  private static CellRecord.Bottleneck paced(String cycleMillis) {
    return paced("cycleMillis", cycleMillis);
  }

  private static CellRecord.Bottleneck paced(String factor, String millis) {
    Map<String, String> factors = new LinkedHashMap<>(cell(true).factors());
    factors.put(factor, millis);
    if (factor.equals("thinkMillis")) {
      factors.put("inFlight", "16");
    }
    return CellVerdicts.of(
            run(), List.of(cell(true, factors)), timeline(Map.of("host_cpu_busy_pct", 60.0)))
        .get(0)
        .bottleneck();
  }

  private static CellRecord.Bottleneck open(String rate, String arrivals) {
    Map<String, String> factors = new LinkedHashMap<>(cell(true).factors());
    factors.putAll(Map.of("rate", rate, "arrivals", arrivals, "inFlight", "64"));
    return CellVerdicts.of(
            run(), List.of(cell(true, factors)), timeline(Map.of("host_cpu_busy_pct", 60.0)))
        .get(0)
        .bottleneck();
  }

  private static CellRecord.Bottleneck verdict(Map<Span, Figures> timeline, boolean valid) {
    CellRecord cell = cell(valid);
    assertThat(CellVerdicts.spans(List.of(cell))).containsExactly(MEASURED, WHOLE);
    return CellVerdicts.of(run(), List.of(cell), timeline).get(0).bottleneck();
  }

  private static Map<Span, Figures> timeline(Map<String, Double> other) {
    Map<String, Double> means = new LinkedHashMap<>();
    means.put("host_cpu_busy_pct", 95.0);
    means.put("process_load_cores_allowed", 2.0);
    means.put("process_mongod_cores_allowed", 2.0);
    means.put("server_write_conflicts_per_s", 0.0);
    means.put("wt_cache_used_pct", 20.0);
    means.put("wt_dirty_pct", 2.0);
    means.put("wt_pages_read_per_s", 0.0);
    means.putAll(other);
    return Map.of(
        MEASURED,
        new Figures(3, means, means),
        WHOLE,
        new Figures(14, Map.of("ping_rtt_ms", 0.4), Map.of("ping_rtt_ms", 0.1)));
  }

  private static CellRecord cell(boolean valid) {
    return cell(
        valid,
        Map.of(
            "inFlight", "8",
            "document", "role2000",
            "shape", "setFields",
            "pool", "100",
            "writeConcern", "w1"));
  }

  private static CellRecord cell(boolean valid, Map<String, String> factors) {
    TrialRecord trial = trial(MEASURED, WHOLE, 1_600, valid);
    return new CellRecord(
        "only",
        factors,
        List.of(trial),
        null,
        null,
        null,
        null,
        null,
        new CellRecord.Cpu(150.0, 1_000.0),
        null,
        new CellRecord.Bottleneck("undecided", List.of()),
        List.of());
  }

  private static TrialRecord trial(Span measured, Span whole, double rate, boolean valid) {
    return new TrialRecord(
        new TrialRecord.Identity("only", 1, 1),
        new TrialRecord.TrialSpan(whole, measured, 9_000),
        new Throughput(rate, rate, 11, 250, List.of(rate)),
        new Totals(6_400, 6_400, 6_400, 6_400, Map.of(), 0),
        new TrialRecord.Server(6_400L, 6_400_000L),
        new Times(null, histogram(5_000_000)),
        new TrialRecord.CpuPerDocument(150, 1_000.0),
        new TrialMeasurement.Pool(6_400, 6_400, 0, 8, 0, 0, 0),
        new TrialMeasurement.Health(10, 5, 1.0, 0, 0, 1 << 20, null),
        valid ? List.of() : List.of("steady state not shown"),
        null,
        null);
  }

  private static String histogram(long nanos) {
    Histogram histogram = new Histogram(3);
    histogram.recordValue(nanos);
    return Times.encode(histogram);
  }

  private static RunRecord run() {
    return new RunRecord(
        RunRecord.SCHEMA_VERSION,
        new RunRecord.Tool("0", "unknown", false),
        Map.of(),
        1,
        null,
        Map.of(),
        new ServerFacts(
            "MongoDB",
            true,
            "6.0.5",
            "",
            ServerSource.MONGOD,
            List.of(),
            "standalone",
            List.of("127.0.0.1:27017"),
            "wiredTiger",
            1L << 30,
            null,
            true,
            Map.of("cores", 2),
            Map.of()),
        new ClientFacts("cpu", 2, 2, 1L << 33, "Linux", "17", List.of(), Map.of(), "host"),
        "1970-01-01T00:00:00Z",
        "1970-01-01T00:00:30Z",
        1,
        Map.of(
            "gaps",
            List.of(
                gap("vmstat", "1970-01-01T00:00:22Z", "1970-01-01T00:00:30Z", "died: exit 137"),
                gap("iostat", "1970-01-01T00:00:05Z", "1970-01-01T00:00:06Z", "late"))),
        new RunRecord.Verdict(true, List.of(), List.of()),
        null);
  }

  private static Map<String, Object> gap(String sampler, String from, String to, String reason) {
    return Map.of("sampler", sampler, "from", from, "to", to, "samples", 1, "reason", reason);
  }
}
