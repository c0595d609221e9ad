package dev.weir.runner.load;

import dev.weir.analysis.stats.CellSummaries;
import dev.weir.analysis.stats.PercentileIntervals;
import dev.weir.dataset.Datasets;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.process.LoadFailure;
import dev.weir.load.trial.OpenVerdict;
import dev.weir.record.CellRecord;
import dev.weir.record.LinePunctuality;
import dev.weir.record.OpenMeasurement;
import dev.weir.record.Percentiles;
import dev.weir.record.RequestedRate;
import dev.weir.record.RunRecord;
import dev.weir.record.TrialRecord;
import dev.weir.runner.CpuSpan;
import dev.weir.runner.Measurement;
import dev.weir.runner.Run;
import dev.weir.runner.RunClients;
import dev.weir.runner.ServerCheck;
import dev.weir.runner.TrialRecords;
import dev.weir.runner.Trials;
import dev.weir.runner.WarmUpOrders;
import dev.weir.server.NullServerProcess;
import dev.weir.server.ServerCounters;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.Factor;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Open-loop trials, one after the other, in one warm load process. */
final class OpenTrials implements AutoCloseable {
  private static final Duration WARM_UP = Duration.ofSeconds(30);
  private static final int WARM_UP_IN_FLIGHT = 8;
  private static final double CONFIDENCE = 0.95;

  private final OpenRequest request;
  private final Run run;
  private final Datasets datasets;
  private final SecondLog seconds;
  private final RunClients load;
  private final Map<String, Map<String, String>> factors = new LinkedHashMap<>();
  private final List<Map<String, Object>> shown = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();

  /**
   * One trial and what it showed.
   *
   * @param record with the verdict for a run at this rate
   * @param responses response times of each second of the measured span
   * @param slices the same of each slice
   * @param errorShares of each slice
   */
  record Result(
      TrialRecord record,
      OpenMeasurement measurement,
      OpenVerdict verdict,
      List<Histogram> responses,
      List<Histogram> slices,
      List<Double> errorShares) {}

  OpenTrials(OpenRequest request, Run run, LoadListener listener)
      throws IOException, InterruptedException {
    this.request = request;
    this.run = run;
    this.datasets = run.datasets(request.documents());
    this.load = run.start(1);
    try {
      this.seconds = new SecondLog(run.folder(), listener, run.clock());
    } catch (IOException | RuntimeException e) {
      load.close();
      throw e;
    }
  }

  /**
   * Connects, and warms the code on the null server and the connections on the real one.
   *
   * @throws LoadFailure if the load process can't
   */
  void prepare() throws LoadFailure, ServerException, IOException, InterruptedException {
    run.listener().note("warming up");
    datasets.reset(request.cell());
    load.connect(run.server().loadUri(), request.documents());
    run.mark("warm-up");
    Cell cell = request.cell();
    LoadOrder.Work work =
        Trials.warmUp(
            "warm-up",
            cell.with(Factor.IN_FLIGHT, Math.min(WARM_UP_IN_FLIGHT, cell.inFlight())),
            datasets);
    try (NullServerProcess nullServer =
        NullServerProcess.start(!run.server().facts().topology().equals("standalone"))) {
      load.warmUp(
          WarmUpOrders.onNullServer(
              nullServer.connectionString(), List.of(work), WARM_UP, request.seed()));
    }
    load.warmUp(WarmUpOrders.onServer(List.of(work), true, WARM_UP, request.seed()));
    run.unmark();
  }

  /**
   * Runs one trial and keeps what it showed.
   *
   * @param rate documents/s
   * @param length of the measured span in seconds
   * @param slice length of the slices that are judged one by one, in seconds
   * @throws LoadFailure if the load process broke; nothing more can be run in it
   */
  Result run(double rate, int length, int slice)
      throws LoadFailure, ServerException, IOException, InterruptedException {
    String cell = cell(rate);
    int round = 1 + (int) run.trials().stream().filter(t -> t.cell().equals(cell)).count();
    Result result = measure(cell, round, rate, length, slice);
    Map<String, String> all = new LinkedHashMap<>(request.cell().factors());
    new RequestedRate(rate, request.arrivals()).addTo(all);
    factors.put(cell, all);
    run.add(result.record());
    OpenMeasurement m = result.measurement();
    shown.add(OpenLines.recorded(cell, round, m, result.verdict()));
    OpenLines.lines(m, result.verdict()).forEach(line -> run.listener().note("  " + line));
    run.listener().trialEnded(result.record(), run.trials().size(), 0);
    return result;
  }

  /** The id of the cell of a rate; a search comes to rates below 100 that differ by less than 1. */
  static String cell(double rate) {
    BigDecimal figure = new BigDecimal(rate).round(new MathContext(rate < 1_000 ? 4 : 12));
    return "rate"
        + figure
            .setScale(rate < 1_000 ? 3 : 0, RoundingMode.HALF_UP)
            .stripTrailingZeros()
            .toPlainString();
  }

