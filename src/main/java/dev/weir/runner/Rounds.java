package dev.weir.runner;

import dev.weir.dataset.Datasets;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.process.LoadFailure;
import dev.weir.record.TrialRecord;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.Factor;
import dev.weir.study.Plan;
import dev.weir.study.WarmPath;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One round after the other: a fresh JVM, every path warmed, then one trial of every cell. The
 * cells take turns: in each pass every cell has one, in an order drawn anew. Cells whose conditions
 * take long are measured at a stretch, in the first pass. Cells that are alike to the server may be
 * compared after that, by turns of calls.
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
  private final Intervention conditions;
  private final Trials measured;
  private final AlikeCells alike;
  private final EconomyCells economy;
  private final SavingCells saving;
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
    this.conditions = conditions;
    this.measured = new Trials(plan, run, conditions, datasets);
    this.alike = new AlikeCells(plan, run, datasets);
    this.economy = new EconomyCells(plan, run);
    this.saving = new SavingCells(plan, run);
    this.members = run.server().memberStates();
  }

  /**
   * Measures every cell that has no trial of this round yet; each trial is journalled when it ends.
   */
  void run(int round) throws ServerException, IOException, InterruptedException {
    Set<String> remaining = new LinkedHashSet<>(plan.order(round));
    run.trials().stream().filter(t -> t.round() == round).forEach(t -> remaining.remove(t.cell()));
    int remakes = remaining.stream().mapToInt(plan::turns).sum();
    while (!remaining.isEmpty()) {
      // A load process that breaks costs its trial and the turns of those that had not ended; a new
      // one takes over the rest of the round.
      try (RunClients load = run.start(plan.study().mostClients())) {
        @Nullable String broken = prepare(load, round);
        OneJvm jvm = new OneJvm(load, round, remaining, remakes);
        if (broken == null) {
          jvm.measure();
          if (remaining.isEmpty() && run.clientsTakeTurns()) {
            alike.measure(load, round);
          }
        } else {
          String id = remaining.iterator().next();
          jvm.ended(id, measured.broken(id, round, jvm.place(id), broken));
        }
        remakes = jvm.remakes;
      }
    }
  }

  /** What one load process measures of a round. */
  private final class OneJvm {
    private final RunClients load;
    private final int round;
    private final List<String> order;
    private final Set<String> remaining;
    private final Map<String, TrialSum> trials = new LinkedHashMap<>();
    private final List<Missing> missing = new ArrayList<>();
    private int remakes;
    private boolean usable = true;

    /** A turn that was disturbed. */
    private record Missing(String id, int pass) {}

    /**
     * @param remaining cells without a trial; those that end are taken out
     * @param remakes turns that may be made again
     */
    OneJvm(RunClients load, int round, Set<String> remaining, int remakes) {
      this.load = load;
      this.round = round;
      this.order = plan.order(round);
      this.remaining = remaining;
      this.remakes = remakes;
    }

    int place(String id) {
      return order.indexOf(id) + 1;
    }

    /** Passes through the cells, a turn of each, then makes the disturbed turns again. */
    void measure() throws ServerException, IOException, InterruptedException {
      int passes = remaining.stream().mapToInt(plan::turns).max().orElse(0);
      for (int pass = 1; pass <= passes && usable; pass++) {
        List<Missing> turns = new ArrayList<>();
        for (String id : plan.order(round, pass)) {
          turns.add(new Missing(id, pass));
        }
        measure(turns);
      }
      while (usable && !missing.isEmpty()) {
        List<Missing> again = List.copyOf(missing);
        missing.clear();
        measure(again);
      }
      if (!usable && !trials.isEmpty()) {
        run.listener().note("round " + round + ": begun again for " + trials.keySet());
      }
      for (String id : usable ? List.copyOf(trials.keySet()) : List.<String>of()) {
        end(id); // disturbed more often than turns may be made again
      }
    }

    private void measure(List<Missing> turns)
        throws ServerException, IOException, InterruptedException {
      for (Missing turn : turns) {
        if (usable && remaining.contains(turn.id)) {
          measure(turn.id, turn.pass);
        }
      }
    }

    private void measure(String id, int pass)
        throws ServerException, IOException, InterruptedException {
      Cell cell = plan.cell(id);
      TrialSum trial = trials.get(id);
      boolean keepsGoing = trial != null && trial.takesTurns();
      // What adds or removes documents begins each turn with the same ones.
      boolean fresh = !keepsGoing || cell.write().changesPopulation();
      if (!inOrder(cell, fresh) && !trials.isEmpty()) {
        usable = false; // a server that was away has cut the connections of these trials
        return;
      }
      if (EconomyCells.is(cell) || cell.flushes()) {
        ended(id, play(cell, id));
        usable = load.all().alive();
        return;
      }
      if (trial == null) {
        trial = measured.begin(id, round, place(id));
        trials.put(id, trial);
      }
      measured.turn(load.all(), trial, pass);
      usable = load.all().alive() && trial.answered();
      if (trial.over()) {
        end(id);
      } else if (trial.missesTurn() && remakes > 0) {
        remakes--;
        missing.add(new Missing(id, pass));
      }
    }

    /** A game's trial, under what the cell asks of the deployment. */
    private TrialRecord play(Cell cell, String id) throws IOException, InterruptedException {
      Intervention.Restore restore;
      try {
        restore = conditions.apply(id, load.all().pid(0).orElse(Intervention.ELSEWHERE));
      } catch (IOException | ServerException e) {
        return measured.broken(id, round, place(id), String.valueOf(e.getMessage()));
      }
      try {
        return cell.flushes()
            ? saving.measure(load, id, round, place(id))
            : economy.measure(load, id, round, place(id));
      } finally {
        measured.putBack(restore, id);
      }
    }

    private void end(String id) throws IOException, InterruptedException {
      TrialSum trial = trials.remove(id);
      if (trial != null) {
        ended(id, measured.end(trial));
      }
    }

    private void ended(String id, TrialRecord trial) throws IOException, InterruptedException {
      if (!load.all().alive() && run.stoppingSoon()) {
        throw new InterruptedException("asked to end");
      }
      run.add(trial);
      remaining.remove(id);
      run.listener()
          .trialEnded(
              trial, run.trials().size(), plan.cells().size() * plan.study().rounds().max());
    }
  }

  /**
   * Puts a collection into its first state, on a deployment whose members are all there. One that
   * was lost gets one chance to come back.
   */
  public void ready(Cell cell) throws ServerException, InterruptedException {
    inOrder(cell, true);
  }

  /**
   * As {@link #ready}.
   *
   * @param fresh whether the collection is put into its first state
   * @return false if the server was lost and came back
   */
  private boolean inOrder(Cell cell, boolean fresh) throws ServerException, InterruptedException {
    try {
      look(cell, fresh);
      return true;
    } catch (ServerException e) {
      if (run.stopping()) {
        throw new InterruptedException("asked to end");
      }
      run.listener()
          .note(
              "server lost: " + e.getMessage() + "; it gets " + run.patience().toSeconds() + " s");
    }
    run.server().recover(members, run.patience());
    run.watchServer();
    members = run.server().memberStates();
    run.listener().note("the server is back");
    look(cell, fresh);
    return false;
  }

  private void look(Cell cell, boolean fresh) throws ServerException {
    Map<String, String> now = run.server().memberStates();
    if (!now.equals(members)) {
      throw new ServerException("its members are " + now + ", they were " + members);
    }
    if (!fresh) {
      return;
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
    Map<String, Cell> collections = new LinkedHashMap<>();
    plan.cells()
        .forEach(
            (id, cell) -> {
              if (!EconomyCells.is(cell)) {
                collections.put(Datasets.collection(cell), cell);
              }
              representatives.merge(WarmPath.of(cell), id, this::nearerToWarmUpConcurrency);
            });
    for (Cell cell : collections.values()) {
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
                      Trials.warmUp(
                          id,
                          plan.cell(id).with(Factor.STUCK, 0).with(Factor.THINK, 0),
                          datasets)));
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
