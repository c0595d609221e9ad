package dev.weir.runner;

import dev.weir.dataset.Datasets;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.process.LoadClients;
import dev.weir.load.process.LoadFailure;
import dev.weir.load.trial.TrialValidity;
import dev.weir.record.ClientShares;
import dev.weir.record.LatencyLog;
import dev.weir.record.TrialMeasurement;
import dev.weir.record.TrialRecord;
import dev.weir.record.TrialTurn;
import dev.weir.server.ServerCounters;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.ConnectionUse;
import dev.weir.study.Dispatch;
import dev.weir.study.Factor;
import dev.weir.study.Plan;
import dev.weir.study.Study;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Measures cells turn by turn and holds what the load saw against what the server says. */
public final class Trials {
  private final Plan plan;
  private final Run run;
  private final Intervention intervention;
  private final Datasets datasets;

  Trials(Plan plan, Run run, Intervention intervention, Datasets datasets) {
    this.datasets = datasets;
    this.plan = plan;
    this.run = run;
    this.intervention = intervention;
  }

  /** What a load process is to write for a cell. */
  public LoadOrder.Work work(String id) {
    return work(id, plan.cell(id), datasets);
  }

  /** As {@link #work(String, Cell)}, where the size may be a multiple of the server's cache. */
  static LoadOrder.Work work(String id, Cell cell, Datasets datasets) {
    return new LoadOrder.Work(id, datasets.sized(cell).written(), Datasets.collection(cell));
  }

  /** What a load process is to write to get warm: nothing that uses up the cell's documents. */
  public static LoadOrder.Work warmUp(String id, Cell cell, Datasets datasets) {
    Cell lasting = cell.with(Factor.WRITE, cell.write().forWarmUp());
    return new LoadOrder.Work(id, datasets.sized(lasting).written(), Datasets.collection(cell));
  }

  /** What a load process is to write for a cell whose size is a number. */
  public static LoadOrder.Work work(String id, Cell cell) {
    return new LoadOrder.Work(id, cell.written(), Datasets.collection(cell));
  }

  /** A trial that could not begin. */
  TrialRecord broken(String id, int round, int order, String reason) {
    return TrialRecords.broken(
        id, round, order, run.clock().instant(), run.clock().instant(), reason);
  }

  /**
   * A trial that begins now.
   *
   * @param order place within the round, from 1
   */
  TrialSum begin(String id, int round, int order) {
    // A client that can't go on where it left off measures at a stretch.
    int turns = run.clientsTakeTurns() && intervention.perTurn() ? plan.turns(id) : 1;
    return new TrialSum(
        new TrialRecord.Identity(id, round, order),
        run.clock().instant(),
        turns,
        plan.study().measure(plan.cell(id)).toMillis(),
        plan.study().trial().settleAtMost().toMillis());
  }

  /**
   * Measures a turn of a trial whose collection is ready, or a trial that takes no turns.
   *
   * @param pass of the round that the turn belongs to
   */
  void turn(LoadClients load, TrialSum trial, int pass) throws IOException, InterruptedException {
    String id = trial.identity().cell();
    Intervention.Restore restore;
    try {
      restore = intervention.apply(id, load.pid(0).orElse(Intervention.ELSEWHERE));
    } catch (IOException | ServerException e) {
      trial.fail(String.valueOf(e.getMessage()));
      return;
    }
    Snapshot from;
    try {
      from = Snapshot.of(run.server()); // what was changed for this cell is no disturbance
    } catch (ServerException e) {
      putBack(restore, id);
      trial.fail(String.valueOf(e.getMessage()));
      return;
    }
    String mark = "round " + trial.identity().round() + " " + id;
    if (trial.takesTurns()) {
      mark += " turn " + (trial.turns().size() + 1);
    }
    run.mark(mark);
    Span span = new Span(id, mark);
    try {
      judge(trial, pass, measure(load, trial, span), from, span);
    } catch (LoadFailure e) {
      trial.fail(e.reason());
    } finally {
      span.forkEnded();
      putBack(restore, id);
      run.unmark();
    }
  }

