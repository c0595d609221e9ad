package dev.weir.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.record.ServerFacts;
import dev.weir.server.Member;
import dev.weir.server.ServerException;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Plan;
import dev.weir.study.StudyReader;
import dev.weir.study.Topology;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CellConditionsIT {
  private static final String STUDY =
      """
      name: conditions
      factors: {secondary: [running, stopped], oplogMegabytes: [0, 1500]}
      """;

  @Test
  void secondaryAndOplogAreChangedAndPutBack() throws Exception {
    Plan plan = Plan.of(StudyReader.parse("f.yaml", STUDY), cell -> Optional.empty());
    ServerRequest request = ServerRequest.defaults(System.getenv()).withTopology(Topology.PSA);
    try (ServerUnderTest server = ServerProvider.open(request, line -> {});
        MongoClient client = MongoClients.create(server.connectionString())) {
      CellConditions conditions =
          new CellConditions(plan, server, DelayedLink.open(plan, server), Intervention.UNCHANGED);
      long before = oplogBytes(client);
      List<Member.Role> roles = roles(server);

      conditions.apply("running_oplogMegabytes0", 1).restore();
      assertThat(roles(server)).isEqualTo(roles);

      Intervention.Restore restore = conditions.apply("stopped_oplogMegabytes1500", 1);
      assertThat(roles(server))
          .containsExactly(Member.Role.PRIMARY, Member.Role.UNAVAILABLE, Member.Role.ARBITER);
      assertThat(oplogBytes(client)).isEqualTo(1_500L << 20);
      client
          .getDatabase("weir_conditions")
          .getCollection("roles")
          .withWriteConcern(WriteConcern.W1)
          .insertOne(new Document("_id", 1));

      restore.restore();
      assertThat(oplogBytes(client)).isEqualTo(before);
      // By majority, so only with the secondary back and level.
      client
          .getDatabase("weir_conditions")
          .getCollection("roles")
          .withWriteConcern(WriteConcern.MAJORITY.withWTimeout(30, TimeUnit.SECONDS))
          .insertOne(new Document("_id", 2));

      ServerRequest attached = request.withUri(server.connectionString());
      try (ServerUnderTest foreign = ServerProvider.open(attached, line -> {})) {
        assertThatThrownBy(
                () ->
                    new CellConditions(
                            plan, foreign, DelayedLink.open(plan, foreign), Intervention.UNCHANGED)
                        .apply("stopped_oplogMegabytes0", 1))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("run this study without --uri");
      }
    }
  }

  @Test
  void historyIsKeptAsAskedAndPutBack() throws Exception {
    Plan plan =
        Plan.of(
            StudyReader.parse("f.yaml", "name: history\nfactors: {historySeconds: [0, 7]}\n"),
            cell -> Optional.empty());
    ServerRequest request = ServerRequest.defaults(System.getenv()).withTopology(Topology.RS1);
    try (ServerUnderTest server = ServerProvider.open(request, line -> {});
        MongoClient client = MongoClients.create(server.connectionString())) {
      CellConditions conditions =
          new CellConditions(plan, server, DelayedLink.open(plan, server), Intervention.UNCHANGED);
      int before = history(client);
      assertThat(server.facts().keptHistory()).isEqualTo(before).isNotEqualTo(7);

      Intervention.Restore restore = conditions.apply("historySeconds7", 1);
      assertThat(history(client)).isEqualTo(7);
      restore.restore();
      assertThat(history(client)).isEqualTo(before);
      conditions.apply("historySeconds0", 1).restore();
      assertThat(history(client)).isEqualTo(before);

      ServerRequest attached = request.withUri(server.connectionString());
      try (ServerUnderTest foreign = ServerProvider.open(attached, line -> {})) {
        assertThatThrownBy(() -> CellConditions.requireHistories(plan, foreign))
            .isInstanceOf(ServerException.class)
            .hasMessageContaining(
                "keeps " + before + " s of history, and 7 s are wanted: set minSnapshotHistory");
        assertThat(history(client)).isEqualTo(before);
        client
            .getDatabase("admin")
            .runCommand(new Document("setParameter", 1).append(ServerFacts.HISTORY, 7));
        CellConditions.requireHistories(plan, foreign);
      }
    }
  }

  /** Games that are played are measured by other code than calls without end. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "operation: bulkUnordered, batch: 20, flush: staggered, flushSeconds: 1,"
            + " changesPerMinute: 120, indexes: 1unchanged",
        "operation: economy, inFlight: 2, cycleMillis: 100"
      })
  void gamesArePlayedUnderThem(String game, @TempDir Path folder) throws Exception {
    String study =
        "name: games\ndocuments: 200\nrounds: {min: 1, max: 1}\n"
            + "trial: {measure: 2s, window: 0.25s, settleAtMost: 1s}\nwarmUp: {atMost: 1s}\n"
            + "factors: {"
            + game
            + ", historySeconds: [0, 7]}\n";
    Plan plan = Plan.of(StudyReader.parse("f.yaml", study), cell -> Optional.empty());
    ServerRequest request = ServerRequest.defaults(System.getenv()).withTopology(Topology.RS1);
    Map<String, Integer> kept = new ConcurrentHashMap<>();
    try (ServerUnderTest server = ServerProvider.open(request, line -> {});
        MongoClient client = MongoClients.create(server.connectionString())) {
      int before = history(client);
      RunListener listener =
          new SilentListener() {
            @Override
            public void measuring(String cell) {
              kept.put(cell, history(client));
            }
          };
      Run.Outcome outcome =
          Run.carryOut(
              new StudyMeasurement(plan),
              server,
              folder,
              Run.Settings.of(Clock.systemUTC(), listener));
      assertThat(outcome.cells()).allMatch(cell -> cell.trials().get(0).valid());
      assertThat(kept)
          .containsExactlyInAnyOrderEntriesOf(
              Map.of("historySeconds0", before, "historySeconds7", 7));
      assertThat(history(client)).as("put back").isEqualTo(before);
    }
  }

  private static int history(MongoClient client) {
    return client
        .getDatabase("admin")
        .runCommand(new Document("getParameter", 1).append(ServerFacts.HISTORY, 1))
        .get(ServerFacts.HISTORY, Number.class)
        .intValue();
  }

  private static List<Member.Role> roles(ServerUnderTest server) {
    return server.members().stream().map(Member::role).toList();
  }

  private static long oplogBytes(MongoClient client) {
    return client
        .getDatabase("local")
        .runCommand(new Document("collStats", "oplog.rs"))
        .get("maxSize", Number.class)
        .longValue();
  }
}
