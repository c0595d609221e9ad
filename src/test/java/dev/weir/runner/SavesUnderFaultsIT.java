package dev.weir.runner;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import dev.weir.record.CellRecord;
import dev.weir.record.SaveFigures;
import dev.weir.record.TrialRecord;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Plan;
import dev.weir.study.StudyReader;
import dev.weir.study.Topology;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A game that saves under faults, on a set of three: what a majority acknowledged is kept, no
 * changed document is forgotten, and a killed game loses no more than a plan says. Every build
 * plays each fault once, on a set that elects sooner than the usual 10 s; {@code -Pfaults} repeats
 * them with both write concerns on a set as it comes.
 */
@EnabledOnOs(OS.LINUX)
class SavesUnderFaultsIT {
  private static final String REPEATS = "weir.faults.repeats";
  private static final Path ROWS = Path.of("target", "write-behind-faults.csv");

  private static final String STUDY =
      """
      name: saves-under-faults
      topology: pss
      mongod: [--setParameter, oplogFetcherUsesExhaust=false]
      documents: %d
      rounds: {min: %d, max: %d}
      budget: 20h
      trial: {measure: %ds, window: 0.25s, settleAtMost: %ds}
      warmUp: {atMost: %ds}
      factors:
        operation: bulkUnordered
        batch: 50
        inFlight: 4
        pool: 4
        poolWaitMillis: 500
        flush: staggered
        flushSeconds: %d
        changesPerMinute: 60
        writeConcern: %s
        fault: [primaryKilled, laggingFailover, bulkFails, gameKilled, poolFull]
        faultSeconds: %d
      include:
      """;

  private static String study() {
    Integer repeats = Integer.getInteger(REPEATS);
    if (repeats == null) {
      return String.format(Locale.ROOT, STUDY, 400, 1, 1, 1, 2, 1, 2, "[majority]", 2)
          + "  - {fault: membersGone, faultSeconds: 3}\n";
    }
    return String.format(
            Locale.ROOT, STUDY, 2_000, repeats, repeats, 5, 8, 2, 6, "[w1, majority]", 5)
        + "  - {writeConcern: w1, fault: membersGone, faultSeconds: 30}\n"
        + "  - {writeConcern: majority, fault: membersGone, faultSeconds: 30}\n"
        + "  - {writeConcern: majority, fault: gameKilled, flush: allAtOnce}\n";
  }

  @Test
  void keepsWhatWasAcknowledgedAndForgetsNothing(
      @TempDir(cleanup = CleanupMode.ON_SUCCESS) Path folder) throws Exception {
    Plan plan = Plan.of(StudyReader.parse("f.yaml", study()), cell -> Optional.empty());
    ServerRequest request =
        ServerRequest.defaults(System.getenv())
            .withTopology(Topology.PSS)
            .withMongodArguments(plan.study().mongodArguments())
            .withTemporaryDirectory(folder);
    try (ServerUnderTest server = ServerProvider.open(request, line -> {})) {
      if (Integer.getInteger(REPEATS) == null) {
        electSooner(server);
      }
      Run.Outcome outcome =
          Run.carryOut(
              new StudyMeasurement(plan),
              server,
              folder,
              Run.Settings.of(Clock.systemUTC(), new SilentListener()));
      List<String> rows = rows(outcome.cells());
      Files.createDirectories(Objects.requireNonNull(ROWS.getParent()));
      Files.write(ROWS, rows);
      rows.forEach(System.out::println);
      assertThat(outcome.run().verdict().reasons()).noneMatch(reason -> reason.contains("audit"));
      for (CellRecord cell : outcome.cells()) {
        cell.trials().forEach(trial -> check(cell, trial));
      }
    }
  }

  /** Members miss a primary after some seconds, and notice each other's return at once. */
  private static void electSooner(ServerUnderTest server) {
    try (MongoClient client = MongoClients.create(server.connectionString())) {
      MongoDatabase admin = client.getDatabase("admin");
      Document set =
          admin.runCommand(new Document("replSetGetConfig", 1)).get("config", Document.class);
      set.put("version", set.getInteger("version") + 1);
      set.get("settings", Document.class)
          .append("electionTimeoutMillis", 3_000)
          .append("heartbeatIntervalMillis", 500);
      admin.runCommand(new Document("replSetReconfig", set));
    }
  }

