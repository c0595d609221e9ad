package dev.weir.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import dev.weir.Containers;
import dev.weir.Eventually;
import dev.weir.study.Topology;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.testcontainers.DockerClientFactory;

/** A real engine that has the image, {@code mongo:7.0} or {@code WEIR_MONGO_IMAGE}. */
@Timeout(180)
@EnabledIf("dev.weir.Containers#some")
class DockerIT {
  private static final String COMPANION = "testcontainers/ryuk:0.14.0";

  /** The JVM that is killed: starts a server, says its address, waits. */
  static final class Child {
    private Child() {}

    public static void main(String[] args) throws Exception {
      if (args[0].equals("true")) {
        // Testcontainers' own client starts the companion container first.
        DockerClientFactory.instance().client();
      }
      ServerUnderTest server = start(Topology.RS1, Map.of());
      System.out.println("port " + server.members().get(0).port());
      Thread.sleep(Duration.ofMinutes(5).toMillis());
    }
  }

  @SuppressWarnings("NullAway.Init")
  private static ContainersOf engine;

  @BeforeAll
  static void find() {
    engine = new ContainersOf(DockerEngine.search());
  }

  private static ServerUnderTest start(Topology topology, Map<String, String> limits)
      throws ServerException {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.putAll(limits);
    return DockerServer.start(
        ServerRequest.defaults(environment).withTopology(topology),
        List.of(),
        Clock.systemUTC(),
        DockerServer.PATIENCE,
        System.err::println,
        DockerEngine::search);
  }

  @ParameterizedTest
  @EnumSource(names = {"STANDALONE", "RS1", "PSA", "PSS"})
  void everyTopologyTakesWritesWithinItsLimitsAndIsGone(Topology topology) throws Exception {
    assumeTrue(
        Containers.all() || !List.of(Topology.RS1, Topology.PSA).contains(topology),
        "with -Pdocker only");
    Map<String, String> limits = Map.of("WEIR_MEMBER_CPUS", "0.9", "WEIR_MEMBER_MEMORY", "600m");
    ContainersOf.Deployment containers;
    try (ServerUnderTest server = start(topology, limits);
        MongoClient client = MongoClients.create(server.connectionString())) {
      containers = engine.of(server.members().get(0).port());
      assertThat(containers.members()).hasSize(topology.members());
      assertThat(containers.volumes()).isNotEmpty();
      for (String member : containers.members()) {
        assertThat(engine.limits(member).getNanoCPUs()).isEqualTo(900_000_000L);
        assertThat(engine.limits(member).getMemory()).isEqualTo(600L << 20);
      }
      assertThat(server.facts().topology()).isEqualTo(topology.yamlName());
      assertThat(server.facts().sharesClientHost()).isTrue();
      assertThat(server.facts().cacheBytes()).isEqualTo(256L << 20);
      assertThat(server.facts().settings())
          .containsEntry("weir.memberCpus", "0.9")
          .containsEntry("weir.memberMemoryMegabytes", "600")
          .containsKey("weir.image");
      assertThat(server.members()).hasSize(topology.members());
      assertThat(server.memberStates().values()).doesNotContain("UNAVAILABLE");
      client
          .getDatabase("weir_docker")
          .getCollection("x")
          .withWriteConcern(WriteConcern.MAJORITY)
          .insertOne(new Document("_id", 1));
      assertThat(server.counters().insert()).isPositive();
      assertThat(server.counters().cpuMicros()).isPositive();
      // None where the engine runs in a virtual machine.
      assertThat(server.localPids().size()).isIn(0, topology.members());
    }
    assertThat(engine.still(containers)).isEmpty();
  }

  @Test
  void aMemberStopsAndStartsAgainOnItsData() throws Exception {
    try (ServerUnderTest server = start(Topology.RS1, Map.of());
        MongoClient client = MongoClients.create(server.connectionString())) {
      MongoCollection<Document> collection =
          client
              .getDatabase("weir_docker")
              .getCollection("x")
              .withWriteConcern(WriteConcern.MAJORITY);
      collection.insertOne(new Document("_id", 1));
      Map<String, String> before = server.memberStates();
      Member member = server.members().get(0);
      server.stop(member);
      assertThat(server.memberStates().values()).containsExactly("UNAVAILABLE");
      assertThat(server.localPids()).isEmpty();
      server.recover(before, Duration.ofSeconds(60));
      assertThat(server.memberStates()).isEqualTo(before);
      assertThat(collection.find().first()).isEqualTo(new Document("_id", 1));
    }
  }

  @ParameterizedTest(name = "companion: {0}")
  @ValueSource(booleans = {false, true})
  void noContainerOutlivesAKilledJvm(boolean companion) throws Exception {
    assumeTrue(!companion || Containers.all(), "with -Pdocker only");
    assumeTrue(!companion || engine.hasImage(COMPANION), COMPANION + " is not here");
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName(),
                Boolean.toString(companion))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
      String line = lines.readLine();
      assertThat(line).startsWith("port ");
      ContainersOf.Deployment containers = engine.of(Integer.parseInt(line.substring(5)));
      assertThat(containers.members()).hasSize(1);
      child.destroyForcibly();
      assertThat(
              Eventually.within(Duration.ofSeconds(20), () -> engine.still(containers).isEmpty()))
          .as("containers and volumes are gone")
          .isTrue();
    } finally {
      child.destroyForcibly();
    }
  }
}
