package dev.weir.runner;

import dev.weir.analysis.stats.PercentileIntervals;
import dev.weir.dataset.economy.EconomyAudit;
import dev.weir.dataset.economy.EconomyWorld;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.process.LoadFailure;
import dev.weir.record.EconomyMeasurement;
import dev.weir.record.Percentiles;
import dev.weir.record.Times;
import dev.weir.record.TrialRecord;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Durability;
import dev.weir.workload.economy.EconomySize;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Trials of the game economy: a fresh world, a ramp, the measured span, the audit. Being paced, its
 * rate is no sign of steady state; its ramp is, as in TPC-C.
 */
public final class EconomyTrials {
  /** A commit whose result is unknown is retried for two minutes, then resolved. */
  static final Duration SLACK = Duration.ofMinutes(5);

  private static final String RESPONSE = "-response";

  private final Run run;
  private final boolean failuresSpoil;

  /**
   * One trial.
   *
   * @param measurement what the workers saw, null if the trial broke
   * @param audit what the audit found, null if the trial broke
   */
  public record Result(
      TrialRecord record,
      @Nullable EconomyMeasurement measurement,
      EconomyAudit.@Nullable Finding audit) {}

  /**
   * @param failuresSpoil whether a failed operation makes a trial invalid
   */
  public EconomyTrials(Run run, boolean failuresSpoil) {
    this.run = run;
    this.failuresSpoil = failuresSpoil;
  }

  /**
   * Looks whether a server has transactions.
   *
   * @throws ServerException if not
   */
  public static void requireTransactions(ServerUnderTest server) throws ServerException {
    String topology = server.facts().topology();
    if (topology.equals("standalone") || !server.facts().realMongoDB()) {
      throw new ServerException(
          "the economy needs transactions, which a "
              + topology
              + " "
              + server.facts().product()
              + " has not; use a MongoDB replica set (--topology rs1)");
    }
  }

  /**
   * Makes a fresh world.
   *
   * @throws ServerException if the database is not ours
   */
  public void reset(EconomySize size) throws ServerException {
    new EconomyWorld(run.client(), run.database(), size).reset();
  }

  /**
   * Plays on a fresh world, and audits it.
   *
   * @param events of the load process, as they come
   */
  public Result play(
      RunClients load, LoadOrder.Economy order, int round, int place, Consumer<LoadEvent> events)
      throws IOException, InterruptedException {
    Instant startedAt = run.clock().instant();
    run.mark("round " + round + " " + order.cell());
    CpuSpan cpu = new CpuSpan(run.server(), run.hostWatch());
    List<Map<String, String>> seconds = new ArrayList<>();
    try {
      Trials.Snapshot before = Trials.Snapshot.of(run.server());
      EconomyMeasurement played =
          load.all()
              .play(
                  order,
                  Duration.ofSeconds(order.rampSeconds() + order.measureSeconds()).plus(SLACK),
                  event -> {
                    cpu.hear(event);
                    if (event instanceof LoadEvent.Second second) {
                      seconds.add(second.histograms());
                    }
                    events.accept(event);
                  });
      EconomyMeasurement m = withIntervals(played, seconds);
      long committed = m.committedByType().values().stream().mapToLong(Long::longValue).sum();
      EconomyAudit.Finding audit =
          new EconomyAudit(run.client(), run.database().name(), order.size())
              .run(m.committedByType(), m.unresolvedByType(), m.voided());
      List<String> reasons = EconomyRecords.reasons(m, audit);
      if (failuresSpoil && !m.errorsByClass().isEmpty()) {
        reasons.add("operations failed: " + m.errorsByClass());
      }
      reasons.addAll(
          Disturbance.between(
              before, Trials.Snapshot.of(run.server()), committed, Durability.MAJORITY));
      TrialRecord record =
          EconomyRecords.measured(
              order.cell(),
              round,
              place,
              startedAt,
              run.clock().instant(),
              order.rampSeconds(),
              m,
              cpu.micros(),
              reasons);
      return new Result(record, m, audit);
    } catch (LoadFailure e) {
      return broken(order.cell(), round, place, startedAt, e.reason());
    } catch (ServerException e) {
      return broken(
          order.cell(), round, place, startedAt, "the server was lost: " + e.getMessage());
    } finally {
      run.unmark();
    }
  }

  /** A load process knows no intervals: they are made from its seconds. */
  private static EconomyMeasurement withIntervals(
      EconomyMeasurement m, List<Map<String, String>> seconds) {
    List<EconomyMeasurement.Type> types = new ArrayList<>();
    for (EconomyMeasurement.Type type : m.types()) {
      types.add(withIntervals(type, seconds, ("-" + type.type())::equals));
    }
    return m.with(types, withIntervals(m.total(), seconds, key -> !key.endsWith(RESPONSE)));
  }

  /**
   * @param ofType which logs hold its service times; those of its responses are named alike
   */
  private static EconomyMeasurement.Type withIntervals(
      EconomyMeasurement.Type type, List<Map<String, String>> seconds, Predicate<String> ofType) {
    List<String> service = new ArrayList<>();
    List<String> response = new ArrayList<>();
    for (Map<String, String> second : seconds) {
      List<String> logs = second.keySet().stream().filter(ofType).toList();
      if (!logs.isEmpty()) {
        service.add(merged(second, logs));
        response.add(merged(second, logs.stream().map(log -> log + RESPONSE).toList()));
      }
    }
    return type.with(
        PercentileIntervals.times(response).micros(), PercentileIntervals.times(service));
  }

  private static String merged(Map<String, String> second, List<String> logs) {
    return Times.encode(
        Percentiles.merge(logs.stream().map(log -> second.getOrDefault(log, "")).toList()));
  }

  /** A trial that gave no measurement. */
  public Result broken(String id, int round, int place, Instant startedAt, String reason) {
    return new Result(
        TrialRecords.broken(id, round, place, startedAt, run.clock().instant(), reason),
        null,
        null);
  }
}