  private static void check(CellRecord cell, TrialRecord trial) {
    String what = cell.id() + " round " + trial.round() + ": " + trial.reasons();
    SaveFigures saves = trial.saves();
    assertThat(saves).as(what).isNotNull();
    Objects.requireNonNull(saves);
    assertThat(trial.rates().documentsPerSecond()).as(what).isPositive();
    assertThat(saves.marksForgotten()).as(what).isZero();
    if ("majority".equals(cell.factors().get("writeConcern"))) {
      assertThat(saves.acknowledgedLost()).as(what).isZero();
    }
    assertThat(trial.reasons()).as(what).noneMatch(reason -> reason.startsWith("at the end"));
    switch (Objects.requireNonNull(cell.factors().get("fault"))) {
      case "gameKilled" -> {
        assertThat(saves.lost().updates()).as(what).isPositive();
        assertThat(saves.worstLossOfPlan()).as(what).isBetween(0.1, 1.0);
        assertThat(saves.overdueSeconds()).as(what).isNull();
      }
      case "bulkFails", "poolFull" -> {
        assertThat(saves.failedCalls()).as(what).isPositive();
        assertThat(saves.sentAgain()).as(what).isPositive();
        assertThat(saves.lost()).as(what).isEqualTo(SaveFigures.Loss.NONE);
      }
      default -> assertThat(saves.overdueSeconds()).as(what).isPositive();
    }
  }

  private static List<String> rows(List<CellRecord> cells) {
    List<String> rows = new ArrayList<>();
    rows.add(
        "fault,fault_seconds,write_concern,flush,round,valid,updates_lost,seconds_lost_mean,"
            + "seconds_lost_worst,plan_mean,plan_worst,acknowledged_lost,"
            + "marks_forgotten,sent_again,written_twice,failed_calls,overdue_seconds,drain_seconds,"
            + "p99_before_ms,p99_catching_up_ms,p99_catching_up_low,p99_catching_up_high");
    for (CellRecord cell : cells) {
      for (TrialRecord trial : cell.trials()) {
        SaveFigures saves = trial.saves();
        if (saves != null) {
          rows.add(row(cell, trial, saves));
        }
      }
    }
    return rows;
  }

  private static String row(CellRecord cell, TrialRecord trial, SaveFigures saves) {
    var before = trial.serviceTimes().micros();
    var after = saves.catchUp().micros();
    var interval = after == null || after.intervals() == null ? null : after.intervals().p99();
    return String.join(
        ",",
        cell.factors().get("fault"),
        cell.factors().get("faultSeconds"),
        cell.factors().get("writeConcern"),
        cell.factors().get("flush"),
        Integer.toString(trial.round()),
        Boolean.toString(trial.valid()),
        Long.toString(saves.lost().updates()),
        figure(saves.lost().meanSeconds()),
        figure(saves.lost().worstSeconds()),
        figure(saves.formula().meanSeconds()),
        figure(saves.formula().worstSeconds()),
        Long.toString(saves.acknowledgedLost()),
        Long.toString(saves.marksForgotten()),
        Long.toString(saves.sentAgain()),
        Long.toString(saves.writtenTwice()),
        Long.toString(saves.failedCalls()),
        figure(saves.overdueSeconds()),
        figure(saves.drainSeconds()),
        millis(before == null ? null : before.p99()),
        millis(after == null ? null : after.p99()),
        millis(interval == null ? null : interval.low()),
        millis(interval == null ? null : interval.high()));
  }

  private static String millis(@Nullable Double micros) {
    return figure(micros == null ? null : Double.valueOf(micros / 1e3));
  }

  private static String figure(@Nullable Double value) {
    return value == null ? "" : String.format(Locale.ROOT, "%.3f", value);
  }
}
