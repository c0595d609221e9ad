package dev.weir.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.dataset.Datasets;
import dev.weir.server.mongod.Command;
import dev.weir.study.Cell;
import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.testcontainers.containers.ComposeContainer;
import org.testcontainers.containers.wait.strategy.Wait;

/**
 * The deployments of {@code ops/compose}, where there is a Docker engine with compose; only if
 * asked for, so that no other test run depends on Docker.
 */
@Timeout(600)
@EnabledIfEnvironmentVariable(named = "WEIR_TEST_DOCKER", matches = "1")
class ComposeIT {
  private static final Duration UP = Duration.ofMinutes(5);
  private static final int DOCUMENTS = 2_000;

  @BeforeEach
  void needsDocker() throws Exception {
    assumeTrue(
        Command.run(List.of("docker", "compose", "version"), null, Duration.ofSeconds(10))
                .exitCode()
            == 0,
        "no docker compose here");
  }

  @SuppressWarnings("resource") // each caller closes what it gets
  private static ComposeContainer compose(String file, String last) {
    return new ComposeContainer(new File("ops/compose", file))
        .withStartupTimeout(UP)
        .waitingFor(last, Wait.forHealthcheck().withStartupTimeout(UP));
  }

  private static ServerUnderTest attach(String uri) throws ServerException {
    return ServerProvider.open(ServerRequest.defaults(Map.of()).withUri(uri), line -> {});
  }

  @Test
  void replicaSetTakesWritesByMajority() throws Exception {
    String uri = "mongodb://127.0.0.1:27101,127.0.0.1:27102,127.0.0.1:27103/?replicaSet=weir";
    try (ComposeContainer set = compose("replica-set.yaml", "primary")) {
      set.start();
      try (ServerUnderTest server = attach(uri);
          MongoClient client = MongoClients.create(uri)) {
        assertThat(server.facts().topology()).isEqualTo("pss");
        assertThat(server.facts().sharesClientHost()).isTrue();
        DatabaseGuard guard = DatabaseGuard.open(client, "weir_compose");
        new Datasets(client, guard, DOCUMENTS, 1).reset(Cell.parse(Map.of()));
        guard.dropDatabase();
      }
    }
  }

  @Test
  void clusterSpreadsACollectionOverAllShardsOrLeavesItOnOne() throws Exception {
    String uri = "mongodb://127.0.0.1:27200/";
    try (ComposeContainer cluster = compose("sharded.yaml", "cluster")) {
      cluster.start();
      try (ServerUnderTest server = attach(uri);
          MongoClient client = MongoClients.create(uri)) {
        assertThat(server.facts().topology()).isEqualTo("sharded");
        assertThat(server.facts().settings()).containsEntry("sharding.shards", 2);
        DatabaseGuard guard = DatabaseGuard.open(client, "weir_compose");
        Datasets datasets = new Datasets(client, guard, DOCUMENTS, 1);

        Cell all = Cell.parse(Map.of("shards", "allShards"));
        datasets.reset(all);
        assertThat(shards(client, all)).hasSize(2);

        Cell one = Cell.parse(Map.of("shards", "oneShard"));
        datasets.reset(one);
        assertThat(shards(client, one)).hasSize(1);

        long before = server.counters().update();
        client
            .getDatabase(guard.name())
            .getCollection(Datasets.collection(one.document()))
            .withWriteConcern(WriteConcern.MAJORITY)
            .updateOne(new Document(), new Document("$set", new Document("x", 1)));
        assertThat(server.counters().update() - before)
            .as("mongos counts updates as mongod does")
            .isEqualTo(1);
        guard.dropDatabase();
      }
    }
  }

  /** Documents by shard, those that hold any. */
  private static Map<String, Object> shards(MongoClient client, Cell cell) {
    Document stats =
        client
            .getDatabase("weir_compose")
            .runCommand(new Document("collStats", Datasets.collection(cell.document())));
    Map<String, Object> filled = new TreeMap<>();
    stats
        .get("shards", new Document())
        .forEach(
            (shard, own) -> {
              if (((Document) own).get("count", (Number) 0).longValue() > 0) {
                filled.put(shard, own);
              }
            });
    return filled;
  }
}
