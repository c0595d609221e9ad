package dev.weir.runner;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.capture.Capture;
import dev.weir.dataset.Datasets;
import dev.weir.dataset.economy.EconomyAudit;
import dev.weir.load.LoadClients;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadFailure;
import dev.weir.load.LoadOrder;
import dev.weir.record.EconomyMeasurement;
import dev.weir.record.LatencyLog;
import dev.weir.record.RunFolder;
import dev.weir.record.TrialMeasurement.LatencyInterval;
import dev.weir.record.TrialRecord;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.ConnectionUse;
import dev.weir.study.Operation;
import dev.weir.study.Plan;
import dev.weir.workload.economy.EconomySize;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The cells of a study that play the game economy: a fresh world for each trial, a ramp as long as
 * other trials may take to settle, the measured span, the audit. Being paced, its rate is no sign
 * of steady state; its ramp is, as in TPC-C.
 */
final class EconomyCells {
  /** A line for each trial: what each type of operation did, and what the audit found. */
  static final String FILE = "economy.jsonl";

  private static final ObjectMapper JSON = new ObjectMapper();

  /** A commit whose result is unknown is retried for two minutes, then resolved. */
  private static final Duration SLACK = Duration.ofMinutes(5);

  /**
   * While a JVM warms up, workers hardly wait between operations: as many calls as there is time.
   */
  private static final double WARM_UP_PER_SECOND = 1_000;

  private final Plan plan;
  private final ServerUnderTest server;
  private final Datasets datasets;
  private final RunFolder folder;
  private final Capture capture;
  private final RunListener listener;
  private final Clock clock;

  EconomyCells(
      Plan plan,
      ServerUnderTest server,
      Datasets datasets,
      RunFolder folder,
      Capture capture,
      RunListener listener,
      Clock clock) {
    this.plan = plan;
    this.server = server;
    this.datasets = datasets;
    this.folder = folder;
    this.capture = capture;
    this.listener = listener;
    this.clock = clock;
  }

  static boolean is(Cell cell) {
    return cell.operation() == Operation.ECONOMY;
  }

  private static EconomySize size(Cell cell) {
    return EconomySize.forWorkers(cell.inFlight());
  }

  /**
   * Looks whether the server can do what a plan asks.
   *
   * @throws ServerException if it plays the economy and the server has no transactions
   */
  static void requireTransactions(Plan plan, ServerUnderTest server) throws ServerException {
    String topology = server.facts().topology();
    if (plan.cells().values().stream().anyMatch(EconomyCells::is)
        && (topology.equals("standalone") || !server.facts().realMongoDB())) {
      throw new ServerException(
          "the economy needs transactions, which a "
              + topology
              + " "
              + server.facts().product()
              + " has not; use a MongoDB replica set");
    }
  }

  /**
   * A fresh world.
   *
   * @throws ServerException if the database is not ours
   */
  void reset(Cell cell) throws ServerException {
    datasets.economy(size(cell)).reset();
  }

  /** Plays unmeasured and unpaced on that cell's world, which {@link #reset} made. */
  void warmUp(LoadClients load, String id, Duration length)
      throws LoadFailure, InterruptedException {
    Cell cell = plan.cell(id);
    int seconds = (int) Math.max(1, length.toSeconds());
    load.play(
        order(id, cell, WARM_UP_PER_SECOND, plan.study().seed(), 0, seconds),
        length.plus(SLACK),
        event -> live(id, event));
  }

  /** Plays a cell whose world is fresh, and audits it. */
  TrialRecord measure(LoadClients load, String id, int round, int order)
      throws IOException, InterruptedException {
    Instant startedAt = clock.instant();
    Cell cell = plan.cell(id);
    int ramp = (int) plan.study().trial().settleAtMost().toSeconds();
    int seconds = (int) Math.max(1, plan.study().trial().measure().toSeconds());
    long seed = plan.study().seed() * 31 + round * 1_009L + order;
    capture.mark("round " + round + " " + id, startedAt);
    CpuSpan cpu = new CpuSpan(server);
    try {
      Trials.Snapshot before = Trials.Snapshot.of(server);
      EconomyMeasurement m =
          load.play(
              order(id, cell, cell.inFlight() * 1e3 / cell.cycleMillis(), seed, ramp, seconds),
              Duration.ofSeconds(ramp + seconds).plus(SLACK),
              event -> {
                cpu.hear(event);
                live(id, event);
                keepTimes(id, round, event);
              });
      long committed = m.committedByType().values().stream().mapToLong(Long::longValue).sum();
      EconomyAudit.Finding audit =
          datasets.audit(size(cell)).run(m.committedByType(), m.unresolvedByType(), m.voided());
      List<String> reasons = EconomyRecords.reasons(m, audit);
      if (!m.errorsByClass().isEmpty()) {
        reasons.add("operations failed: " + m.errorsByClass());
      }
      reasons.addAll(Disturbance.between(before, Trials.Snapshot.of(server), committed, cell));
      keep(id, round, m, audit);
      return EconomyRecords.measured(
          id, round, order, startedAt, clock.instant(), ramp, m, cpu.micros(), reasons);
    } catch (LoadFailure e) {
      return TrialRecords.broken(id, round, order, startedAt, clock.instant(), e.reason());
    } catch (ServerException e) {
      return TrialRecords.broken(
          id, round, order, startedAt, clock.instant(), "the server was lost: " + e.getMessage());
    } finally {
      capture.mark("", clock.instant());
    }
  }

  private static LoadOrder.Economy order(
      String id, Cell cell, double rate, long seed, int ramp, int seconds) {
    return new LoadOrder.Economy(
        id,
        size(cell),
        cell.inFlight(),
        cell.connections() == ConnectionUse.SESSION ? 0 : cell.pool(),
        rate,
        0,
        true,
        seed,
        ramp,
        seconds);
  }

  private void live(String id, LoadEvent event) {
    if (event instanceof LoadEvent.Second second && second.number() > 0) {
      listener.rate(id, second.lines().stream().mapToDouble(line -> line.now()).sum());
    } else if (event instanceof LoadEvent.Measuring) {
      listener.measuring(id);
    }
  }

  private void keepTimes(String id, int round, LoadEvent event) {
    if (!(event instanceof LoadEvent.Second second)) {
      return;
    }
    try {
      for (Map.Entry<String, String> log : second.histograms().entrySet()) {
        LatencyLog.append(
            folder.file(RunFolder.LATENCY).resolve(id + log.getKey() + ".hlog"),
            "round" + round,
            List.of(new LatencyInterval(second.fromMillis(), second.dueMillis(), log.getValue())));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void keep(String id, int round, EconomyMeasurement m, EconomyAudit.Finding audit)
      throws IOException {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("cell", id);
    line.put("round", round);
    line.put("efficiency", m.efficiency());
    line.put("measurement", m);
    line.put("audit", audit);
    Files.writeString(
        folder.file(FILE),
        JSON.writeValueAsString(line) + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
