package dev.weir.runner;

import dev.weir.capture.Capture;
import dev.weir.dataset.Datasets;
import dev.weir.load.ClientSource;
import dev.weir.load.LoadClients;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadFailure;
import dev.weir.load.LoadOrder;
import dev.weir.record.RunFolder;
import dev.weir.record.TrialRecord;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.DocumentKind;
import dev.weir.study.Factor;
import dev.weir.study.Plan;
import dev.weir.study.WarmPath;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One round after the other: a fresh JVM, every path warmed, then one trial of every cell in random
 * order.
 */
final class Rounds {
  private static final Duration START = Duration.ofSeconds(60);

  /**
   * Warm-up of the real server runs at about this concurrency: enough to see several connections.
   */
  private static final int WARM_UP_IN_FLIGHT = 8;

  private final Plan plan;
  private final ServerUnderTest server;
  private final String loadUri;
  private final Datasets datasets;
  private final String database;
  private final RunFolder folder;
  private final Capture capture;
  private final RunListener listener;
  private final Clock clock;
  private final @Nullable ServerUnderTest nullServer;
  private final ClientSource source;
  private final Trials measured;
  private final EconomyCells economy;
  private final StopSignal stop;
  private final Duration patience;
  private Map<String, String> members;
  private int processes;

  /**
   * @param loadUri where the load reaches the server
   * @param patience how long a lost server may take to come back
   * @param source of the load processes
   */
  Rounds(
      Plan plan,
      ServerUnderTest server,
      String loadUri,
      Datasets datasets,
      String database,
      RunFolder folder,
      Capture capture,
      RunListener listener,
      Clock clock,
      @Nullable ServerUnderTest nullServer,
      Surroundings surroundings,
      StopSignal stop,
      Duration patience,
      ClientSource source) {
    this.plan = plan;
    this.server = server;
    this.loadUri = loadUri;
    this.datasets = datasets;
    this.database = database;
    this.folder = folder;
    this.capture = capture;
    this.listener = listener;
    this.clock = clock;
    this.nullServer = nullServer;
    this.measured = new Trials(plan, server, folder, capture, listener, clock, surroundings);
    this.economy = new EconomyCells(plan, server, datasets, folder, capture, listener, clock);
    this.stop = stop;
    this.patience = patience;
    this.source = source;
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
      boolean usable;
      // A load process that breaks costs its trial; a new one takes over the rest of the round.
      int clients = plan.study().mostClients();
      try (LoadClients load = source.start(folder.file("load.log"), clients)) {
        @Nullable String broken = prepare(load, round);
        do {
          String id = remaining.getFirst();
          int place = order.indexOf(id) + 1;
          TrialRecord trial =
              broken == null
                  ? measure(load, id, round, place)
                  : measured.broken(id, round, place, broken);
          if (stop.told() || (!load.alive() && stop.toldBySoon())) {
            throw new InterruptedException("told to end");
          }
          folder.journal(trial);
          trials.add(trial);
          remaining.removeFirst();
          listener.trialEnded(
              trial, trials.size(), plan.cells().size() * plan.study().rounds().max());
          boolean ended = EconomyCells.is(plan.cell(id)) || answered(trial);
          usable = broken == null && load.alive() && ended;
        } while (!remaining.isEmpty() && usable);
      } finally {
        for (int i = 0; i < clients; i++) {
          capture.unwatch(label(i));
        }
      }
    }
  }

  private TrialRecord measure(LoadClients load, String id, int round, int place)
      throws ServerException, IOException, InterruptedException {
    ready(plan.cell(id));
    if (EconomyCells.is(plan.cell(id))) {
      return economy.measure(load, id, round, place);
    }
    return measured.measure(load, id, round, place);
  }

  /** Calls that still hang would reach the server in the middle of another trial. */
  private static boolean answered(TrialRecord trial) {
    TrialRecord.Operations operations = trial.operations();
    long failed = operations.failed().values().stream().mapToLong(Long::longValue).sum();
    return operations.offered() == operations.acknowledged() + failed;
  }

  /**
   * Puts a collection into its first state, on a deployment whose members are all there. One that
   * was lost gets one chance to come back.
   */
  private void ready(Cell cell) throws ServerException, InterruptedException {
    try {
      look(cell);
      return;
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
    look(cell);
  }

  private void look(Cell cell) throws ServerException {
    Map<String, String> now = server.memberStates();
    if (!now.equals(members)) {
      throw new ServerException("its members are " + now + ", they were " + members);
    }
    if (EconomyCells.is(cell)) {
      economy.reset(cell);
    } else {
      datasets.reset(cell);
    }
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
  private @Nullable String prepare(LoadClients load, int round)
      throws ServerException, IOException, InterruptedException {
    for (int i = 0; i < load.size(); i++) {
      String label = label(i);
      load.pid(i).ifPresent(pid -> capture.watch(label, pid));
    }
    Map<WarmPath, String> representatives = new LinkedHashMap<>();
    Map<DocumentKind, Cell> kinds = new LinkedHashMap<>();
    plan.cells()
        .forEach(
            (id, cell) -> {
              if (!EconomyCells.is(cell)) {
                kinds.put(cell.document(), cell);
              }
              representatives.merge(WarmPath.of(cell), id, this::nearerToWarmUpConcurrency);
            });
    for (Cell cell : kinds.values()) {
      ready(cell);
    }
    try {
      load.connect(
          client ->
              new LoadOrder.Connect(
                  loadUri,
                  database,
                  plan.study().documents(),
                  load.pid(client).isPresent() ? nextSeries(client) : null),
          START);
      capture.mark("warm-up round " + round, clock.instant());
      List<LoadOrder.Work> paths = new ArrayList<>();
      // With every connection stuck nothing would warm up, and with pauses hardly anything.
      List<String> played =
          representatives.values().stream().filter(id -> EconomyCells.is(plan.cell(id))).toList();
      representatives.values().stream()
          .filter(id -> !played.contains(id))
          .forEach(
              id ->
                  paths.add(
                      Trials.work(id, plan.cell(id).with(Factor.STUCK, 0).with(Factor.THINK, 0))));
      Duration atMost = plan.study().warmUp().atMost();
      // The null server takes writes only.
      List<LoadOrder.Work> writes =
          paths.stream().filter(path -> plan.cell(path.id()).operation().writes()).toList();
      if (nullServer != null && !writes.isEmpty()) {
        warm(
            load,
            WarmUpOrders.onNullServer(
                nullServer.connectionString(), writes, atMost, plan.study().seed()));
      }
      for (String id : played) {
        ready(plan.cell(id));
        economy.warmUp(load, id, atMost.dividedBy(played.size()));
      }
      boolean compiled = nullServer != null && writes.size() == paths.size();
      LoadEvent.Warmed warmed =
          warm(load, WarmUpOrders.onServer(paths, compiled, atMost, plan.study().seed()));
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
  private LoadOrder.Connect.Series nextSeries(int client) {
    processes++;
    return new LoadOrder.Connect.Series(
        folder.file(RunFolder.CAPTURE).toAbsolutePath().toString(),
        LoadMain.LABEL + processes,
        label(client));
  }

  /** What a client is called in the timeline: load, load2, load3 … */
  private static String label(int client) {
    return client == 0 ? LoadMain.LABEL : LoadMain.LABEL + (client + 1);
  }

  private LoadEvent.Warmed warm(LoadClients load, LoadOrder.WarmUp order)
      throws LoadFailure, InterruptedException {
    return load.warmUp(
        order,
        Duration.ofMillis(order.atMostMillis()).plus(Trials.Bounds.SLACK),
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
