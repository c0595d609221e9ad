package dev.weir.runner.load;

import dev.weir.analysis.stats.CellSummaries;
import dev.weir.analysis.stats.RoundRatios;
import dev.weir.dataset.economy.EconomyAudit;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.process.LoadFailure;
import dev.weir.record.CellRecord;
import dev.weir.record.EconomyMeasurement;
import dev.weir.record.Interval;
import dev.weir.record.LinePunctuality;
import dev.weir.record.Percentiles;
import dev.weir.record.RunRecord;
import dev.weir.record.TrialRecord;
import dev.weir.runner.EconomyTrials;
import dev.weir.runner.Measurement;
import dev.weir.runner.Run;
import dev.weir.runner.RunClients;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/**
 * The game economy under one way of pooling, or both by turns on fresh JVMs: one cell for each way.
 */
public final class EconomyLoad implements Measurement {
  private static final double CONFIDENCE = 0.95;

  private final EconomyRequest request;
  private final LoadListener seconds;

  /**
   * @param seconds sees each second as it comes
   */
  public EconomyLoad(EconomyRequest request, LoadListener seconds) {
    this.request = request;
    this.seconds = seconds;
  }

  @Override
  public Description description() {
    return Description.of("load", OfferedLoad.DATABASE, request.recorded(), request.seed());
  }

  @Override
  public void require(ServerUnderTest server) throws ServerException {
    EconomyTrials.requireTransactions(server);
  }

  @Override
  public Findings measure(Run run) throws ServerException, IOException, InterruptedException {
    List<EconomyTrials.Result> results = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    LinePunctuality punctuality;
    try (SecondLog log = new SecondLog(run.folder(), seconds, run.clock())) {
      EconomyTrials trials = new EconomyTrials(run, false);
      Random random = new Random(request.seed());
      for (int round = 1; round <= request.rounds(); round++) {
        run.listener().roundStarted(round, request.rounds());
        List<String> order = new ArrayList<>(request.poolings());
        Collections.shuffle(order, random);
        for (int i = 0; i < order.size(); i++) {
          results.add(play(order.get(i), round, i + 1, run, trials, log));
        }
      }
      punctuality = log.punctuality();
      notes.add(punctuality.sentence());
    }
    Map<String, Object> ratios = ratios(results, notes);
    return new Findings(
        request.rounds(),
        cells(run.trials()),
        verdict(run.trials(), notes),
        Map.of(OfferedLoad.FILE, recorded(results, ratios, punctuality)));
  }

  private EconomyTrials.Result play(
      String pooling, int round, int place, Run run, EconomyTrials trials, SecondLog log)
      throws ServerException, IOException, InterruptedException {
    run.listener().note(pooling + " pooling");
    trials.reset(request.size());
    EconomyTrials.Result result;
    Instant startedAt = run.clock().instant();
    try (RunClients load = run.start(1)) {
      load.connect(run.server().connectionString(), request.size().players());
      result =
          trials.play(
              load,
              order(pooling, run.trials().size() + 1),
              round,
              place,
              event -> {
                if (event instanceof LoadEvent.Second second) {
                  log.add(second, round);
                }
              });
    } catch (LoadFailure e) {
      result = trials.broken(pooling, round, place, startedAt, e.reason());
    }
    run.add(result.record());
    EconomyMeasurement m = result.measurement();
    EconomyAudit.Finding audit = result.audit();
    if (m != null && audit != null) {
      log.reported(m.reporter());
      EconomyLines.of(m).forEach(line -> run.listener().note("  " + line));
      run.listener()
          .note(
              "  audit: "
                  + (audit.problems().isEmpty()
                      ? "gold, items and ledger whole"
                      : String.join("; ", audit.problems())));
    }
    run.listener().trialEnded(result.record(), run.trials().size(), 0);
    return result;
  }

  private LoadOrder.Economy order(String pooling, int trial) {
    return new LoadOrder.Economy(
        pooling,
        request.size(),
        request.workers(),
        request.poolOf(pooling),
        request.rate(),
        request.injectErrors(),
        request.tolerateErrors(),
        request.seed() * 31 + trial,
        request.rampSeconds(),
        request.seconds());
  }