  private LoadClients.Measured measure(LoadClients load, TrialSum trial, Span span)
      throws LoadFailure, InterruptedException {
    Cell cell = plan.cell(trial.identity().cell());
    LoadOrder.Trial order = order(trial);
    Duration atMost = atMost(plan.study(), cell);
    if (!trial.takesTurns()) {
      return load.trial(order, cell.clients(), atMost, span::hear);
    }
    Study.TrialTiming timing = plan.study().trial();
    Duration leadIn = trial.ledIn() ? timing.leadIn() : timing.firstLeadIn();
    return load.visit(new LoadOrder.Visit(order, leadIn.toMillis()), atMost, span::hear);
  }

  /**
   * Puts back what a cell changed; a deployment that can't be reached is no failure of its trial.
   */
  void putBack(Intervention.Restore restore, String id) throws IOException, InterruptedException {
    try {
      restore.restore();
    } catch (ServerException e) {
      // A server that is gone forgets the change as well; the next trial finds out.
      run.listener().note("after " + id + " nothing could be put back: " + e.getMessage());
    }
  }

  /** Holds what the load saw against what the server says. */
  private void judge(
      TrialSum trial, int pass, LoadClients.Measured load, Snapshot before, Span span) {
    Cell cell = plan.cell(trial.identity().cell());
    List<String> reasons = new ArrayList<>();
    Long updates = null;
    boolean checkpoint = false;
    try {
      Snapshot after = Snapshot.of(run.server());
      checkpoint = after.counters().checkpoints().ranSince(before.counters().checkpoints());
      reasons.addAll(
          Disturbance.between(
              before,
              after,
              load.measurement().total().acknowledged(),
              cell.get(Factor.WRITE_CONCERN)));
      if (reasons.isEmpty() && run.server().facts().source().counts()) {
        ServerCounters grown = after.counters().minus(before.counters());
        updates = ServerCheck.statements(List.of(cell), grown);
        if (cell.operation().writes() && load.measurement().pool().closed() == 0) {
          reasons.addAll(
              ServerCheck.kinds(load.measurement().total(), grown, run.server().facts().source()));
        }
      }
    } catch (ServerException e) {
      reasons.add("the server was lost: " + e.getMessage());
    }
    trial.add(
        pass, load, reasons, updates, span.cpu.micros(), span.cause, span.foreignCores, checkpoint);
    if (trial.takesTurns() && trial.identity().round() == 1 && trial.turns().size() == 1) {
      boolean undisturbed = reasons.isEmpty() && load.reasons().isEmpty();
      firstTurn(trial, load.measurement(), updates, undisturbed);
    }
  }

  /** A first figure, if nothing speaks against it. */
  private void firstTurn(
      TrialSum trial, TrialMeasurement load, @Nullable Long updates, boolean undisturbed) {
    boolean alone = run.server().facts().source().isOurs();
    TrialTurn first = trial.turns().get(0);
    if (undisturbed
        && first.enters()
        && TrialValidity.counts(load.total(), updates, alone).isEmpty()) {
      run.listener()
          .firstTurn(trial.identity().cell(), first.documentsPerSecond(), updates != null);
    }
  }

