package dev.weir.runner;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.analysis.CellSummaries;
import dev.weir.analysis.ClaimVerdict;
import dev.weir.analysis.ClaimVerdicts;
import dev.weir.analysis.Precision;
import dev.weir.capture.Capture;
import dev.weir.capture.CaptureRequest;
import dev.weir.capture.CaptureSummary;
import dev.weir.dataset.Datasets;
import dev.weir.record.CellRecord;
import dev.weir.record.JmhJson;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.record.TrialRecord;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.NullServerProcess;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Plan;
import dev.weir.study.Study;
import dev.weir.study.StudyException;
import dev.weir.study.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs a planned study on an open server: rounds of one trial per cell in random order, each round
 * on a fresh JVM, until its claims are settled or, without claims, every interval is narrow enough,
 * the rounds are used up or the time is over.
 */
public final class StudyRunner {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Clock clock;
  private final RunListener listener;
  private final Surroundings surroundings;

  public StudyRunner(Clock clock, RunListener listener) {
    this(clock, listener, Surroundings.UNCHANGED);
  }

  /**
   * @param surroundings what is made different around each trial
   */
  public StudyRunner(Clock clock, RunListener listener, Surroundings surroundings) {
    this.clock = clock;
    this.listener = listener;
    this.surroundings = surroundings;
  }

  /** Name of the database that a study writes to. */
  public static String database(Study study) {
    return DatabaseGuard.PREFIX + study.name();
  }

  /** What a run left behind. */
  public record Outcome(RunRecord run, List<CellRecord> cells, Path folder) {}

  /**
   * Runs the study and writes its record.
   *
   * @param results where the run's folder is created
   * @throws ServerException if the server fails or the database is not ours
   * @throws IOException if the record can't be written
   */
  public Outcome run(Plan plan, ServerUnderTest server, Path results)
      throws ServerException, IOException, InterruptedException {
    Instant startedAt = clock.instant();
    RunFolder folder = RunFolder.create(results, startedAt, plan.study().name());
    String database = database(plan.study());
    try (MongoClient client = MongoClients.create(server.connectionString())) {
      DatabaseGuard guard = DatabaseGuard.open(client, database);
      RunRecord begun = record(plan, server, startedAt, null, 0, Map.of(), UNFINISHED);
      folder.write(RunFolder.RUN, begun);
      listener.started(begun, folder.path());
      Datasets datasets =
          new Datasets(client, guard, plan.study().documents(), plan.study().seed());
      try (Capture capture = capture(folder, server);
          NullServerProcess warmUpServer = warmUpServer(plan)) {
        capture
            .missing()
            .forEach(
                tool -> listener.note("not captured: " + tool.name() + " (" + tool.how() + ")"));
        Rounds rounds =
            new Rounds(
                plan,
                server,
                datasets,
                database,
                folder,
                capture,
                listener,
                clock,
                warmUpServer,
                surroundings);
        Progress progress = measure(plan, rounds, folder, begun);
        Map<String, Object> captured = captured(capture.finish());
        guard.dropDatabase();
        RunRecord run =
            record(
                plan,
                server,
                startedAt,
                clock.instant(),
                progress.rounds,
                captured,
                RunVerdict.of(plan, progress.cells));
        folder.write(RunFolder.RUN, run);
        List<CellRecord> cells = RunVerdicts.judge(folder, run, progress.cells);
        folder.write(RunFolder.CELLS, cells);
        folder.write(RunFolder.JMH, JmhJson.of(run, cells));
        listener.finished(run, cells, folder.path());
        return new Outcome(run, cells, folder.path());
      }
    }
  }

  private static final RunRecord.Verdict UNFINISHED =
      new RunRecord.Verdict(false, List.of("the run has not finished"), List.of());

  private record Progress(int rounds, List<CellRecord> cells) {}

