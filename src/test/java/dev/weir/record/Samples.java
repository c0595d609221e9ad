package dev.weir.record;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records for tests. */
public final class Samples {
  private Samples() {}

  public static ServerFacts server(String product, boolean real) {
    return new ServerFacts(
        product,
        real,
        "6.0.5",
        "abc",
        ServerSource.WHEEL,
        List.of("docker: none here"),
        "rs1",
        List.of("127.0.0.1:27017"),
        "wiredTiger",
        268_435_456L,
        "{\"w\": \"majority\"}",
        true,
        Map.of("cores", 2),
        Map.of("net.bindIp", "127.0.0.1"));
  }

  public static RunRecord run(ServerFacts server, String question, RunRecord.Verdict verdict) {
    return run(server, question, verdict, "2026-01-02T03:04:05Z");
  }

  public static RunRecord run(
      ServerFacts server, String question, RunRecord.Verdict verdict, String startedAt) {
    return run(Map.of("name", "sample", "question", question), server, verdict, startedAt);
  }

  /** A run of what that study says. */
  public static RunRecord run(
      Map<String, Object> study, ServerFacts server, RunRecord.Verdict verdict, String startedAt) {
    return new RunRecord(
        RunRecord.SCHEMA_VERSION,
        new RunRecord.Tool("0.1.0", "c0ffee", false),
        study,
        7,
        "a",
        Map.of(),
        server,
        new ClientFacts(
            "some CPU",
            2,
            4,
            8L << 30,
            "Linux 6",
            "OpenJDK 17",
            List.of("-Xmx512m"),
            Map.of("mongodb-driver-core", "5.8.0"),
            "host"),
        startedAt,
        "2026-01-02T03:14:05Z",
        3,
        Map.of(),
        verdict,
        null);
  }

  public static RunRecord run() {
    return run(server("MongoDB", true), "why?", new RunRecord.Verdict(true, List.of(), List.of()));
  }

  /** A run that started at an instant, ISO 8601. */
  public static RunRecord runAt(String startedAt) {
    return run(
        server("MongoDB", true),
        "why?",
        new RunRecord.Verdict(true, List.of(), List.of()),
        startedAt);
  }

  public static TrialRecord trial(String cell, int round, double rate, List<String> reasons) {
    return trial(cell, round, rate, "", reasons);
  }

  /** A valid trial with service times in HdrHistogram's compressed encoding. */
  public static TrialRecord timed(String cell, int round, double rate, String histogram) {
    return trial(cell, round, rate, histogram, List.of());
  }

  private static TrialRecord trial(
      String cell, int round, double rate, String histogram, List<String> reasons) {
    return new TrialRecord(
        new TrialRecord.Identity(cell, round, 1),
        new TrialRecord.TrialSpan(new Span(1_000, 4_000), new Span(2_000, 3_000), 1_500),
        new Throughput(rate, rate / 10, rate / 1e6, 250, List.of(rate - 1, rate, rate + 1, rate)),
        new Totals(100, 100, 100, 100, Map.of(), 0),
        new TrialRecord.Server(100L, 1_000L),
        new Times(null, histogram),
        new TrialRecord.CpuPerDocument(1.5, 2.5),
        new TrialMeasurement.Pool(10, 35, 0, 1, 0, 0, 0),
        null,
        reasons,
        null,
        null);
  }

  public static CellRecord cell(
      String id, String inFlight, @Nullable Interval interval, List<TrialRecord> trials) {
    Map<String, String> factors = new LinkedHashMap<>();
    factors.put("driver", "sync");
    factors.put("inFlight", inFlight);
    return new CellRecord(
        id,
        factors,
        trials,
        interval,
        120.0,
        1.2,
        null,
        new Percentiles(900, 1_900, 12_340, 20_000, 30_000, 99),
        new CellRecord.Cpu(1.5, 2.5),
        3.5,
        new CellRecord.Bottleneck("undecided", List.of()),
        List.of("a note"));
  }

  /** A cell of three rounds around a rate. */
  public static CellRecord cell(String id, String inFlight, double rate) {
    List<TrialRecord> trials = new ArrayList<>();
    for (int round = 1; round <= 3; round++) {
      trials.add(trial(id, round, rate + round, List.of()));
    }
    return cell(
        id, inFlight, new Interval(rate, rate * 0.95, rate * 1.05, 0.95, 3, "student-t"), trials);
  }
}
