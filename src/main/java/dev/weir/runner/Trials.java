package dev.weir.runner;

import dev.weir.dataset.Datasets;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.process.LoadClients;
import dev.weir.load.process.LoadFailure;
import dev.weir.load.trial.TrialValidity;
import dev.weir.record.LatencyLog;
import dev.weir.record.TrialMeasurement;
import dev.weir.record.TrialRecord;
import dev.weir.server.ServerCounters;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.ConnectionUse;
import dev.weir.study.Dispatch;
import dev.weir.study.Factor;
import dev.weir.study.Operation;
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

/** Measures one cell once and holds what the load saw against what the server says. */
public final class Trials {
  private final Plan plan;
  private final Run run;
  private final Intervention intervention;

  Trials(Plan plan, Run run, Intervention intervention) {
    this.plan = plan;
    this.run = run;
    this.intervention = intervention;
  }

  /** What a load process is told to write for a cell. */
  public LoadOrder.Work work(String id) {
    return work(id, plan.cell(id));
  }

  public static LoadOrder.Work work(String id, Cell cell) {
    return new LoadOrder.Work(id, cell.factors(), Datasets.collection(cell.document()));
  }

  /** A trial that could not begin. */
  TrialRecord broken(String id, int round, int order, String reason) {
    return TrialRecords.broken(
        id, round, order, run.clock().instant(), run.clock().instant(), reason);
  }

  /** Measures a cell whose collection is ready. */
  TrialRecord measure(LoadClients load, String id, int round, int order)
      throws IOException, InterruptedException {
    Instant startedAt = run.clock().instant();
    Intervention.Restore restore;
    try {
      restore = intervention.apply(id, load.pid(0).orElse(Intervention.ELSEWHERE));
    } catch (IOException | ServerException e) {
      return broken(id, round, order, String.valueOf(e.getMessage()));
    }
    Snapshot from;
    try {
      from = Snapshot.of(run.server()); // what was changed for this cell is no disturbance
    } catch (ServerException e) {
      putBack(restore, id);
      return broken(id, round, order, String.valueOf(e.getMessage()));
    }
    String mark = "round " + round + " " + id;
    run.mark(mark);
    Span span = new Span(id, mark);
    try {
      LoadClients.Measured measured =
          load.trial(
              order(id, round, order),
              plan.cell(id).clients(),
              atMost(plan.study(), plan.cell(id)),
              span::hear);
      return judge(id, round, order, startedAt, measured, from, span.cpu);
    } catch (LoadFailure e) {
      return TrialRecords.broken(id, round, order, startedAt, run.clock().instant(), e.reason());
    } finally {
      span.forkEnded();
      putBack(restore, id);
      run.unmark();
    }
  }

  private void putBack(Intervention.Restore restore, String id)
      throws IOException, InterruptedException {
    try {
      restore.restore();
    } catch (ServerException e) {
      // A server that is gone forgets the change as well; the next trial finds out.
      run.listener().note("after " + id + " nothing could be put back: " + e.getMessage());
    }
  }

  private TrialRecord judge(
      String id,
      int round,
      int order,
      Instant startedAt,
      LoadClients.Measured load,
      Snapshot before,
      CpuSpan cpu)
      throws IOException {
    TrialMeasurement measured = load.measurement();
    Cell cell = plan.cell(id);
    List<String> reasons = new ArrayList<>();
    Long updates = null;
    try {
      Snapshot after = Snapshot.of(run.server());
      reasons.addAll(
          Disturbance.between(
              before, after, measured.total().acknowledged(), cell.get(Factor.WRITE_CONCERN)));
      if (reasons.isEmpty() && run.server().facts().source().counts()) {
        updates = counted(cell.operation(), after.counters().minus(before.counters()));
      }
    } catch (ServerException e) {
      reasons.add("the server was lost: " + e.getMessage());
    }
    reasons.addAll(
        TrialValidity.reasons(
            measured,
            updates,
            run.server().facts().source().isOurs(),
            cell.get(Factor.CONNECTIONS) == ConnectionUse.POOLED,
            load.reasons()));
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
            order,
            startedAt,
            run.clock().instant(),
            measured,
            updates,
            cpu.micros(),
            reasons)
        .withClients(load.shares());
  }

  /** The server's own count of what the load did; null where it has none that is only ours. */
  private static @Nullable Long counted(Operation operation, ServerCounters grown) {
    if (operation == Operation.AWAIT) {
      return null; // commands are counted, but monitors and samplers send some too
    }
    return operation == Operation.FIND_NEWEST ? grown.query() : grown.update();
  }

  /** The server as it stood at one moment. */
  record Snapshot(ServerCounters counters, Map<String, String> members) {
    static Snapshot of(ServerUnderTest server) throws ServerException {
      return new Snapshot(server.counters(), server.memberStates());
    }
  }

  private LoadOrder.Trial order(String id, int round, int order) {
    Study study = plan.study();
    return new LoadOrder.Trial(
        work(id),
        study.seed() * 31 + round * 1_009L + order,
        study.measure(plan.cell(id)).toMillis(),
        study.trial().window().toMillis(),
        study.trial().settleAtMost().toMillis(),
        Study.runIn(plan.cell(id)).toMillis());
  }

  /** What the load tells while a trial goes on. */
  private final class Span {
    private final String id;
    private final String mark;
    private final CpuSpan cpu = new CpuSpan(run.server());
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
        run.listener().measuring(id);
      } else if (event instanceof LoadEvent.Measured) {
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
