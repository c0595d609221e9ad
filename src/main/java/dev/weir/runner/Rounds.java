package dev.weir.runner;

import dev.weir.capture.Capture;
import dev.weir.dataset.Datasets;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadFailure;
import dev.weir.load.LoadJvm;
import dev.weir.load.LoadOrder;
import dev.weir.load.TrialValidity;
import dev.weir.record.LatencyLog;
import dev.weir.record.RunFolder;
import dev.weir.record.TrialMeasurement;
import dev.weir.record.TrialRecord;
import dev.weir.server.ServerCounters;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.DocumentKind;
import dev.weir.study.Plan;
import dev.weir.study.WarmPath;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One round after the other: a fresh JVM, every path warmed, then one trial of every cell in random
 * order.
 */
final class Rounds {
  private static final Duration START = Duration.ofSeconds(60);

  /**
   * Beyond a trial's own times: opening connections, and draining calls that hang until the driver
   * gives up.
   */
  private static final Duration SLACK = Duration.ofSeconds(150);

  /**
   * Warm-up runs at about this concurrency: enough to fill two cores and to see several
   * connections.
   */
  private static final int WARM_UP_IN_FLIGHT = 8;

  /**
   * Slices of one second that each path gets: many calls on the null server, then a look at the
   * real one.
   */
  private static final int SLICES_TO_COMPILE = 3;

  private static final int SLICES_TO_CONNECT = 2;

  private final Plan plan;
  private final ServerUnderTest server;
  private final Datasets datasets;
  private final String database;
  private final RunFolder folder;
  private final Capture capture;
  private final RunListener listener;
  private final Clock clock;
  private final @Nullable ServerUnderTest nullServer;
  private final Surroundings surroundings;
  private int measuredSoFar;
  private int processes;

  Rounds(
      Plan plan,
      ServerUnderTest server,
      Datasets datasets,
      String database,
      RunFolder folder,
      Capture capture,
      RunListener listener,
      Clock clock,
      @Nullable ServerUnderTest nullServer,
      Surroundings surroundings) {
    this.plan = plan;
    this.server = server;
    this.datasets = datasets;
    this.database = database;
    this.folder = folder;
    this.capture = capture;
    this.listener = listener;
    this.clock = clock;
    this.nullServer = nullServer;
    this.surroundings = surroundings;
  }

  /** Measures every cell once; each trial is journalled before the next one starts. */
  void run(int round, List<TrialRecord> trials)
      throws ServerException, IOException, InterruptedException {
    List<String> order = plan.order(round);
    int next = 0;
    while (next < order.size()) {
      // A load process that breaks costs its trial; a new one takes over the rest of the round.
      try (LoadJvm jvm = LoadJvm.start(LoadMain.class, folder.file("load.log"))) {
        @Nullable String broken = prepare(jvm, round);
        do {
          TrialRecord trial = trial(jvm, order.get(next), round, next + 1, broken);
          folder.journal(trial);
          trials.add(trial);
          next++;
          measuredSoFar++;
          listener.trialEnded(
              trial, measuredSoFar, plan.cells().size() * plan.study().rounds().max());
        } while (next < order.size() && jvm.alive() && broken == null);
      } finally {
        capture.unwatch(LoadMain.LABEL);
      }
    }
  }

  /** Connects and warms up; null if all went well, else the reason that spoils what follows. */
  private @Nullable String prepare(LoadJvm jvm, int round)
      throws ServerException, IOException, InterruptedException {
    capture.watch(LoadMain.LABEL, jvm.pid());
    Map<WarmPath, String> representatives = new LinkedHashMap<>();
    Set<DocumentKind> kinds = new LinkedHashSet<>();
    plan.cells()
        .forEach(
            (id, cell) -> {
              kinds.add(cell.document());
              representatives.merge(WarmPath.of(cell), id, this::nearerToWarmUpConcurrency);
            });
    for (DocumentKind kind : kinds) {
      datasets.reset(kind);
    }
    try {
      jvm.send(
          new LoadOrder.Connect(
              server.connectionString(), database, plan.study().documents(), nextSeries()));
      jvm.await(LoadEvent.Ready.class, START, event -> {});
      capture.mark("warm-up round " + round, clock.instant());
      List<LoadOrder.Work> paths = new ArrayList<>();
      representatives.values().forEach(id -> paths.add(work(id)));
      Duration atMost = plan.study().warmUp().atMost();
      if (nullServer != null) {
        warm(jvm, nullServer.connectionString(), paths, SLICES_TO_COMPILE, atMost);
      }
      LoadEvent.Warmed warmed =
          warm(
              jvm, null, paths, nullServer == null ? SLICES_TO_COMPILE : SLICES_TO_CONNECT, atMost);
      capture.mark("", clock.instant());
      warmed.paths().stream()
          .filter(path -> !path.steady())
          .forEach(
              path ->
                  listener.note(
                      "round "
                          + round
                          + ": path of "
                          + path.id()
                          + " still warming after "
                          + warmed.millis() / 1000
                          + " s"));
      return null;
    } catch (LoadFailure e) {
      return e.reason();
    }
  }

