package dev.weir.runner;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.analysis.CellSummaries;
import dev.weir.analysis.OfferedRate;
import dev.weir.analysis.RoundRatios;
import dev.weir.capture.Capture;
import dev.weir.capture.timeline.Timeline;
import dev.weir.load.LoadFailure;
import dev.weir.record.CellRecord;
import dev.weir.record.EconomyMeasurement;
import dev.weir.record.Interval;
import dev.weir.record.JmhJson;
import dev.weir.record.LinePunctuality;
import dev.weir.record.Percentiles;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.record.TrialRecord;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/**
 * Plays the game economy under one way of pooling or both by turns, audits each trial, and writes
 * the record of a run: one cell for each way.
 */
public final class EconomyRunner {
  private static final double CONFIDENCE = 0.95;

  private final Clock clock;
  private final RunListener listener;
  private final LoadListener seconds;

  public EconomyRunner(Clock clock, RunListener listener, LoadListener seconds) {
    this.clock = clock;
    this.listener = listener;
    this.seconds = seconds;
  }

  /** The run as it fills up. */
  private static final class Progress {
    final List<EconomyTrials.Result> results = new ArrayList<>();
    final List<String> failures = new ArrayList<>();
    final List<String> notes = new ArrayList<>();
    int rounds;
  }

  /**
   * Runs and writes the record.
   *
   * @param server with multi-document transactions: a replica set
   * @param results where the run's folder is created
   * @throws ServerException if the server fails, has no transactions, or the database is not ours
   * @throws IOException if the record can't be written
   */
  public StudyRunner.Outcome run(EconomyRequest request, ServerUnderTest server, Path results)
      throws ServerException, IOException, InterruptedException {
    if (server.facts().topology().equals("standalone")) {
      throw new ServerException(
          "the economy needs transactions, which a standalone server has not; use a replica set"
              + " (--topology rs1)");
    }
    Instant startedAt = clock.instant();
    RunFolder folder = RunFolder.create(results, startedAt, "load");
    LoadRecords records = new LoadRecords(request.recorded(), request.seed(), server, startedAt);
    try (MongoClient client = MongoClients.create(server.connectionString())) {
      DatabaseGuard guard = DatabaseGuard.open(client, OpenRunner.DATABASE);
      RunRecord begun = records.begun();
      folder.write(RunFolder.RUN, begun);
      listener.started(begun, folder.path());
      Progress progress = new Progress();
      Map<String, Object> captured;
      LinePunctuality punctuality;
      try (Capture capture = StudyRunner.capture(folder, server);
          SecondLog log = new SecondLog(folder, seconds, clock)) {
        play(
            request,
            new EconomyTrials(request, server, client, guard, folder, capture, log, clock),
            folder,
            progress);
        captured = RunRecords.captured(capture.finish());
        punctuality = log.punctuality();
        progress.notes.add(punctuality.sentence());
      }
      guard.dropDatabase();
      Timeline.build(folder.file(RunFolder.CAPTURE));
      List<CellRecord> cells = cells(request, progress);
      Map<String, Object> comparison = comparison(request, progress);
      RunRecord run = records.ended(clock.instant(), progress.rounds, captured, verdict(progress));
      folder.write(OpenRunner.FILE, told(progress, comparison, punctuality));
      folder.write(RunFolder.RUN, run);
      folder.write(RunFolder.CELLS, cells);
      folder.write(RunFolder.JMH, JmhJson.of(run, cells));
      listener.finished(run, cells, folder.path());
      return new StudyRunner.Outcome(run, cells, folder.path());
    }
  }

  private void play(
      EconomyRequest request, EconomyTrials trials, RunFolder folder, Progress progress)
      throws ServerException, IOException, InterruptedException {
    Random random = new Random(request.seed());
    for (int round = 1; round <= request.rounds(); round++) {
      listener.roundStarted(round, request.rounds());
      List<String> order = new ArrayList<>(request.poolings());
      Collections.shuffle(order, random);
      for (int i = 0; i < order.size(); i++) {
        listener.note(order.get(i) + " pooling");
        try {
          EconomyTrials.Result result = trials.run(order.get(i), round, i + 1);
          progress.results.add(result);
          folder.journal(result.record());
          EconomyLines.of(result.measurement()).forEach(line -> listener.note("  " + line));
          listener.note(
              "  audit: "
                  + (result.audit().problems().isEmpty()
                      ? "gold, items and ledger whole"
                      : String.join("; ", result.audit().problems())));
          listener.trialEnded(result.record(), progress.results.size(), 0);
        } catch (LoadFailure e) {
          progress.failures.add(order.get(i) + ", round " + round + ": " + e.reason());
        }
      }
      progress.rounds = round;
    }
  }

