package dev.weir.server;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.model.Updates;
import dev.weir.Eventually;
import dev.weir.record.ServerSource;
import dev.weir.server.download.WheelDownload;
import dev.weir.server.mongod.Command;
import dev.weir.server.mongod.MongodProcess;
import dev.weir.server.mongod.Ports;
import dev.weir.study.Topology;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass(name = "mongod {0}")
@MethodSource("dev.weir.server.Mongods#all")
@SuppressWarnings("NullAway.Init")
class LocalServerIT {
  private static final List<String> LOG = new ArrayList<>();

  @TempDir private static Path temporary;

  private static String version;
  private static ServerUnderTest server;

  /** Declared for JUnit, which else hands it to nobody. */
  @Parameter String mongod;

  @BeforeParameterizedClassInvocation
  static void start(String mongod) throws ServerException {
    version = mongod;
    server = ServerProvider.open(request(), LOG::add);
  }

  @AfterParameterizedClassInvocation
  static void closeLeavesNothing() throws Exception {
    List<Long> pids = server.localPids();
    server.close();
    assertThat(pids).isNotEmpty().noneMatch(pid -> ProcessHandle.of(pid).isPresent());
    try (Stream<Path> left = Files.list(temporary)) {
      assertThat(left).isEmpty();
    }
  }

  private static ServerRequest request() {
    return Mongods.of(
        version, ServerRequest.defaults(System.getenv()).withTemporaryDirectory(temporary));
  }

  @Test
  void factsAreReadBack() {
    var facts = server.facts();
    assertThat(facts.product()).isEqualTo("MongoDB");
    assertThat(facts.realMongoDB()).isTrue();
    assertThat(facts.version()).matches("\\d+\\.\\d+\\.\\d+.*");
    assertThat(facts.gitVersion()).isNotBlank();
    assertThat(facts.topology()).isEqualTo("rs1");
    assertThat(facts.hosts()).hasSize(1);
    assertThat(facts.storageEngine()).isEqualTo("wiredTiger");
    assertThat(facts.cacheBytes()).isGreaterThan(200L << 20);
    assertThat(facts.sharesClientHost()).isTrue();
    assertThat(facts.host()).containsKeys("cores", "memoryMegabytes", "kernel");
    assertThat(facts.settings())
        .containsEntry("replication.oplogSizeMB", ServerRequest.OPLOG_MEGABYTES)
        .containsEntry("parameter.disableLogicalSessionCacheRefresh", true)
        .containsEntry("net.bindIp", "127.0.0.1")
        .containsKeys("featureCompatibilityVersion", "weir.dataFileSystem");
    assertThat(LOG).last().asString().contains(facts.version()).contains(facts.source().toString());
    assertThat(facts.skipped()).allMatch(line -> line.matches("(docker|path|download): .+"));
  }

  @Test
  void aMemberThatEndsWhileItIsAwaitedIsStartedAgain() throws Exception {
    try (ServerUnderTest own = ServerProvider.open(request(), LOG::add)) {
      Map<String, String> healthy = own.memberStates();
      BsonTimestamp written = write(own);
      assertThat(checkpoint(own)).isLessThan(written);
      long pid = requireNonNull(own.members().get(0).pid());
      Command.run(List.of("kill", "-STOP", String.valueOf(pid)), null, Duration.ofSeconds(5));
      CompletableFuture<Void> back = new CompletableFuture<>();
      Thread awaiting =
          new Thread(
              () -> {
                try {
                  own.recover(healthy, Duration.ofSeconds(60));
                  back.complete(null);
                } catch (ServerException | RuntimeException e) {
                  back.completeExceptionally(e);
                }
              });
      awaiting.start();
      assertThat(
              Eventually.within(
                  Duration.ofSeconds(30),
                  () ->
                      Stream.of(awaiting.getStackTrace())
                          .anyMatch(frame -> frame.getClassName().startsWith("com.mongodb."))))
          .as("it has looked at the process, which had not ended, and asks the server")
          .isTrue();
      assertThat(ProcessHandle.of(pid).orElseThrow().destroyForcibly()).isTrue();
      back.get(90, TimeUnit.SECONDS);
      assertThat(own.memberStates()).isEqualTo(healthy);
      assertThat(checkpoint(own))
          .as("a rollback goes back to a checkpoint; without this one, to the start")
          .isGreaterThanOrEqualTo(written);
    }
  }

  private static BsonTimestamp write(ServerUnderTest own) {
    try (MongoClient client = MongoClients.create(own.connectionString())) {
      Document answer =
          client
              .getDatabase("weir_checkpoint")
              .runCommand(
                  new Document("insert", "roles")
                      .append("documents", List.of(new Document("_id", 1)))
                      .append("writeConcern", new Document("w", "majority").append("j", true)));
      return requireNonNull(answer.get("operationTime", BsonTimestamp.class));
    }
  }