  private Result measure(String cell, int round, double rate, int length, int slice)
      throws LoadFailure, ServerException, IOException, InterruptedException {
    int place = run.trials().size() + 1;
    ServerUnderTest server = run.server();
    datasets.reset(request.cell());
    Instant startedAt = run.clock().instant();
    ServerCounters before = server.counters();
    run.mark("round " + round + " " + cell);
    Slices slices = new Slices(request.rampSeconds(), slice);
    CpuSpan cpu = new CpuSpan(server, run.hostWatch());
    LoadEvent.OpenDone done;
    try {
      load.first()
          .send(
              new LoadOrder.Open(
                  Trials.work(cell, request.cell()),
                  request.seed() * 31 + place,
                  rate,
                  request.cell().batch(),
                  request.poisson(),
                  request.queue(),
                  request.rampSeconds(),
                  length));
      done =
          load.first()
              .await(
                  LoadEvent.OpenDone.class,
                  Duration.ofSeconds(request.rampSeconds() + length).plus(RunClients.SLACK),
                  event -> {
                    cpu.hear(event);
                    if (event instanceof LoadEvent.Second second) {
                      seconds.add(second, round);
                      slices.add(second);
                    }
                  });
    } finally {
      run.unmark();
    }
    boolean counts = server.facts().source().counts();
    Long updates =
        counts
            ? ServerCheck.statements(List.of(request.cell()), server.counters().minus(before))
            : null;
    OpenMeasurement m = slices.withIntervals(done.measurement());
    seconds.reported(m.reporter());
    OpenVerdict verdict = OpenVerdict.of(m, updates, server.facts().source().isOurs());
    List<String> reasons = new ArrayList<>(verdict.broken());
    if (request.search() == null) {
      reasons.addAll(verdict.saturated());
      if (!request.tolerateErrors()) {
        reasons.addAll(verdict.failures());
      }
    }
    TrialRecord record =
        TrialRecords.measured(
                cell,
                round,
                place,
                startedAt,
                run.clock().instant(),
                m.trial(),
                updates,
                cpu.micros(),
                reasons)
            .withServiceTimes(PercentileIntervals.times(slices.service));
    return new Result(
        record, m, verdict, slices.responses(), slices.response(), slices.errorShares());
  }

  void note(String note) {
    notes.add(note);
  }

  /** Keeps why the run is not valid. */
  void fail(String reason) {
    failures.add(reason);
  }

  /** What {@code load.json} says of the latest trial, to be added to. */
  Map<String, Object> latest() {
    return shown.get(shown.size() - 1);
  }

  /**
   * All that was found.
   *
   * @param allCount whether every trial must be valid; else an invalid one is only noted
   * @param first what {@code load.json} begins with
   */
  Measurement.Findings findings(boolean allCount, Map<String, Object> first) {
    LinePunctuality punctuality = seconds.punctuality();
    notes.add(punctuality.sentence());
    List<String> reasons = new ArrayList<>(failures);
    for (TrialRecord trial : run.trials()) {
      if (allCount) {
        trial.reasons().forEach(reason -> reasons.add(trial.cell() + ": " + reason));
      } else if (!trial.valid()) {
        notes.add(trial.cell() + ": a trial was not usable: " + String.join("; ", trial.reasons()));
      }
    }
    if (run.trials().isEmpty() && reasons.isEmpty()) {
      reasons.add("nothing was measured");
    }
    Map<String, Object> file = new LinkedHashMap<>(first);
    file.put("trials", shown);
    file.put("lines", punctuality);
    return new Measurement.Findings(
        run.trials().size(),
        cells(),
        new RunRecord.Verdict(reasons.isEmpty(), reasons, notes),
        Map.of(OfferedLoad.FILE, file));
  }

  private List<CellRecord> cells() {
    List<CellRecord> cells = new ArrayList<>();
    for (CellRecord cell : CellSummaries.of(factors, run.trials(), null, CONFIDENCE)) {
      List<String> more = new ArrayList<>(cell.notes());
      more.add(
          cell.id()
              + ": offered at a fixed rate, which its documents/s can't exceed; times in the"
              + " table are service times, response times are in "
              + OfferedLoad.FILE);
      cells.add(cell.withNotes(more));
    }
    return cells;
  }

  @Override
  public void close() throws IOException {
    try (SecondLog log = seconds) {
      load.close();
    }
  }

  /** Response times and errors of each slice of a trial's seconds. */
  private static final class Slices {
    private final int ramp;
    private final int seconds;
    private final List<String> service = new ArrayList<>();
    private final List<List<String>> histograms = new ArrayList<>();
    private final List<Long> errors = new ArrayList<>();
    private final List<Double> documents = new ArrayList<>();

    Slices(int ramp, int seconds) {
      this.ramp = ramp;
      this.seconds = seconds;
    }

    void add(LoadEvent.Second second) {
      String response = second.histograms().get("-response");
      if (response == null) {
        return;
      }
      service.add(second.histograms().getOrDefault("", ""));
      // What came after the last second belongs to the last slice.
      int slice =
          second.number() == 0
              ? Math.max(0, histograms.size() - 1)
              : (int) ((second.number() - ramp - 1) / seconds);
      while (histograms.size() <= slice) {
        histograms.add(new ArrayList<>());
        errors.add(0L);
        documents.add(0.0);
      }
      histograms.get(slice).add(response);
      if (!second.lines().isEmpty()) {
        errors.set(slice, second.lines().get(0).errors());
        documents.set(slice, documents.get(slice) + second.lines().get(0).now());
      }
    }

    /** Each second by itself. */
    List<Histogram> responses() {
      return histograms.stream()
          .flatMap(List::stream)
          .map(second -> Percentiles.merge(List.of(second)))
          .toList();
    }

    /** A load process knows no intervals: they are made from its seconds. */
    OpenMeasurement withIntervals(OpenMeasurement m) {
      return m.withResponse(
          PercentileIntervals.times(histograms.stream().flatMap(List::stream).toList()));
    }

    List<Histogram> response() {
      return histograms.stream().map(Percentiles::merge).toList();
    }

    List<Double> errorShares() {
      List<Double> shares = new ArrayList<>();
      long earlier = 0;
      for (int i = 0; i < errors.size(); i++) {
        double failed = errors.get(i) - earlier;
        double all = failed + documents.get(i);
        shares.add(all <= 0 ? 0 : failed / all);
        earlier = errors.get(i);
      }
      return shares;
    }
  }
}
