package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.capacity.Design;
import dev.weir.capacity.DesignReader;
import dev.weir.games.Change;
import dev.weir.games.Pace;
import dev.weir.games.Saved;
import dev.weir.games.SyntheticGame;
import dev.weir.games.SyntheticGame.Policy;
import dev.weir.games.SyntheticGame.Saves;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.server.mongod.MongodProcess;
import dev.weir.server.mongod.Ports;
import dev.weir.study.Topology;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code weir plan init --from-oplog} as a user calls it. */
class PlanInitIT {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  private int init(String uri, String... more) {
    CommandLine weir = Weir.commandLine();
    weir.setErr(new PrintWriter(err, true));
    weir.setOut(new PrintWriter(out, true));
    String[] args = {
      "plan",
      "init",
      "--from-oplog",
      uri,
      "--out",
      folder.resolve("plan.yaml").toString(),
      "--force"
    };
    String[] all = Arrays.copyOf(args, args.length + more.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    return weir.execute(all);
  }

  @Test
  void readsARunningDeploymentAndWritesAPlan() throws Exception {
    ServerRequest request = ServerRequest.defaults(System.getenv()).withTopology(Topology.RS1);
    try (ServerUnderTest server = ServerProvider.open(request, line -> {});
        MongoClient client = MongoClients.create(server.connectionString())) {
      assertThat(init(server.connectionString())).isEqualTo(2);
      assertThat(err.toString()).startsWith("weir: nothing was written in the ");
      SyntheticGame game =
          new SyntheticGame(
              "weir_game",
              List.of(new Saves("roles", 100, 4, Policy.STAGGERED, 30, 20, Change.FLAT, false)),
              0,
              client,
              Pace.simulated(),
              1);
      game.create();
      game.play(120);
      Saved did = game.saved().get(0);

      assertThat(init(server.connectionString(), "--players", "100")).as("%s", err).isZero();
      assertThat(out.toString())
          .contains("read of the oplog: ")
          .contains(" batches of the cursor, ")
          .contains("weir_game.roles");
      String text = Files.readString(folder.resolve("plan.yaml"));
      assertThat(text)
          .contains(
              String.format(
                  Locale.ROOT,
                  "# weir_game.roles: %,d updates of %,d documents",
                  did.updates(),
                  did.documents()));
      Design plan = DesignReader.open(folder.resolve("plan.yaml"));
      Design.DocumentType roles = plan.documents().get(0);
      assertThat(roles.name()).isEqualTo("roles");
      assertThat(roles.fields()).isEqualTo(8);
      assertThat(roles.updateBytes()).isEqualTo(Math.rint(did.bytesPerUpdate()));
      assertThat(roles.storedBytes()).isGreaterThan(700);
      assertThat(plan.accounts()).isEqualTo(100);
      assertThat(plan.flush().batch()).isLessThanOrEqualTo(20);
      assertThat(plan.host().oplogBytes()).isEqualTo(1024.0 * 1024 * 1024);
      assertThat(plan.members()).isEqualTo(1);

      assertThat(init(server.connectionString())).isZero();
      assertThat(Files.readString(folder.resolve("plan.yaml")))
          .contains("\n# players:")
          .contains("# --players N they are a player");
    }
  }

  @Test
  void aStandaloneHasNoOplog() throws Exception {
    ServerRequest request =
        ServerRequest.defaults(System.getenv()).withTopology(Topology.STANDALONE);
    try (ServerUnderTest server = ServerProvider.open(request, line -> {})) {
      assertThat(init(server.connectionString())).isEqualTo(2);
      assertThat(err.toString()).contains("is not a replica set and has no oplog; name one");
    }
  }

  /** The role that is missing is named, and no password. */
  @Test
  void whoMayNotReadTheOplogIsToldTheRole() throws Exception {
    Path mongod = mongod();
    int port = Ports.choose(null, 1).get(0);
    Path home = Files.createDirectories(folder.resolve("auth/m0"));
    Path data = Files.createDirectory(home.resolve("db"));
    Path key = Files.writeString(folder.resolve("key"), "c2VjcmV0IG9mIGEgdGVzdA==");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    List<String> command =
        List.of(
            mongod.toString(),
            "--auth",
            "--keyFile",
            key.toString(),
            "--replSet",
            "rs",
            "--port",
            Integer.toString(port),
            "--bind_ip",
            "127.0.0.1",
            "--nounixsocket",
            "--dbpath",
            data.toString());
    try (MongodProcess process = MongodProcess.start(home, command, false)) {
      assertThat(process.awaitListening(Duration.ofSeconds(60))).isTrue();
      String address = "127.0.0.1:" + port;
      try (MongoClient client =
          MongoClients.create("mongodb://" + address + "/?directConnection=true")) {
        Document member = new Document("_id", 0).append("host", address);
        client
            .getDatabase("admin")
            .runCommand(
                new Document(
                    "replSetInitiate",
                    new Document("_id", "rs").append("members", List.of(member))));
      }
      // A client of the set waits until it has a primary.
      try (MongoClient client = MongoClients.create("mongodb://" + address + "/?replicaSet=rs")) {
        user(client, "keeper", "root");
      }
      String keeper = "mongodb://keeper:right-Pa55@" + address + "/?replicaSet=rs";
      try (MongoClient client = MongoClients.create(keeper)) {
        user(client, "alice", "readWriteAnyDatabase");
        client
            .getDatabase("game")
            .getCollection("roles")
            .insertOne(new Document("_id", 1).append("gold", 0));
        for (int gold = 1; gold < 40; gold++) {
          client
              .getDatabase("game")
              .getCollection("roles")
              .updateOne(new Document("_id", 1), new Document("$set", new Document("gold", gold)));
        }
      }
      assertThat(init(keeper.replace("keeper", "alice"))).isEqualTo(2);
      assertThat(err.toString())
          .contains("no right to read local.oplog.rs at " + address)
          .contains("the role read on the database local");
      assertThat(init(keeper.replace("right", "wrong"))).isEqualTo(2);
      assertThat(err.toString()).contains("authentication as user 'keeper' failed");
      assertThat(init(keeper)).isZero();
      assertThat(err + "" + out + Files.readString(folder.resolve("plan.yaml")))
          .doesNotContain("Pa55");
    }
  }

  private static void user(MongoClient client, String name, String role) {
    client
        .getDatabase("admin")
        .runCommand(
            new Document("createUser", name)
                .append("pwd", "right-Pa55")
                .append("roles", List.of(role)));
  }

  /** The executable that a server of ours runs. */
  private static Path mongod() throws Exception {
    ServerRequest request =
        ServerRequest.defaults(System.getenv()).withTopology(Topology.STANDALONE);
    try (ServerUnderTest server = ServerProvider.open(request, line -> {})) {
      return ProcessHandle.of(server.localPids().get(0))
          .flatMap(process -> process.info().command())
          .map(Path::of)
          .orElseThrow();
    }
  }
}