  private static BsonTimestamp checkpoint(ServerUnderTest own) {
    try (MongoClient client = MongoClients.create(own.connectionString())) {
      return requireNonNull(
          Clients.admin(client, new Document("replSetGetStatus", 1))
              .get("lastStableRecoveryTimestamp", BsonTimestamp.class));
    }
  }

  @Test
  void countersMatchWhatWasSent() throws ServerException {
    try (MongoClient client = MongoClients.create(server.connectionString())) {
      DatabaseGuard guard = DatabaseGuard.open(client, "weir_counters");
      guard.reset("roles");
      ServerCounters before = server.counters();
      var roles = client.getDatabase(guard.name()).getCollection("roles");
      for (int i = 0; i < 20; i++) {
        roles.insertOne(new Document("_id", i).append("v", 0));
      }
      for (int i = 0; i < 10; i++) {
        roles.updateOne(new Document("_id", i), Updates.inc("v", 1));
      }
      ServerCounters sent = server.counters().minus(before);
      assertThat(sent.insert()).isEqualTo(20);
      assertThat(sent.documentsInserted()).isEqualTo(20);
      assertThat(sent.update()).isEqualTo(10);
      assertThat(sent.documentsUpdated()).isEqualTo(10);
      assertThat(sent.delete()).isZero();
      assertThat(sent.cpuMicros()).isPositive();
      guard.dropDatabase();
    }
  }

  @Test
  void countersKnowThatACheckpointRan() throws ServerException {
    Checkpoints before = server.counters().checkpoints();
    try (MongoClient client = MongoClients.create(server.connectionString())) {
      client.getDatabase("admin").runCommand(new Document("fsync", 1));
    }
    assertThat(server.counters().checkpoints().ranSince(before)).isTrue();
    assertThat(server.counters().checkpoints().count()).isGreaterThan(before.count());
  }

  @Test
  void guardRefusesWhatItDidNotCreate() throws ServerException {
    try (MongoClient client = MongoClients.create(server.connectionString())) {
      var foreign = client.getDatabase("weir_foreign").getCollection("precious");
      foreign.insertOne(new Document("_id", 1));
      assertThatThrownBy(() -> DatabaseGuard.open(client, "weir_foreign"))
          .isInstanceOf(ServerException.class)
          .hasMessageContaining("was not created by Weir; nothing was touched");
      assertThatThrownBy(() -> DatabaseGuard.open(client, "production"))
          .hasMessageContaining("no name for a database of Weir");
      assertThat(foreign.countDocuments()).isEqualTo(1);

      DatabaseGuard guard = DatabaseGuard.open(client, "weir_ours");
      var roles = client.getDatabase("weir_ours").getCollection("roles");
      roles.insertOne(new Document("_id", 1));
      guard.reset("roles");
      assertThat(roles.countDocuments()).isZero();
      assertThatThrownBy(() -> guard.reset(DatabaseGuard.MARKER_COLLECTION))
          .isInstanceOf(ServerException.class);
      assertThat(DatabaseGuard.open(client, "weir_ours").name()).isEqualTo("weir_ours");

      roles.insertOne(new Document("_id", 2));
      client.getDatabase("weir_ours").getCollection(DatabaseGuard.MARKER_COLLECTION).drop();
      assertThatThrownBy(guard::dropDatabase).hasMessageContaining("nothing was touched");
      assertThatThrownBy(() -> guard.reset("roles")).hasMessageContaining("nothing was touched");
      assertThat(roles.countDocuments()).isEqualTo(1);
    }
  }

  @Test
  void attachingFindsTheSameServer() throws ServerException {
    try (ServerUnderTest attached =
        ServerProvider.open(request().withUri(server.connectionString()), line -> {})) {
      assertThat(attached.facts().source()).isEqualTo(ServerSource.URI);
      assertThat(attached.facts().topology()).isEqualTo("rs1");
      assertThat(attached.facts().sharesClientHost()).isTrue();
      assertThat(attached.localPids()).isEqualTo(server.localPids());
      assertThat(attached.counters().uptimeMillis()).isPositive();
      assertThatThrownBy(() -> attached.stop(attached.members().get(0)))
          .hasMessageContaining("not started by Weir");
    }
    assertThat(server.localPids()).allMatch(pid -> ProcessHandle.of(pid).isPresent());
  }

  @Test
  void wrongPasswordIsOneLineWithoutIt() {
    String uri = server.connectionString().replace("//", "//alice:s3cret-Pa55@");
    assertThatThrownBy(() -> ServerProvider.open(request().withUri(uri), line -> {}))
        .isInstanceOf(ServerException.class)
        .hasNoCause()
        .hasMessageContaining("authentication as user 'alice' failed")
        .hasMessageNotContaining("s3cret");
  }