  private static List<CellRecord> cells(EconomyRequest request, Progress progress) {
    Map<String, Map<String, String>> factors = new LinkedHashMap<>();
    request.poolings().forEach(pooling -> factors.put(pooling, request.factors(pooling)));
    List<TrialRecord> trials = progress.results.stream().map(EconomyTrials.Result::record).toList();
    List<CellRecord> cells = new ArrayList<>();
    for (CellRecord cell : CellSummaries.of(factors, trials, null, CONFIDENCE)) {
      List<String> notes = new ArrayList<>(cell.notes());
      notes.add(
          cell.id()
              + ": operations/s under the heading of documents/s; each is a transaction of several"
              + " documents, paced, so its rate can't exceed the pacing's");
      cells.add(cell.withNotes(notes));
    }
    return OfferedRate.mark(cells);
  }

  /** Ratios operation / session, paired within rounds. */
  private static Map<String, Object> comparison(EconomyRequest request, Progress progress) {
    Map<String, Object> ratios = new LinkedHashMap<>();
    if (request.poolings().size() < 2) {
      return ratios;
    }
    compare("operationsPerSecond", m -> m.total().perSecond(), progress, ratios);
    compare("meanMillis", m -> m.total().meanMillis(), progress, ratios);
    compare("p50Micros", m -> percentile(m).p50(), progress, ratios);
    compare("p99Micros", m -> percentile(m).p99(), progress, ratios);
    return ratios;
  }

  private static Percentiles percentile(EconomyMeasurement m) {
    Percentiles all = m.total().responseMicros();
    return all == null ? new Percentiles(0, 0, 0, 0, 0, 0) : all;
  }

  private static void compare(
      String figure,
      ToDoubleFunction<EconomyMeasurement> value,
      Progress progress,
      Map<String, Object> ratios) {
    double[] operation = perRound(EconomyRequest.OPERATION, value, progress);
    double[] session = perRound(EconomyRequest.SESSION, value, progress);
    boolean any = false;
    for (int i = 0; i < operation.length; i++) {
      any |= operation[i] > 0 && session[i] > 0;
    }
    if (!any) {
      return;
    }
    RoundRatios.Ratio ratio = RoundRatios.ratio(operation, session, CONFIDENCE);
    ratios.put(figure, ratio.interval());
    progress.notes.add(
        "operation / session pooling, " + figure + ": " + words(ratio, ratio.interval()));
  }

  private static String words(RoundRatios.Ratio ratio, Interval interval) {
    if (!interval.isKnown()) {
      return String.format(
          Locale.ROOT,
          "%.3f in one round; give --rounds 3 or more for an interval",
          interval.mean());
    }
    String shown =
        ratio.verdict() == RoundRatios.Verdict.NO_DIFFERENCE_SHOWN ? ", no difference shown" : "";
    return String.format(
        Locale.ROOT,
        "%.3f [%.3f, %.3f] over %d rounds%s",
        interval.mean(),
        interval.low(),
        interval.high(),
        interval.n(),
        shown);
  }

  private static double[] perRound(
      String pooling, ToDoubleFunction<EconomyMeasurement> value, Progress progress) {
    double[] figures = new double[progress.rounds];
    java.util.Arrays.fill(figures, Double.NaN);
    for (EconomyTrials.Result result : progress.results) {
      double figure = value.applyAsDouble(result.measurement());
      if (result.record().cell().equals(pooling) && result.record().valid() && figure > 0) {
        figures[result.record().round() - 1] = figure;
      }
    }
    return figures;
  }

  private static RunRecord.Verdict verdict(Progress progress) {
    List<String> reasons = new ArrayList<>(progress.failures);
    for (EconomyTrials.Result result : progress.results) {
      result
          .record()
          .reasons()
          .forEach(
              reason ->
                  reasons.add(
                      result.record().cell()
                          + ", round "
                          + result.record().round()
                          + ": "
                          + reason));
    }
    return new RunRecord.Verdict(reasons.isEmpty(), reasons, progress.notes);
  }

  private static Map<String, Object> told(
      Progress progress, Map<String, Object> comparison, LinePunctuality punctuality) {
    List<Map<String, Object>> trials = new ArrayList<>();
    for (EconomyTrials.Result result : progress.results) {
      Map<String, Object> trial = new LinkedHashMap<>();
      trial.put("cell", result.record().cell());
      trial.put("round", result.record().round());
      trial.put("efficiency", result.measurement().efficiency());
      trial.put("measurement", result.measurement());
      trial.put("audit", result.audit());
      trials.add(trial);
    }
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("operationToSession", comparison);
    all.put("trials", trials);
    all.put("lines", punctuality);
    return all;
  }
}
