package dev.weir.runner;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.analysis.CellSummaries;
import dev.weir.analysis.OfferedRate;
import dev.weir.capture.Capture;
import dev.weir.dataset.Datasets;
import dev.weir.load.LoadFailure;
import dev.weir.load.RateSearch;
import dev.weir.record.CellRecord;
import dev.weir.record.JmhJson;
import dev.weir.record.LinePunctuality;
import dev.weir.record.OpenMeasurement;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Offers updates at a fixed rate, or searches the highest rate that meets an objective, and writes
 * the record of a run: one cell for each rate.
 */
public final class OpenRunner {
  /** Weir's own database for {@code weir load}. */
  public static final String DATABASE = DatabaseGuard.PREFIX + "load";

  /** What the times and the rates of each trial were; {@link RunFolder#RUN} tells the verdict. */
  public static final String FILE = "load.json";

  private static final double CONFIDENCE = 0.95;

  private final Clock clock;
  private final RunListener listener;
  private final LoadListener seconds;

  public OpenRunner(Clock clock, RunListener listener, LoadListener seconds) {
    this.clock = clock;
    this.listener = listener;
    this.seconds = seconds;
  }

  /** The run as it fills up. */
  private static final class Progress {
    final Map<String, Map<String, String>> factors = new LinkedHashMap<>();
    final List<TrialRecord> trials = new ArrayList<>();
    final List<Map<String, Object>> told = new ArrayList<>();
    final List<String> notes = new ArrayList<>();
    final List<String> failures = new ArrayList<>();
    RateSearch.@Nullable Outcome outcome;

    int roundOf(String cell) {
      return 1 + (int) trials.stream().filter(t -> t.cell().equals(cell)).count();
    }
  }

  /**
   * Runs and writes the record.
   *
   * @param results where the run's folder is created
   * @throws ServerException if the server fails or the database is not ours
   * @throws IOException if the record can't be written
   */
  public StudyRunner.Outcome run(OpenRequest request, ServerUnderTest server, Path results)
      throws ServerException, IOException, InterruptedException {
    Instant startedAt = clock.instant();
    RunFolder folder = RunFolder.create(results, startedAt, "load");
    LoadRecords records = new LoadRecords(request.recorded(), request.seed(), server, startedAt);
    try (MongoClient client = MongoClients.create(server.connectionString())) {
      DatabaseGuard guard = DatabaseGuard.open(client, DATABASE);
      RunRecord begun = records.begun();
      folder.write(RunFolder.RUN, begun);
      listener.started(begun, folder.path());
      Progress progress = new Progress();
      Datasets datasets = new Datasets(client, guard, request.documents(), request.seed());
      Map<String, Object> captured;
      LinePunctuality punctuality;
      try (Capture capture = StudyRunner.capture(folder, server);
          SecondLog log = new SecondLog(folder, seconds, clock)) {
        measure(request, server, folder, datasets, capture, log, progress);
        captured = RunRecords.captured(capture.finish());
        punctuality = log.punctuality();
        progress.notes.add(punctuality.sentence());
      }
      guard.dropDatabase();
      RunRecord run =
          records.ended(clock.instant(), progress.trials.size(), captured, verdict(progress));
      List<CellRecord> cells = RunVerdicts.judge(folder, run, cells(progress));
      folder.write(FILE, told(progress, punctuality));
      folder.write(RunFolder.RUN, run);
      folder.write(RunFolder.CELLS, cells);
      folder.write(RunFolder.JMH, JmhJson.of(run, cells));
      listener.finished(run, cells, folder.path());
      return new StudyRunner.Outcome(run, cells, folder.path());
    }
  }

  private void measure(
      OpenRequest request,
      ServerUnderTest server,
      RunFolder folder,
      Datasets datasets,
      Capture capture,
      SecondLog log,
      Progress progress)
      throws ServerException, IOException, InterruptedException {
    listener.note("warming up");
    try (OpenTrials trials =
        new OpenTrials(request, server, datasets, folder, capture, log, clock)) {
      trials.prepare(DATABASE, folder);
      OpenRequest.Search search = request.search();
      if (search == null) {
        for (int i = 0; i < request.repeats(); i++) {
          trial(request, trials, folder, progress, request.rate(), request.seconds(), 0);
        }
      } else {
        search(request, search, trials, folder, progress);
      }
    } catch (LoadFailure e) {
      progress.failures.add(e.reason());
    }
  }