  /** A load process may be replaced within a round, so rounds don't number them. */
  private LoadOrder.Connect.Series nextSeries() {
    processes++;
    return new LoadOrder.Connect.Series(
        folder.file(RunFolder.CAPTURE).toAbsolutePath().toString(), LoadMain.LABEL + processes);
  }

  private LoadEvent.Warmed warm(
      LoadJvm jvm,
      @Nullable String uri,
      List<LoadOrder.Work> paths,
      int fewestSlices,
      Duration atMost)
      throws LoadFailure, InterruptedException {
    jvm.send(
        new LoadOrder.WarmUp(uri, paths, fewestSlices, atMost.toMillis(), plan.study().seed()));
    return jvm.await(
        LoadEvent.Warmed.class,
        atMost.plus(SLACK),
        event -> {
          if (event instanceof LoadEvent.Rate rate) {
            listener.rate("warm-up", rate.documentsPerSecond());
          }
        });
  }

  private String nearerToWarmUpConcurrency(String a, String b) {
    int toA = Math.abs(plan.cell(a).inFlight() - WARM_UP_IN_FLIGHT);
    int toB = Math.abs(plan.cell(b).inFlight() - WARM_UP_IN_FLIGHT);
    return toB < toA ? b : a;
  }

  private LoadOrder.Work work(String id) {
    Cell cell = plan.cell(id);
    return new LoadOrder.Work(id, cell.factors(), Datasets.collection(cell.document()));
  }

  private TrialRecord trial(LoadJvm jvm, String id, int round, int order, @Nullable String broken)
      throws ServerException, IOException, InterruptedException {
    Instant startedAt = clock.instant();
    if (broken != null) {
      return TrialRecords.broken(id, round, order, startedAt, clock.instant(), broken);
    }
    datasets.reset(plan.cell(id).document());
    Surroundings.Restore restore;
    try {
      restore = surroundings.apply(id, jvm.pid());
    } catch (IOException e) {
      return TrialRecords.broken(
          id, round, order, startedAt, clock.instant(), String.valueOf(e.getMessage()));
    }
    ServerCounters before = server.counters();
    startedAt = clock.instant();
    capture.mark("round " + round + " " + id, startedAt);
    MeasuredSpan span = new MeasuredSpan();
    try {
      jvm.send(order(id, round, order));
      LoadEvent.Done done =
          jvm.await(LoadEvent.Done.class, longestTrial(), event -> span.hear(event, id));
      ServerCounters after = server.counters();
      Long updates = server.facts().source().equals("in-jvm") ? null : after.minus(before).update();
      TrialMeasurement measurement = done.measurement();
      List<String> reasons =
          TrialValidity.reasons(measurement, updates, !server.facts().source().equals("uri"));
      LatencyLog.append(folder, id, round, measurement.latency());
      return TrialRecords.measured(
          id,
          round,
          order,
          startedAt,
          clock.instant(),
          measurement,
          updates,
          span.serverCpuMicros(),
          reasons);
    } catch (LoadFailure e) {
      return TrialRecords.broken(id, round, order, startedAt, clock.instant(), e.reason());
    } finally {
      capture.mark("", clock.instant());
      restore.restore();
    }
  }

  private LoadOrder.Trial order(String id, int round, int order) {
    return new LoadOrder.Trial(
        work(id),
        plan.study().seed() * 31 + round * 1_009L + order,
        plan.study().trial().measure().toMillis(),
        plan.study().trial().window().toMillis(),
        plan.study().trial().settleAtMost().toMillis());
  }

  private Duration longestTrial() {
    // Windows widen to 5 s where calls are slow, and a trial has at least four of them.
    return plan.study()
        .trial()
        .settleAtMost()
        .plus(plan.study().trial().measure())
        .plusSeconds(20)
        .plus(SLACK);
  }

  /** The server's CPU clock at both ends of the measured span. */
  private final class MeasuredSpan {
    private @Nullable Long from;
    private @Nullable Long to;

    void hear(LoadEvent event, String id) {
      if (event instanceof LoadEvent.Rate rate) {
        listener.rate(id, rate.documentsPerSecond());
      } else if (event instanceof LoadEvent.Measuring) {
        from = cpu();
      } else if (event instanceof LoadEvent.Measured) {
        to = cpu();
      }
    }

    private @Nullable Long cpu() {
      try {
        return server.counters().cpuMicros();
      } catch (ServerException e) {
        return null; // the trial itself will tell that the server is gone
      }
    }

    @Nullable Long serverCpuMicros() {
      return from == null || to == null ? null : Long.valueOf(to - from);
    }
  }
}
