package dev.weir.runner;

import com.mongodb.MongoException;
import dev.weir.analysis.stats.PercentileIntervals;
import dev.weir.capacity.Coalescing;
import dev.weir.dataset.Datasets;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.process.LoadClients;
import dev.weir.load.process.LoadFailure;
import dev.weir.load.trial.SavingRunner;
import dev.weir.load.trial.TrialValidity;
import dev.weir.record.LatencyLog;
import dev.weir.record.Percentiles;
import dev.weir.record.SaveFigures;
import dev.weir.record.SavesMeasurement;
import dev.weir.record.Times;
import dev.weir.record.TrialMeasurement;
import dev.weir.record.TrialRecord;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.Durability;
import dev.weir.study.Factor;
import dev.weir.study.FlushPolicy;
import dev.weir.study.GameFault;
import dev.weir.study.Plan;
import dev.weir.study.Study;
import dev.weir.workload.SaveLedger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The cells of a study that play a game which saves what its players change, under a fault. */
final class SavingCells {
  /** As in a plan: how long a batch that is not full waits for more. */
  static final Duration LINGER = Duration.ofSeconds(1);

  /** After a fault, an election and what the driver waits for included. */
  private static final Duration CATCH_UP = Duration.ofSeconds(60);

  private static final int MEMBERS_FOR_ELECTION = 3;
  private static final double MINUTE = 60;
  private static final double NANOS = 1e9;
  private static final long AT_REST_MILLIS = 200;
  private static final int MOST_LOOKS = 50;

  private final Plan plan;
  private final Run run;

  SavingCells(Plan plan, Run run) {
    this.plan = plan;
    this.run = run;
  }

  /**
   * Looks whether a deployment has what the faults need.
   *
   * @throws ServerException if not
   */
  static void require(Plan plan, ServerUnderTest server) throws ServerException {
    for (Cell cell : plan.cells().values()) {
      GameFault fault = cell.get(Factor.FAULT);
      if (fault != GameFault.NONE && !server.facts().source().isOurs()) {
        throw new ServerException(
            "fault: " + fault + " breaks a deployment: run this study without --uri");
      }
      if (fault.killsMembers() && server.localPids().size() < server.members().size()) {
        throw new ServerException(
            "fault: " + fault + " kills members, which have to be processes of this host");
      }
      if (fault.needsElection() && server.members().size() < MEMBERS_FOR_ELECTION) {
        throw new ServerException(
            "fault: " + fault + " needs others to be elected: use --topology pss or psa");
      }
    }
  }

  /** A game in progress. */
  private static final class Game {
    private final String id;
    private final Cell cell;
    private final LoadOrder.Saves order;
    private final SaveLedger ledger;
    private final SaveAudit audit;
    private @Nullable TrialMeasurement before;
    private @Nullable StruckFault struck;

    Game(String id, Cell cell, LoadOrder.Saves order, SaveLedger ledger, SaveAudit audit) {
      this.id = id;
      this.cell = cell;
      this.order = order;
      this.ledger = ledger;
      this.audit = audit;
    }

    GameFault fault() {
      return cell.get(Factor.FAULT);
    }
  }

  /** Plays a cell on a fresh collection, breaks what it asks for, and audits the documents. */
  TrialRecord measure(RunClients load, String id, int round, int place)
      throws IOException, InterruptedException {
    Instant startedAt = run.clock().instant();
    if (!run.clientsHere()) {
      return broken(id, round, place, startedAt, "a game's account is read on its own host");
    }
    run.mark("round " + round + " " + id);
    Path file = run.folder().file("game.ledger").toAbsolutePath();
    try {
      Files.write(file, new byte[SaveLedger.bytes(plan.study().documents())]);
      return play(load, game(id, round, place, file), round, place, startedAt);
    } catch (LoadFailure e) {
      return broken(id, round, place, startedAt, e.reason());
    } catch (ServerException e) {
      return broken(id, round, place, startedAt, String.valueOf(e.getMessage()));
    } catch (MongoException e) {
      return broken(id, round, place, startedAt, "the server was lost: " + e.getMessage());
    } finally {
      Files.deleteIfExists(file);
      run.unmark();
    }
  }