  /** The record of a trial that has ended. */
  TrialRecord end(TrialSum trial) throws IOException {
    String id = trial.identity().cell();
    int round = trial.identity().round();
    String failure = trial.failure();
    if (failure != null) {
      return TrialRecord.broken(
          trial.identity(), trial.startedAt(), run.clock().instant(), failure);
    }
    TrialMeasurement measured = trial.measurement();
    Cell cell = plan.cell(id);
    ClientShares shares = trial.shares();
    List<String> ofClients = new ArrayList<>(trial.reasons());
    if (shares == null) {
      ofClients.addAll(TrialValidity.starved(measured));
    }
    List<String> reasons =
        new ArrayList<>(
            TrialValidity.reasons(
                measured,
                trial.updates(),
                run.server().facts().source().isOurs(),
                cell.get(Factor.CONNECTIONS) == ConnectionUse.POOLED,
                ofClients));
    if (cell.dispatch() != Dispatch.NONE && measured.queues() == null) {
      reasons.add(
          "no job of "
              + (long) cell.tasks() * cell.batchesPerTask() * cell.batch()
              + " documents ended while it was measured: measure longer, or give fewer tasks");
    }
    LatencyLog.append(run.folder(), id, round, measured.latency());
    return TrialRecords.measured(
            id,
            round,
            trial.identity().order(),
            trial.startedAt(),
            run.clock().instant(),
            measured,
            trial.updates(),
            trial.cpuMicros(),
            reasons)
        .with(record -> record.clients(shares).turns(trial.recordedTurns()));
  }

  /** The server as it stood at one moment. */
  record Snapshot(ServerCounters counters, Map<String, String> members) {
    static Snapshot of(ServerUnderTest server) throws ServerException {
      return new Snapshot(server.counters(), server.memberStates());
    }
  }

  private LoadOrder.Trial order(TrialSum trial) {
    Study study = plan.study();
    String id = trial.identity().cell();
    Cell cell = plan.cell(id);
    long usual = study.trial().window().toMillis();
    // No two turns write the same.
    long seed =
        study.seed() * 31
            + trial.identity().round() * 1_009L
            + trial.identity().order()
            + trial.turns().size() * 1_000_003L;
    return new LoadOrder.Trial(
        work(id),
        seed,
        (trial.takesTurns() ? study.trial().turn() : study.measure(cell)).toMillis(),
        trial.ledIn() ? trial.windowMillis(usual) : usual,
        study.trial().settleAtMost().toMillis(),
        Study.runIn(cell).toMillis());
  }

  /** What the load tells while a trial goes on. */
  private final class Span {
    private final String id;
    private final String mark;
    private final CpuSpan cpu = new CpuSpan(run.server());
    private HostWatch.@Nullable Watched host;
    private @Nullable String cause;
    private @Nullable Double foreignCores;
    private boolean forked;

    Span(String id, String mark) {
      this.id = id;
      this.mark = mark;
    }

    void hear(LoadEvent event) {
      cpu.hear(event);
      if (event instanceof LoadEvent.Rate rate) {
        run.listener().rate(id, rate.documentsPerSecond());
      } else if (event instanceof LoadEvent.Measuring) {
        host = run.hostWatch().begin();
        run.listener().measuring(id);
      } else if (event instanceof LoadEvent.Measured) {
        if (host != null) {
          cause = host.cause();
          foreignCores = host.foreignCores();
        }
        forkEnded(); // it is about to: a process that is gone would be taken for a gap
      } else if (event instanceof LoadEvent.Forked fork) {
        forked = true;
        run.watch(LoadMain.LABEL, fork.pid());
      } else if (event instanceof LoadEvent.Noted noted) {
        run.listener().note(mark + ": " + noted.line());
      } else if (event instanceof LoadEvent.Iteration iteration) {
        markIteration(iteration);
      }
    }

    private void markIteration(LoadEvent.Iteration iteration) {
      String kind = iteration.warmUp() ? " warm-up " : " iteration ";
      try {
        run.mark(mark + kind + iteration.number(), Instant.ofEpochMilli(iteration.fromMillis()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void forkEnded() {
      if (forked) {
        forked = false;
        run.unwatch(LoadMain.LABEL);
      }
    }
  }

  /** How long a trial may take. */
  private static Duration atMost(Study study, Cell cell) {
    // Windows widen to 5 s where calls are slow, and a trial has at least four of them.
    return study
        .trial()
        .settleAtMost()
        .plus(Study.runIn(cell))
        .plus(study.measure(cell))
        .plusSeconds(20)
        .plus(RunClients.SLACK);
  }
}
