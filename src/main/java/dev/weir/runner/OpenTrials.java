package dev.weir.runner;

import dev.weir.capture.Capture;
import dev.weir.dataset.Datasets;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadFailure;
import dev.weir.load.LoadJvm;
import dev.weir.load.LoadOrder;
import dev.weir.load.OpenVerdict;
import dev.weir.record.OpenMeasurement;
import dev.weir.record.Percentiles;
import dev.weir.record.RunFolder;
import dev.weir.record.TrialRecord;
import dev.weir.server.NullServerProcess;
import dev.weir.server.ServerCounters;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.Factor;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Open-loop trials, one after the other, in one warm load process. */
final class OpenTrials implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration WARM_UP = Duration.ofSeconds(30);

  /** Beyond a trial's own time: opening connections, and draining calls that hang. */
  private static final Duration SLACK = Duration.ofSeconds(150);

  private static final int SLICES_TO_COMPILE = 4;
  private static final int SLICES_TO_CONNECT = 2;
  private static final int WARM_UP_IN_FLIGHT = 8;

  private final OpenRequest request;
  private final ServerUnderTest server;
  private final Datasets datasets;
  private final Capture capture;
  private final SecondLog seconds;
  private final Clock clock;
  private final LoadJvm jvm;
  private int trials;

  /**
   * One trial and what it showed.
   *
   * @param record with the verdict for a run at this rate
   * @param slices response times of each slice of the measured span
   * @param errorShares of each slice
   */
  record Result(
      TrialRecord record,
      OpenMeasurement measurement,
      OpenVerdict verdict,
      List<Histogram> slices,
      List<Double> errorShares) {}

  /** What a trial is to do. */
  record Wanted(String cell, int round, double rate, int seconds, int sliceSeconds) {}

  OpenTrials(
      OpenRequest request,
      ServerUnderTest server,
      Datasets datasets,
      RunFolder folder,
      Capture capture,
      SecondLog seconds,
      Clock clock)
      throws IOException {
    this.request = request;
    this.server = server;
    this.datasets = datasets;
    this.capture = capture;
    this.seconds = seconds;
    this.clock = clock;
    this.jvm = LoadJvm.start(LoadMain.class, folder.file("load.log"));
    capture.watch(LoadMain.LABEL, jvm.pid());
  }

  /**
   * Connects, and warms the code on the null server and the connections on the real one.
   *
   * @throws LoadFailure if the load process can't
   */
  void prepare(String database, RunFolder folder)
      throws LoadFailure, ServerException, IOException, InterruptedException {
    datasets.reset(request.cell());
    jvm.send(
        new LoadOrder.Connect(
            server.connectionString(),
            database,
            request.documents(),
            new LoadOrder.Connect.Series(
                folder.file(RunFolder.CAPTURE).toAbsolutePath().toString(),
                LoadMain.LABEL + "1",
                LoadMain.LABEL)));
    jvm.await(LoadEvent.Ready.class, START, event -> {});
    capture.mark("warm-up", clock.instant());
    Cell cell = request.cell();
    LoadOrder.Work work =
        work("warm-up", cell.with(Factor.IN_FLIGHT, Math.min(WARM_UP_IN_FLIGHT, cell.inFlight())));
    try (NullServerProcess nullServer =
        NullServerProcess.start(!server.facts().topology().equals("standalone"))) {
      warm(nullServer.connectionString(), work, SLICES_TO_COMPILE);
    }
    warm(null, work, SLICES_TO_CONNECT);
    capture.mark("", clock.instant());
  }

  private void warm(@Nullable String uri, LoadOrder.Work work, int slices)
      throws LoadFailure, InterruptedException {
    jvm.send(new LoadOrder.WarmUp(uri, List.of(work), slices, WARM_UP.toMillis(), request.seed()));
    jvm.await(LoadEvent.Warmed.class, WARM_UP.plus(SLACK), event -> {});
  }

  private static LoadOrder.Work work(String id, Cell cell) {
    return new LoadOrder.Work(id, cell.factors(), Datasets.collection(cell.document()));
  }

  /**
   * Runs one trial.
   *
   * @throws LoadFailure if the load process broke; nothing more can be run in it
   */
  Result run(Wanted wanted) throws LoadFailure, ServerException, IOException, InterruptedException {
    trials++;
    datasets.reset(request.cell());
    Instant startedAt = clock.instant();
    ServerCounters before = server.counters();
    capture.mark("round " + wanted.round() + " " + wanted.cell(), startedAt);
    Slices slices = new Slices(request.rampSeconds(), wanted.sliceSeconds());
    CpuSpan cpu = new CpuSpan(server);
    jvm.send(
        new LoadOrder.Open(
            work(wanted.cell(), request.cell()),
            request.seed() * 31 + trials,
            wanted.rate(),
            request.cell().batch(),
            request.poisson(),
            request.queue(),
            request.rampSeconds(),
            wanted.seconds()));
    LoadEvent.OpenDone done;
    try {
      done =
          jvm.await(
              LoadEvent.OpenDone.class,
              Duration.ofSeconds(request.rampSeconds() + wanted.seconds()).plus(SLACK),
              event -> {
                cpu.hear(event);
                if (event instanceof LoadEvent.Second second) {
                  seconds.add(second, wanted.round());
                  slices.add(second);
                }
              });
    } finally {
      capture.mark("", clock.instant());
    }
    boolean counts = server.facts().source().counts();
    Long updates = counts ? server.counters().minus(before).update() : null;
    OpenMeasurement m = done.measurement();
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
            wanted.cell(),
            wanted.round(),
            trials,
            startedAt,
            clock.instant(),
            m.trial(),
            updates,
            cpu.micros(),
            reasons);
    return new Result(record, m, verdict, slices.response(), slices.errorShares());
  }

  @Override
  public void close() {
    capture.unwatch(LoadMain.LABEL);
    jvm.close();
  }

  /** Response times and errors of each slice of a trial's seconds. */
  private static final class Slices {
    private final int ramp;
    private final int seconds;
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