  private TrialRecord broken(String id, int round, int place, Instant startedAt, String reason) {
    return TrialRecords.broken(id, round, place, startedAt, run.clock().instant(), reason);
  }

  private Game game(String id, int round, int place, Path file) {
    Study study = plan.study();
    Cell cell = plan.cell(id);
    long seed = study.seed() * 31 + round * 1_009L + place;
    // A fault comes at any moment between two flushes.
    int later = new SplittableRandom(seed).nextInt(Math.max(1, cell.get(Factor.FLUSH_SECONDS)));
    LoadOrder.Saves order =
        new LoadOrder.Saves(
            Trials.work(id, cell),
            seed,
            file.toString(),
            LINGER.toMillis(),
            (int) Math.max(1, study.trial().settleAtMost().toSeconds()) + later,
            (int) Math.max(1, study.trial().measure().toSeconds()),
            TimeUnit.SECONDS.toMillis(cell.get(Factor.FAULT_SECONDS)),
            CATCH_UP.toMillis());
    SaveLedger ledger = SavingRunner.ledger(file, study.documents());
    SaveAudit audit =
        new SaveAudit(run.client(), run.database().name(), cell, ledger, order.seed());
    return new Game(id, cell, order, ledger, audit);
  }

  private TrialRecord play(RunClients load, Game game, int round, int place, Instant startedAt)
      throws LoadFailure, ServerException, IOException, InterruptedException {
    CpuSpan cpu = new CpuSpan(run.server(), run.hostWatch());
    SavesMeasurement saves = null;
    StruckFault.Outcome kept = null;
    try {
      saves = saved(load.all(), game, cpu);
    } finally {
      if (game.struck != null) {
        try {
          kept = game.struck.heal();
        } finally {
          if (game.fault().killsMembers()) {
            run.watchServer();
          }
        }
      }
    }
    TrialMeasurement before = game.before;
    if (before == null) {
      throw new LoadFailure("the game ended before it was measured");
    }
    SaveFigures figures = figures(game, before, saves, kept, startedAt);
    List<String> reasons = reasons(before, saves);
    LatencyLog.append(run.folder(), game.id, round, before.latency());
    return TrialRecords.measured(
            game.id,
            round,
            place,
            startedAt,
            run.clock().instant(),
            before,
            null,
            cpu.micros(),
            reasons)
        .withSaves(figures);
  }

  /** What the game saw; null if it was killed, as was asked. */
  private @Nullable SavesMeasurement saved(LoadClients load, Game game, CpuSpan cpu)
      throws LoadFailure, InterruptedException {
    LoadOrder.Saves order = game.order;
    Duration atMost =
        Duration.ofSeconds((long) order.rampSeconds() + order.measureSeconds())
            .plusMillis(order.faultMillis() + order.catchUpMillis())
            .plus(RunClients.SLACK);
    try {
      return load.save(
          order,
          atMost,
          event -> {
            cpu.hear(event);
            hear(load, game, event);
          });
    } catch (LoadFailure e) {
      if (game.fault() == GameFault.GAME_KILLED && game.before != null) {
        return null;
      }
      throw e;
    }
  }

