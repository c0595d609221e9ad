package dev.weir.runner;

import dev.weir.capture.Capture;
import dev.weir.dataset.Datasets;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadFailure;
import dev.weir.load.LoadJvm;
import dev.weir.load.LoadOrder;
import dev.weir.record.RunFolder;
import dev.weir.record.TrialRecord;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.DocumentKind;
import dev.weir.study.Plan;
import dev.weir.study.WarmPath;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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
  private final Trials measured;
  private final StopSignal stop;
  private final Duration patience;
  private Map<String, String> members;
  private int processes;

  /**
   * @param patience how long a lost server may take to come back
   */
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
      Surroundings surroundings,
      StopSignal stop,
      Duration patience) {
    this.plan = plan;
    this.server = server;
    this.datasets = datasets;
    this.database = database;
    this.folder = folder;
    this.capture = capture;
    this.listener = listener;
    this.clock = clock;
    this.nullServer = nullServer;
    this.measured = new Trials(plan, server, folder, capture, listener, clock, surroundings);
    this.stop = stop;
    this.patience = patience;
    this.members = server.memberStates();
  }

  /**
   * Measures every cell once that has no trial of this round yet; each trial is journalled before
   * the next one starts.
   */
  void run(int round, List<TrialRecord> trials)
      throws ServerException, IOException, InterruptedException {
    List<String> order = plan.order(round);
    Deque<String> remaining = new ArrayDeque<>(order);
    trials.stream().filter(t -> t.round() == round).forEach(t -> remaining.remove(t.cell()));
    while (!remaining.isEmpty()) {
      // A load process that breaks costs its trial; a new one takes over the rest of the round.
      try (LoadJvm jvm = LoadJvm.start(LoadMain.class, folder.file("load.log"))) {
        @Nullable String broken = prepare(jvm, round);
        do {
          String id = remaining.getFirst();
          int place = order.indexOf(id) + 1;
          TrialRecord trial =
              broken == null
                  ? measured.measure(jvm, id, round, place, ready(plan.cell(id).document()))
                  : measured.broken(id, round, place, broken);
          if (stop.told() || (!jvm.alive() && stop.toldBySoon())) {
            throw new InterruptedException("told to end");
          }
          folder.journal(trial);
          trials.add(trial);
          remaining.removeFirst();
          listener.trialEnded(
              trial, trials.size(), plan.cells().size() * plan.study().rounds().max());
        } while (!remaining.isEmpty() && jvm.alive() && broken == null);
      } finally {
        capture.unwatch(LoadMain.LABEL);
      }
    }
  }

  /**
   * Puts a collection into its first state, on a deployment whose members are all there. One that
   * was lost gets one chance to come back.
   */
  private Trials.Snapshot ready(DocumentKind kind) throws ServerException, InterruptedException {
    try {
      return look(kind);
    } catch (ServerException e) {
      if (stop.told()) {
        throw new InterruptedException("told to end");
      }
      listener.note("server lost: " + e.getMessage() + "; it gets " + patience.toSeconds() + " s");
    }
    server.recover(members, patience);
    watchServers(capture, server);
    members = server.memberStates();
    listener.note("the server is back");
    return look(kind);
  }

  private Trials.Snapshot look(DocumentKind kind) throws ServerException {
    Map<String, String> now = server.memberStates();
    if (!now.equals(members)) {
      throw new ServerException("its members are " + now + ", they were " + members);
    }
    datasets.reset(kind);
    return Trials.Snapshot.of(server);
  }

  /** Watches the server's processes on this host, whose ids change with every restart. */
  static void watchServers(Capture capture, ServerUnderTest server) {
    processes(server).forEach(capture::watch);
  }

  /** The server's processes on this host by the label they have in the timeline. */
  static Map<String, Long> processes(ServerUnderTest server) {
    Map<String, Long> processes = new LinkedHashMap<>();
    List<Long> pids = server.localPids();
    for (int i = 0; i < pids.size(); i++) {
      processes.put("mongod" + (pids.size() == 1 ? "" : i + 1), pids.get(i));
    }
    return processes;
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
      ready(kind);
    }
    try {
      jvm.send(
          new LoadOrder.Connect(
              server.connectionString(), database, plan.study().documents(), nextSeries()));
      jvm.await(LoadEvent.Ready.class, START, event -> {});
      capture.mark("warm-up round " + round, clock.instant());
      List<LoadOrder.Work> paths = new ArrayList<>();
      representatives.values().forEach(id -> paths.add(measured.work(id)));
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
        atMost.plus(Trials.Bounds.SLACK),
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
}