  private Progress measure(Plan plan, Rounds rounds, RunFolder folder, RunRecord run)
      throws ServerException, IOException, InterruptedException {
    Map<String, Map<String, String>> factors = new LinkedHashMap<>();
    plan.cells().forEach((id, cell) -> factors.put(id, cell.factors()));
    Precision precision = new Precision(plan.study().precision(), plan.study().confidence());
    List<TrialRecord> trials = new ArrayList<>();
    List<CellRecord> cells = List.of();
    Instant begun = clock.instant();
    Duration longest = Duration.ZERO;
    int round = 0;
    while (round < plan.study().rounds().max()) {
      Instant before = clock.instant();
      Duration spent = Duration.between(begun, before);
      if (round >= plan.study().rounds().min()
          && spent.plus(longest).compareTo(plan.study().budget()) > 0) {
        listener.note(
            "time budget of "
                + plan.study().budget().toSeconds()
                + " s used after "
                + round
                + " rounds");
        break;
      }
      round++;
      listener.roundStarted(round, plan.study().rounds().max());
      rounds.run(round, trials);
      Duration took = Duration.between(before, clock.instant());
      longest = took.compareTo(longest) > 0 ? took : longest;
      cells = CellSummaries.of(factors, trials, plan.baseline(), plan.study().confidence());
      folder.write(RunFolder.CELLS, cells);
      if (round >= plan.study().rounds().min() && enough(precision, run, cells)) {
        break;
      }
    }
    return new Progress(round, cells);
  }

  /** A study that claims something is over when its claims are settled, else when it is precise. */
  private static boolean enough(Precision precision, RunRecord run, List<CellRecord> cells)
      throws IOException {
    try {
      List<ClaimVerdict> claims = ClaimVerdicts.of(run, cells);
      return claims.stream().allMatch(c -> c.verdict() == ClaimVerdict.Verdict.NOT_TESTABLE)
          ? precision.judge(CellSummaries.perRound(cells)).done()
          : ClaimVerdicts.settled(claims);
    } catch (StudyException e) {
      throw new IOException(e.getMessage(), e); // this very run wrote them
    }
  }

  /** A JVM is warmed on the null server, where a second holds ten times the calls. */
  private static @Nullable NullServerProcess warmUpServer(Plan plan) throws ServerException {
    return plan.study().target() == Target.NULL_SERVER
        ? null
        : NullServerProcess.start(plan.study().topology().replicated());
  }

  /** As it goes into the record, instants in ISO 8601. */
  private static Map<String, Object> captured(CaptureSummary summary) {
    List<Map<String, Object>> gaps = new ArrayList<>();
    summary
        .gaps()
        .forEach(
            gap ->
                gaps.add(
                    Map.of(
                        "sampler", gap.sampler(),
                        "from", gap.from().toString(),
                        "to", gap.to().toString(),
                        "samples", gap.samples(),
                        "reason", gap.reason())));
    Map<String, Object> captured = new LinkedHashMap<>();
    captured.put("samplers", summary.samplers());
    captured.put("missing", JSON.convertValue(summary.missing(), new TypeReference<>() {}));
    captured.put("gaps", gaps);
    return captured;
  }

  static Capture capture(RunFolder folder, ServerUnderTest server) throws IOException {
    Map<String, Long> processes = new LinkedHashMap<>();
    List<Long> pids = server.localPids();
    for (int i = 0; i < pids.size(); i++) {
      processes.put("mongod" + (pids.size() == 1 ? "" : i + 1), pids.get(i));
    }
    return Capture.start(
        CaptureRequest.of(folder.file(RunFolder.CAPTURE), server.connectionString(), processes));
  }

  private static RunRecord record(
      Plan plan,
      ServerUnderTest server,
      Instant startedAt,
      @Nullable Instant endedAt,
      int rounds,
      Map<String, Object> capture,
      RunRecord.Verdict verdict) {
    BuildInfo build = BuildInfo.read();
    Map<String, String> excluded = new LinkedHashMap<>();
    plan.excluded().forEach(e -> excluded.put(e.id(), e.reason()));
    return new RunRecord(
        RunRecord.SCHEMA_VERSION,
        build.version(),
        build.commit(),
        build.dirty(),
        EffectiveStudy.of(plan.study()),
        plan.study().seed(),
        plan.baseline(),
        excluded,
        server.facts(),
        ClientFactsReader.read(),
        startedAt.toString(),
        endedAt == null ? null : endedAt.toString(),
        rounds,
        capture,
        verdict);
  }
}
