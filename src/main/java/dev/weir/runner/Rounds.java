package dev.weir.runner;

import dev.weir.dataset.Datasets;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.process.LoadFailure;
import dev.weir.record.Totals;
import dev.weir.record.TrialRecord;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.DocumentKind;
import dev.weir.study.Factor;
import dev.weir.study.Plan;
import dev.weir.study.WarmPath;
import java.io.IOException;
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
public final class Rounds {
  /**
   * Warm-up of the real server runs at about this concurrency: enough to see several connections.
   */
  private static final int WARM_UP_IN_FLIGHT = 8;

  private final Plan plan;
  private final Run run;
  private final String loadUri;
  private final Datasets datasets;
  private final @Nullable ServerUnderTest nullServer;
  private final Trials measured;
  private final EconomyCells economy;
  private Map<String, String> members;

  /**
   * @param loadUri where the load reaches the server
   * @param nullServer where JVMs are warmed, null if they can't be warmed there
   */
  public Rounds(
      Plan plan,
      Run run,
      String loadUri,
      @Nullable ServerUnderTest nullServer,
      Intervention conditions) {
    this.plan = plan;
    this.run = run;
    this.loadUri = loadUri;
    this.datasets = run.datasets(plan.study().documents());
    this.nullServer = nullServer;
    this.measured = new Trials(plan, run, conditions);
    this.economy = new EconomyCells(plan, run);
    this.members = run.server().memberStates();
  }

  /**
   * Measures every cell once that has no trial of this round yet; each trial is journalled before
   * the next one starts.
   */
  void run(int round) throws ServerException, IOException, InterruptedException {
    List<String> order = plan.order(round);
    Deque<String> remaining = new ArrayDeque<>(order);
    run.trials().stream().filter(t -> t.round() == round).forEach(t -> remaining.remove(t.cell()));
    while (!remaining.isEmpty()) {
      boolean usable;
      // A load process that breaks costs its trial; a new one takes over the rest of the round.
      try (RunClients load = run.start(plan.study().mostClients())) {
        @Nullable String broken = prepare(load, round);
        do {
          String id = remaining.getFirst();
          int place = order.indexOf(id) + 1;
          TrialRecord trial =
              broken == null
                  ? measure(load, id, round, place)
                  : measured.broken(id, round, place, broken);
          if (!load.all().alive() && run.stoppingSoon()) {
            throw new InterruptedException("told to end");
          }
          run.add(trial);
          remaining.removeFirst();
          run.listener()
              .trialEnded(
                  trial, run.trials().size(), plan.cells().size() * plan.study().rounds().max());
          boolean ended = EconomyCells.is(plan.cell(id)) || answered(trial);
          usable = broken == null && load.all().alive() && ended;
        } while (!remaining.isEmpty() && usable);
      }
    }
  }

  private TrialRecord measure(RunClients load, String id, int round, int place)
      throws ServerException, IOException, InterruptedException {
    ready(plan.cell(id));
    if (EconomyCells.is(plan.cell(id))) {
      return economy.measure(load, id, round, place);
    }
    return measured.measure(load.all(), id, round, place);
  }

  /** Calls that still hang would reach the server in the middle of another trial. */
  private static boolean answered(TrialRecord trial) {
    Totals operations = trial.counts();
    long failed = operations.failed().values().stream().mapToLong(Long::longValue).sum();
    return operations.offered() == operations.acknowledged() + failed;
  }

  /**
   * Puts a collection into its first state, on a deployment whose members are all there. One that
   * was lost gets one chance to come back.
   */
  public void ready(Cell cell) throws ServerException, InterruptedException {
    try {
      look(cell);
      return;
    } catch (ServerException e) {
      if (run.stopping()) {
        throw new InterruptedException("told to end");
      }
      run.listener()
          .note(
              "server lost: " + e.getMessage() + "; it gets " + run.patience().toSeconds() + " s");
    }
    run.server().recover(members, run.patience());
    run.watchServer();
    members = run.server().memberStates();
    run.listener().note("the server is back");
    look(cell);
  }

  private void look(Cell cell) throws ServerException {
    Map<String, String> now = run.server().memberStates();
    if (!now.equals(members)) {
      throw new ServerException("its members are " + now + ", they were " + members);
    }
    if (EconomyCells.is(cell)) {
      economy.reset(cell);
    } else {
      datasets.reset(cell);
    }
  }

  /** Connects and warms up; null if all went well, else the reason that spoils what follows. */
  public @Nullable String prepare(RunClients load, int round)
      throws ServerException, IOException, InterruptedException {
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
      load.connect(loadUri, plan.study().documents());
      run.mark("warm-up round " + round);
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
        load.warmUp(
            WarmUpOrders.onNullServer(
                nullServer.connectionString(), writes, atMost, plan.study().seed()));
      }
      for (String id : played) {
        ready(plan.cell(id));
        economy.warmUp(load, id, atMost.dividedBy(played.size()));
      }
      boolean compiled = nullServer != null && writes.size() == paths.size();
      LoadEvent.Warmed warmed =
          load.warmUp(WarmUpOrders.onServer(paths, compiled, atMost, plan.study().seed()));
      run.unmark();
      warmed.paths().stream()
          .filter(path -> !path.steady())
          .forEach(
              path ->
                  run.listener()
                      .note(
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

  private String nearerToWarmUpConcurrency(String a, String b) {
    int toA = Math.abs(plan.cell(a).inFlight() - WARM_UP_IN_FLIGHT);
    int toB = Math.abs(plan.cell(b).inFlight() - WARM_UP_IN_FLIGHT);
    return toB < toA ? b : a;
  }
}