  private void hear(LoadClients load, Game game, LoadEvent event) {
    if (event instanceof LoadEvent.Rate rate) {
      run.listener().rate(game.id, rate.documentsPerSecond());
    } else if (event instanceof LoadEvent.Measuring) {
      run.listener().measuring(game.id);
    } else if (event instanceof LoadEvent.FaultDue due) {
      game.before = due.measurement();
      if (game.fault() == GameFault.GAME_KILLED) {
        load.pid(0)
            .ifPresent(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
      } else if (game.fault() != GameFault.NONE) {
        game.struck =
            StruckFault.begin(
                run,
                game.fault(),
                Duration.ofMillis(game.order.faultMillis()),
                Datasets.collection(game.cell),
                game.audit);
      }
    }
  }

  private SaveFigures figures(
      Game game,
      TrialMeasurement before,
      @Nullable SavesMeasurement saves,
      StruckFault.@Nullable Outcome kept,
      Instant startedAt)
      throws InterruptedException {
    long[] stored = saves == null ? atRest(game.audit) : game.audit.stored();
    long lost = SaveAudit.missing(game.audit.acknowledged(), stored);
    if (kept != null && kept.acknowledged() != null && kept.stored() != null) {
      long gone =
          SaveAudit.missing(kept.acknowledged(), kept.stored())
              + game.audit.overwrittenUnseen(kept.acknowledged(), kept.stored(), startedAt);
      lost = Math.max(lost, gone);
    }
    return new SaveFigures(
        saves == null ? game.audit.lost(stored) : SaveFigures.Loss.NONE,
        formula(game, before),
        lost,
        saves != null && saves.drained() ? game.audit.forgotten() : 0,
        saves == null ? 0 : saves.sentAgain(),
        saves == null ? 0 : Math.max(0, saves.alreadyStored() - saves.unchanged()),
        saves == null ? 0 : saves.unchanged(),
        saves == null ? 0 : saves.failedCalls(),
        saves == null || game.fault() == GameFault.NONE
            ? null
            : Double.valueOf(saves.overdueNanos() / NANOS),
        saves == null || game.fault() == GameFault.NONE
            ? null
            : Double.valueOf(saves.drainNanos() / NANOS),
        saves == null ? Times.NONE : PercentileIntervals.times(saves.catchUp()));
  }

  /** What a dead game's last calls may still be writing has come to rest. */
  private static long[] atRest(SaveAudit audit) throws InterruptedException {
    long[] last = audit.stored();
    for (int looks = 1; looks < MOST_LOOKS; looks++) {
      TimeUnit.MILLISECONDS.sleep(AT_REST_MILLIS);
      long[] now = audit.stored();
      if (Arrays.equals(now, last)) {
        return now;
      }
      last = now;
    }
    return last;
  }

  /** What a plan says of a crash of the game. */
  private SaveFigures.Formula formula(Game game, TrialMeasurement before) {
    Cell cell = game.cell;
    int players = plan.study().documents();
    double rate = cell.get(Factor.CHANGES_PER_MINUTE) / MINUTE;
    int most = SavingRunner.mostDirty(cell);
    double longest = cell.get(Factor.FLUSH_SECONDS);
    double period =
        most == Integer.MAX_VALUE
            ? longest
            : Coalescing.secondsUntilDirty(players, new double[] {rate}, most, longest);
    double write =
        before.latency().stream()
            .mapToDouble(interval -> longest(interval.histogram()))
            .max()
            .orElse(0);
    double linger = cell.get(Factor.FLUSH) == FlushPolicy.NONE ? 0 : LINGER.toMillis() / 1e3;
    return new SaveFigures.Formula(
        period / 2,
        period + linger + Math.max(write, game.ledger.overdue() / NANOS),
        players * rate * period / 2);
  }

  private static double longest(String histogram) {
    return Percentiles.merge(List.of(histogram)).getMaxValue() / NANOS;
  }

  private static List<String> reasons(TrialMeasurement before, @Nullable SavesMeasurement saves) {
    List<String> reasons = new ArrayList<>(TrialValidity.starved(before));
    if (before.documents() == 0) {
      reasons.add("nothing was saved before the fault");
    }
    if (saves != null && !saves.caughtUp() && !saves.catchUp().isEmpty()) {
      reasons.add(
          "saves were still overdue "
              + CATCH_UP.toSeconds()
              + " s after the fault: too little room");
    }
    if (saves != null && !saves.drained()) {
      reasons.add("at the end not all could be saved: " + saves.totals().failed());
    }
    return reasons;
  }

  /** What breaks the promise that a save makes, of a cell's trials; none if it is kept. */
  static List<String> broken(Cell cell, TrialRecord trial) {
    SaveFigures saves = trial.saves();
    List<String> broken = new ArrayList<>();
    if (saves == null) {
      return broken;
    }
    if (saves.marksForgotten() > 0) {
      broken.add(
          TrialValidity.AUDIT + saves.marksForgotten() + " changed documents were never saved");
    }
    Durability durability = cell.get(Factor.WRITE_CONCERN);
    boolean majority =
        durability == Durability.MAJORITY || durability == Durability.MAJORITY_JOURNALED;
    if (majority && saves.acknowledgedLost() > 0) {
      broken.add(
          TrialValidity.AUDIT
              + saves.acknowledgedLost()
              + " documents lack what a majority had acknowledged");
    }
    return broken;
  }
}
