package dev.weir.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Container;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.Eventually;
import dev.weir.study.Topology;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A real engine that has the image; only if asked for, so that no test run depends on Docker. */
@Timeout(120)
@EnabledIfEnvironmentVariable(named = "WEIR_TEST_DOCKER", matches = "1")
class DockerIT {
  /** The JVM that is killed: starts a container, says its address, waits. */
  static final class Child {
    private Child() {}

    public static void main(String[] args) throws Exception {
      ServerUnderTest server = start(Topology.RS1);
      System.out.println("port " + server.members().get(0).port());
      Thread.sleep(Duration.ofMinutes(5).toMillis());
    }
  }

  @SuppressWarnings("NullAway.Init")
  private static DockerClient docker;

  @BeforeAll
  static void find() {
    docker = DockerEngine.search();
  }

  private static ServerUnderTest start(Topology topology) throws ServerException {
    return DockerServer.start(
        ServerRequest.defaults(System.getenv()).withTopology(topology),
        List.of(),
        Clock.systemUTC(),
        DockerServer.PATIENCE,
        System.err::println,
        DockerEngine::search);
  }

  @ParameterizedTest
  @EnumSource(names = {"STANDALONE", "RS1"})
  void aContainerTakesWritesAndIsGone(Topology topology) throws Exception {
    int port;
    try (ServerUnderTest server = start(topology);
        MongoClient client = MongoClients.create(server.connectionString())) {
      port = server.members().get(0).port();
      assertThat(server.facts().topology()).isEqualTo(topology.yamlName());
      assertThat(server.facts().sharesClientHost()).isTrue();
      client.getDatabase("weir_docker").getCollection("x").insertOne(new Document("_id", 1));
      assertThat(server.counters().uptimeMillis()).isPositive();
      assertThat(server.localPids()).hasSizeLessThanOrEqualTo(1);
    }
    assertThat(containersOn(port)).isEmpty();
  }

  @Test
  void aContainerDoesNotOutliveAKilledJvm() throws Exception {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
      String line = lines.readLine();
      assertThat(line).startsWith("port ");
      int port = Integer.parseInt(line.substring(5));
      assertThat(containersOn(port)).isNotEmpty();
      child.destroyForcibly();
      assertThat(Eventually.within(Duration.ofSeconds(15), () -> containersOn(port).isEmpty()))
          .as("the container is gone")
          .isTrue();
    } finally {
      child.destroyForcibly();
    }
  }

  private static List<Container> containersOn(int port) {
    return docker
        .listContainersCmd()
        .withShowAll(true)
        .withLabelFilter(List.of(DockerServer.LABEL))
        .withFilter("publish", List.of(String.valueOf(port)))
        .exec();
  }
}