  private void search(
      OpenRequest request,
      OpenRequest.Search wanted,
      OpenTrials trials,
      RunFolder folder,
      Progress progress)
      throws LoadFailure, ServerException, IOException, InterruptedException {
    double least = Math.min(request.rate(), request.cell().batch() / 10.0);
    RateSearch search = new RateSearch(request.rate(), least, wanted.most(), wanted.precision());
    ProbeJudge judge = new ProbeJudge(wanted.slo());
    for (RateSearch.Step step = search.next(); step != null; step = search.next()) {
      int length =
          step.confirmation()
              ? wanted.checkpoints() * wanted.checkpointSeconds()
              : request.seconds();
      listener.note(
          String.format(
              Locale.ROOT,
              "%s %,.0f documents/s",
              step.confirmation() ? "confirming" : "probing",
              step.rate()));
      OpenTrials.Result result =
          trial(
              request,
              trials,
              folder,
              progress,
              step.rate(),
              length,
              step.confirmation() ? wanted.checkpointSeconds() : length);
      ProbeJudge.Judgement judgement = judge.judge(result);
      if (judgement.unusable()) {
        if (judge.unusableInARow() >= ProbeJudge.MOST_UNUSABLE) {
          progress.failures.add(
              "the generator, not the server, is the limit: " + judgement.reasons().get(0));
          break;
        }
        listener.note("  not usable, tried again: " + judgement.reasons().get(0));
        continue;
      }
      boolean met = judgement.reasons().isEmpty();
      listener.note("  " + (met ? "met" : "missed: " + String.join("; ", judgement.reasons())));
      progress.told.get(progress.told.size() - 1).put("met", met);
      progress.told.get(progress.told.size() - 1).put("missedBy", judgement.reasons());
      search.tell(met);
    }
    progress.outcome = search.outcome();
    outcome(wanted, search.outcome(), progress);
  }

  private static void outcome(
      OpenRequest.Search wanted, RateSearch.Outcome outcome, Progress progress) {
    Double sustained = outcome.sustained();
    if (sustained == null) {
      progress.failures.add("no sustainable rate found: " + outcome.reason());
      return;
    }
    progress.notes.add(
        String.format(
            Locale.ROOT,
            "sustained: %,.0f documents/s with %s over %d checkpoints of %d s; %s",
            sustained,
            wanted.slo(),
            wanted.checkpoints(),
            wanted.checkpointSeconds(),
            Double.isInfinite(outcome.missed())
                ? String.valueOf(outcome.reason())
                : String.format(
                    Locale.ROOT,
                    "the highest rate lies in [%,.0f, %,.0f)",
                    sustained,
                    outcome.missed())));
  }

  private OpenTrials.Result trial(
      OpenRequest request,
      OpenTrials trials,
      RunFolder folder,
      Progress progress,
      double rate,
      int length,
      int slice)
      throws LoadFailure, ServerException, IOException, InterruptedException {
    String cell = String.format(Locale.ROOT, "rate%.0f", rate);
    int round = progress.roundOf(cell);
    OpenTrials.Result result =
        trials.run(new OpenTrials.Wanted(cell, round, rate, length, slice == 0 ? length : slice));
    Map<String, String> factors = new LinkedHashMap<>(request.cell().factors());
    factors.put("rate", String.format(Locale.ROOT, "%.0f", rate));
    factors.put("arrivals", request.poisson() ? "poisson" : "constant");
    progress.factors.put(cell, factors);
    progress.trials.add(result.record());
    folder.journal(result.record());
    OpenMeasurement m = result.measurement();
    progress.told.add(OpenLines.told(cell, round, m, result.verdict()));
    OpenLines.lines(m, result.verdict()).forEach(line -> listener.note("  " + line));
    listener.trialEnded(result.record(), progress.trials.size(), 0);
    return result;
  }

  private static List<CellRecord> cells(Progress progress) {
    List<CellRecord> cells = new ArrayList<>();
    for (CellRecord cell : CellSummaries.of(progress.factors, progress.trials, null, CONFIDENCE)) {
      List<String> notes = new ArrayList<>(cell.notes());
      notes.add(
          cell.id()
              + ": offered at a fixed rate, which its documents/s can't exceed; times in the"
              + " table are service times, response times are in "
              + FILE);
      cells.add(cell.withNotes(notes));
    }
    return OfferedRate.mark(cells);
  }

  private static RunRecord.Verdict verdict(Progress progress) {
    List<String> reasons = new ArrayList<>(progress.failures);
    for (TrialRecord trial : progress.trials) {
      if (progress.outcome == null || progress.outcome.sustained() == null) {
        trial.reasons().forEach(reason -> reasons.add(trial.cell() + ": " + reason));
      } else if (!trial.valid()) {
        progress.notes.add(
            trial.cell() + ": a trial was not usable: " + String.join("; ", trial.reasons()));
      }
    }
    if (progress.trials.isEmpty() && reasons.isEmpty()) {
      reasons.add("nothing was measured");
    }
    return new RunRecord.Verdict(reasons.isEmpty(), reasons, progress.notes);
  }

  private static Map<String, Object> told(Progress progress, LinePunctuality punctuality) {
    Map<String, Object> all = new LinkedHashMap<>();
    RateSearch.Outcome outcome = progress.outcome;
    if (outcome != null) {
      Map<String, Object> found = new LinkedHashMap<>();
      found.put("sustained", outcome.sustained());
      found.put(
          "missed", Double.isInfinite(outcome.missed()) ? null : Double.valueOf(outcome.missed()));
      found.put("reason", outcome.reason());
      found.put(
          "method",
          "doubling until the objective is missed twice of three probes, geometric bisection, then"
              + " one trial over all checkpoints, each of which must meet the objective");
      all.put("findMax", found);
    }
    all.put("trials", progress.told);
    all.put("lines", punctuality);
    return all;
  }
}
