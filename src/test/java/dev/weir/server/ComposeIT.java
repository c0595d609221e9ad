package dev.weir.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.Eventually;
import dev.weir.dataset.Datasets;
import dev.weir.server.mongod.Command;
import dev.weir.study.Cell;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

/** The deployments of {@code ops/compose}, by {@code docker compose} or its forerunner. */
@Timeout(600)
@EnabledIf("dev.weir.Containers#all")
class ComposeIT {
  private static final Duration UP = Duration.ofMinutes(4);
  private static final Duration SHORT = Duration.ofSeconds(60);
  private static final int DOCUMENTS = 2_000;

  /** A file's containers, gone with their volumes on close. */
  private record Deployment(List<String> command) implements AutoCloseable {
    static Deployment up(String file, String... needed) throws Exception {
      for (String program : needed) {
        assumeTrue(
            runs("docker", "run", "--rm", "--entrypoint", "sh", image(), "-c", "type " + program),
            "not run: " + image() + " has no " + program);
      }
      List<String> compose =
          runs("docker", "compose", "version")
              ? List.of("docker", "compose")
              : List.of("docker-compose");
      assumeTrue(
          !compose.equals(List.of("docker-compose")) || runs("docker-compose", "version"),
          "not run: no docker compose here");
      List<String> command = new ArrayList<>(compose);
      command.addAll(List.of("--project-name", "weir-test", "--file", "ops/compose/" + file));
      Deployment deployment = new Deployment(command);
      try {
        deployment.run("up", "--detach");
        return deployment;
      } catch (ServerException | AssertionError e) {
        deployment.close();
        throw e;
      }
    }

    private static String image() {
      return System.getenv().getOrDefault("WEIR_MONGO_IMAGE", "mongo:7.0");
    }

    private static boolean runs(String... command) {
      try {
        return Command.run(List.of(command), null, SHORT).exitCode() == 0;
      } catch (ServerException e) {
        return false;
      }
    }

    private void run(String... arguments) throws ServerException {
      List<String> line = new ArrayList<>(command);
      line.addAll(List.of(arguments));
      Command.Result result = Command.run(line, null, UP);
      assertThat(result.exitCode()).as(result.output()).isZero();
    }

    @Override
    public void close() throws ServerException {
      run("down", "--volumes");
    }
  }

  /** Once it is there: what initiates it is a health check. */
  private static ServerUnderTest await(String uri) throws Exception {
    List<ServerUnderTest> there = new ArrayList<>();
    assertThat(
            Eventually.within(
                UP,
                () -> {
                  try {
                    there.add(attach(uri));
                    return true;
                  } catch (ServerException e) {
                    return false;
                  }
                }))
        .isTrue();
    return there.get(0);
  }

  private static ServerUnderTest attach(String uri) throws ServerException {
    return ServerProvider.open(ServerRequest.defaults(Map.of()).withUri(uri), line -> {});
  }

  @Test
  void replicaSetTakesWritesByMajority() throws Exception {
    String uri = "mongodb://127.0.0.1:27101,127.0.0.1:27102,127.0.0.1:27103/?replicaSet=weir";
    try (Deployment set = Deployment.up("replica-set.yaml", "mongosh");
        ServerUnderTest server = await(uri);
        MongoClient client = MongoClients.create(uri)) {
      assertThat(server.facts().topology()).isEqualTo("pss");
      assertThat(server.facts().sharesClientHost()).isTrue();
      DatabaseGuard guard = DatabaseGuard.open(client, "weir_compose");
      new Datasets(client, guard, DOCUMENTS, 1)
          .reset(Cell.parse(Map.of("writeConcern", "majority")));
      guard.dropDatabase();
    }
  }

  @Test
  void clusterSpreadsACollectionOverAllShardsOrLeavesItOnOne() throws Exception {
    String uri = "mongodb://127.0.0.1:27200/";
    try (Deployment cluster = Deployment.up("sharded.yaml", "mongosh", "mongos")) {
      try (ServerUnderTest server = await(uri);
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