  private List<CellRecord> cells(List<TrialRecord> trials) {
    Map<String, Map<String, String>> factors = new LinkedHashMap<>();
    request.poolings().forEach(pooling -> factors.put(pooling, request.factors(pooling)));
    List<CellRecord> cells = new ArrayList<>();
    for (CellRecord cell : CellSummaries.of(factors, trials, null, CONFIDENCE)) {
      List<String> notes = new ArrayList<>(cell.notes());
      notes.add(
          cell.id()
              + ": operations/s under the heading of documents/s; each is a transaction of several"
              + " documents, paced, so its rate can't exceed the pacing's");
      cells.add(cell.withNotes(notes));
    }
    return cells;
  }

  /** Ratios operation / session, paired within rounds. */
  private Map<String, Object> ratios(List<EconomyTrials.Result> results, List<String> notes) {
    Map<String, Object> ratios = new LinkedHashMap<>();
    if (request.poolings().size() < 2) {
      return ratios;
    }
    compare("operationsPerSecond", m -> m.total().perSecond(), results, ratios, notes);
    compare("meanMillis", m -> m.total().meanMillis(), results, ratios, notes);
    compare("p50Micros", m -> percentile(m).p50(), results, ratios, notes);
    compare("p99Micros", m -> percentile(m).p99(), results, ratios, notes);
    return ratios;
  }

  private static Percentiles percentile(EconomyMeasurement m) {
    Percentiles all = m.total().responseMicros();
    return all == null ? new Percentiles(0, 0, 0, 0, 0, 0) : all;
  }

  private void compare(
      String figure,
      ToDoubleFunction<EconomyMeasurement> value,
      List<EconomyTrials.Result> results,
      Map<String, Object> ratios,
      List<String> notes) {
    double[] operation = perRound(EconomyRequest.OPERATION, value, results);
    double[] session = perRound(EconomyRequest.SESSION, value, results);
    boolean any = false;
    for (int i = 0; i < operation.length; i++) {
      any |= operation[i] > 0 && session[i] > 0;
    }
    if (!any) {
      return;
    }
    RoundRatios.Ratio ratio = RoundRatios.ratio(operation, session, CONFIDENCE);
    ratios.put(figure, ratio.interval());
    notes.add("operation / session pooling, " + figure + ": " + words(ratio, ratio.interval()));
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

  private double[] perRound(
      String pooling,
      ToDoubleFunction<EconomyMeasurement> value,
      List<EconomyTrials.Result> results) {
    double[] figures = new double[request.rounds()];
    Arrays.fill(figures, Double.NaN);
    for (EconomyTrials.Result result : results) {
      EconomyMeasurement m = result.measurement();
      if (m != null && result.record().valid() && result.record().cell().equals(pooling)) {
        double figure = value.applyAsDouble(m);
        figures[result.record().round() - 1] = figure > 0 ? figure : Double.NaN;
      }
    }
    return figures;
  }

  private static RunRecord.Verdict verdict(List<TrialRecord> trials, List<String> notes) {
    List<String> reasons = new ArrayList<>();
    for (TrialRecord trial : trials) {
      trial
          .reasons()
          .forEach(
              reason -> reasons.add(trial.cell() + ", round " + trial.round() + ": " + reason));
    }
    return new RunRecord.Verdict(reasons.isEmpty(), reasons, notes);
  }

  private static Map<String, Object> recorded(
      List<EconomyTrials.Result> results, Map<String, Object> ratios, LinePunctuality punctuality) {
    List<Map<String, Object>> trials = new ArrayList<>();
    for (EconomyTrials.Result result : results) {
      EconomyMeasurement m = result.measurement();
      if (m != null) {
        Map<String, Object> trial = new LinkedHashMap<>();
        trial.put("cell", result.record().cell());
        trial.put("round", result.record().round());
        trial.put("efficiency", m.efficiency());
        trial.put("measurement", m);
        trial.put("audit", result.audit());
        trials.add(trial);
      }
    }
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("operationToSession", ratios);
    all.put("trials", trials);
    all.put("lines", punctuality);
    return all;
  }
}