  /** As above, where the server really demands credentials. */
  @Test
  void authEnabledServerTakesTheRightPasswordOnly() throws Exception {
    int port = Ports.choose(null, 1).get(0);
    Path home = Files.createDirectories(temporary.resolve("auth/m0"));
    Path data = Files.createDirectory(home.resolve("db"));
    List<String> command =
        List.of(
            mongod().toString(),
            "--auth",
            "--port",
            Integer.toString(port),
            "--bind_ip",
            "127.0.0.1",
            "--nounixsocket",
            "--dbpath",
            data.toString());
    try (MongodProcess process = MongodProcess.start(home, command, false)) {
      assertThat(process.awaitListening(Duration.ofSeconds(30))).isTrue();
      String address = "127.0.0.1:" + port + "/";
      try (MongoClient client = MongoClients.create("mongodb://" + address)) {
        client
            .getDatabase("admin")
            .runCommand(
                new Document("createUser", "alice")
                    .append("pwd", "right-Pa55")
                    .append("roles", List.of("root")));
      }
      ServerRequest wrong = request().withUri("mongodb://alice:wrong-Pa55@" + address);
      assertThatThrownBy(() -> ServerProvider.open(wrong, line -> {}))
          .hasMessageContaining("authentication as user 'alice' failed at 127.0.0.1:" + port)
          .hasMessageNotContaining("Pa55");
      assertThatThrownBy(
              () -> ServerProvider.open(request().withUri("mongodb://" + address), line -> {}))
          .hasMessageStartingWith("not authorised at 127.0.0.1:" + port);
      List<String> log = new ArrayList<>();
      ServerRequest right = request().withUri("mongodb://alice:right-Pa55@" + address);
      try (ServerUnderTest attached = ServerProvider.open(right, log::add)) {
        assertThat(attached.facts().settings()).containsEntry("security.authorization", "enabled");
        assertThat(attached.facts().toString() + log + right + attached.redactedUri())
            .doesNotContain("Pa55");
        assertThat(attached.connectionString()).contains("right-Pa55");
      }
    }
  }

  @Test
  void plainServerDoesNotSpeakTls() {
    String uri = server.connectionString() + "&tls=true";
    ServerRequest request = request().withUri(uri).withSelectionTimeout(Duration.ofSeconds(1));
    assertThatThrownBy(() -> ServerProvider.open(request, line -> {}))
        .hasMessageStartingWith("TLS with 127.0.0.1");
  }

  @Test
  void fixedPortThatIsTakenIsAnError() throws Exception {
    try (ServerSocket holder = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      assertThatThrownBy(
              () ->
                  ServerProvider.open(
                      request().withMongod(mongod()).withPort(holder.getLocalPort()), line -> {}))
          .hasMessageContaining("port " + holder.getLocalPort() + " of 127.0.0.1 is taken");
    }
  }

  @Test
  void optionMongodRefusesIsQuoted() {
    ServerRequest request =
        request().withMongod(mongod()).withMongodArguments(List.of("--noSuchOption", "1"));
    assertThatThrownBy(() -> ServerProvider.open(request, line -> {}))
        .hasMessageContaining("ended at once")
        .hasMessageContaining("noSuchOption");
  }

  @Test
  void memberStopsAndComesBackWithItsData() throws ServerException {
    ServerRequest request = request().withMongod(mongod()).withTopology(Topology.STANDALONE);
    try (ServerUnderTest own = ServerProvider.open(request, line -> {});
        MongoClient client = MongoClients.create(own.connectionString())) {
      assertThat(own.facts().topology()).isEqualTo("standalone");
      var collection = client.getDatabase("weir_restart").getCollection("roles");
      collection.insertOne(new Document("_id", 1));
      Member before = own.members().get(0);
      own.stop(before);
      assertThat(own.localPids()).isEmpty();
      assertThat(own.members().get(0).role()).isEqualTo(Member.Role.UNAVAILABLE);
      Member after = own.restart(before);
      assertThat(after.pid()).isNotNull().isNotEqualTo(before.pid());
      assertThat(after.role()).isEqualTo(Member.Role.STANDALONE);
      assertThat(collection.countDocuments()).isEqualTo(1);
    }
  }

  /** The executable that the shared server runs: an explicit choice for the tests that need one. */
  private static Path mongod() {
    WheelDownload.Version named = WheelDownload.Version.named(version);
    if (named != null) {
      try {
        return Mongods.executable(named); // a script, which knows its libraries
      } catch (ServerException e) {
        throw new IllegalStateException(e);
      }
    }
    return ProcessHandle.of(server.localPids().get(0))
        .flatMap(process -> process.info().command())
        .map(Path::of)
        .orElseThrow();
  }
}
