package dev.weir.runner;

import dev.weir.capture.Capture;
import dev.weir.dataset.Datasets;
import dev.weir.load.LoadClients;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadFailure;
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
import dev.weir.study.ConnectionUse;
import dev.weir.study.Dispatch;
import dev.weir.study.Operation;
import dev.weir.study.Plan;
import dev.weir.study.Study;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Measures one cell once and holds what the load saw against what the server says. */
final class Trials {
  private final Plan plan;
  private final ServerUnderTest server;
  private final RunFolder folder;
  private final Capture capture;
  private final RunListener listener;
  private final Clock clock;
  private final Surroundings surroundings;

  Trials(
      Plan plan,
      ServerUnderTest server,
      RunFolder folder,
      Capture capture,
      RunListener listener,
      Clock clock,
      Surroundings surroundings) {
    this.plan = plan;
    this.server = server;
    this.folder = folder;
    this.capture = capture;
    this.listener = listener;
    this.clock = clock;
    this.surroundings = surroundings;
  }

  /** What a load process is told to write for a cell. */
  LoadOrder.Work work(String id) {
    return work(id, plan.cell(id));
  }

  static LoadOrder.Work work(String id, Cell cell) {
    return new LoadOrder.Work(id, cell.factors(), Datasets.collection(cell.document()));
  }

  /** A trial that could not begin. */
  TrialRecord broken(String id, int round, int order, String reason) {
    return TrialRecords.broken(id, round, order, clock.instant(), clock.instant(), reason);
  }

  /** Measures a cell whose collection is ready. */
  TrialRecord measure(LoadClients load, String id, int round, int order)
      throws IOException, InterruptedException {
    Instant startedAt = clock.instant();
    Surroundings.Restore restore;
    try {
      restore = surroundings.apply(id, load.pid(0).orElse(Surroundings.ELSEWHERE));
    } catch (IOException | ServerException e) {
      return broken(id, round, order, String.valueOf(e.getMessage()));
    }
    Snapshot from;
    try {
      from = Snapshot.of(server); // what was changed for this cell is no disturbance
    } catch (ServerException e) {
      putBack(restore, id);
      return broken(id, round, order, String.valueOf(e.getMessage()));
    }
    capture.mark("round " + round + " " + id, startedAt);
    MeasuredSpan span = new MeasuredSpan();
    try {
      LoadClients.Measured measured =
          load.trial(
              order(id, round, order),
              plan.cell(id).clients(),
              Bounds.trial(plan.study(), plan.cell(id)),
              event -> span.hear(event, id));
      return judge(id, round, order, startedAt, measured, from, span);
    } catch (LoadFailure e) {
      return TrialRecords.broken(id, round, order, startedAt, clock.instant(), e.reason());
    } finally {
      putBack(restore, id);
      capture.mark("", clock.instant());
    }
  }

  private void putBack(Surroundings.Restore restore, String id)
      throws IOException, InterruptedException {
    try {
      restore.restore();
    } catch (ServerException e) {
      // A server that is gone forgets the change as well; the next trial finds out.
      listener.note("after " + id + " nothing could be put back: " + e.getMessage());
    }
  }

  private TrialRecord judge(
      String id,
      int round,
      int order,
      Instant startedAt,
      LoadClients.Measured load,
      Snapshot before,
      MeasuredSpan span)
      throws IOException {
    TrialMeasurement measured = load.measurement();
    Cell cell = plan.cell(id);
    List<String> reasons = new ArrayList<>();
    Long updates = null;
    try {
      Snapshot after = Snapshot.of(server);
      reasons.addAll(Disturbance.between(before, after, measured.total().acknowledged(), cell));
      if (reasons.isEmpty() && server.facts().source().counts()) {
        updates = counted(cell.operation(), after.counters().minus(before.counters()));
      }
    } catch (ServerException e) {
      reasons.add("the server was lost: " + e.getMessage());
    }
    reasons.addAll(
        TrialValidity.reasons(
            measured,
            updates,
            server.facts().source().isOurs(),
            cell.connections() == ConnectionUse.POOLED,
            load.reasons()));
    if (cell.dispatch() != Dispatch.NONE && measured.queues() == null) {
      reasons.add(
          "no job of "
              + (long) cell.tasks() * cell.batchesPerTask() * cell.batch()
              + " documents ended while it was measured: measure longer, or give fewer tasks");
    }
    LatencyLog.append(folder, id, round, measured.latency());
    return TrialRecords.measured(
            id,
            round,
            order,
            startedAt,
            clock.instant(),
            measured,
            updates,
            span.serverCpuMicros(),
            reasons)
        .withClients(load.shares())
        .withQueues(measured.queues());
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

  /** The server's CPU clock at both ends of the measured span. */
  private final class MeasuredSpan {
    private @Nullable Long from;
    private @Nullable Long to;

    void hear(LoadEvent event, String id) {
      if (event instanceof LoadEvent.Rate rate) {
        listener.rate(id, rate.documentsPerSecond());
      } else if (event instanceof LoadEvent.Measuring) {
        from = cpu();
        listener.measuring(id);
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
      // A member that was lost or restarted between takes its CPU time with it.
      return from == null || to == null || to < from ? null : Long.valueOf(to - from);
    }
  }

  /** How long a run waits for what. */
  static final class Bounds {
    /**
     * Beyond a trial's own times: opening connections, and draining calls that hang until the
     * driver gives up.
     */
    static final Duration SLACK = Duration.ofSeconds(150);

    private Bounds() {}

    static Duration trial(Study study, Cell cell) {
      // Windows widen to 5 s where calls are slow, and a trial has at least four of them.
      return study
          .trial()
          .settleAtMost()
          .plus(Study.runIn(cell))
          .plus(study.measure(cell))
          .plusSeconds(20)
          .plus(SLACK);
    }
  }
}
