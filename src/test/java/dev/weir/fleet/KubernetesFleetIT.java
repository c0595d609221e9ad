package dev.weir.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.Eventually;
import dev.weir.load.engine.Timing;
import dev.weir.load.process.LoadClients;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Topology;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** A fleet whose workers are the pods of an Indexed Job, on a node that ops/kubernetes started. */
@EnabledIfSystemProperty(named = "weir.kubernetes", matches = "true")
@Timeout(4500)
class KubernetesFleetIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Coordinator.Beats BEATS =
      new Coordinator.Beats(Duration.ofMillis(300), Duration.ofSeconds(3));

  @SuppressWarnings("NullAway.Init")
  private static KubernetesNode node;

  @SuppressWarnings("NullAway.Init")
  private static FleetServer server;

  @SuppressWarnings("NullAway.Init")
  private static TcpForward forward;

  @SuppressWarnings("NullAway.Init")
  private static String image;

  @BeforeAll
  static void open() throws Exception {
    image =
        KubernetesNode.succeed(Duration.ofMinutes(10), "ops/local-image.sh", "worker").lastLine();
    node = KubernetesNode.start();
    node.load(image);
    node.kubectl("apply", "-f", "ops/fleet/role.yaml");
    ServerUnderTest deployment =
        ServerProvider.open(
            ServerRequest.defaults(System.getenv()).withTopology(Topology.STANDALONE),
            System.out::println);
    forward = TcpForward.to(deployment.members().get(0).port());
    server =
        FleetServer.of(deployment, "mongodb://" + KubernetesNode.HOST + ":" + forward.port() + "/");
  }

  @AfterAll
  static void close() throws Exception {
    if (server != null) {
      server.close();
      forward.close();
    }
    if (node != null) {
      node.close();
      assertThat(node.leftovers()).as("mounts, bridges and folders of the node").isEmpty();
    }
  }

  @AfterEach
  void nothingStays() throws Exception {
    assertThat(
            Eventually.within(
                PATIENCE, () -> node.kubectl("get", "jobs,pods,secrets", "-o", "name").isBlank()))
        .as("the Job, its pods and the Secret are gone")
        .isTrue();
  }

  private static Fleet fleet(int workers, JobWorkers launcher) {
    return new Fleet(
        new Fleet.Setup(
            "wait:" + workers,
            workers,
            Addresses.parse("0.0.0.0:0"),
            KubernetesNode.HOST,
            null,
            PATIENCE),
        launcher,
        BEATS,
        Timing.system(),
        System.out::println);
  }

  @Test
  void twoPodsMeasureAsOneAndTheJobEnds(@TempDir Path folder) throws Exception {
    JobWorkers workers = new JobWorkers(node, image);
    try (Fleet fleet = fleet(2, workers)) {
      LoadClients load = server.ready(fleet, folder, 2);
      server.exact(load, 2);
      load.close();
    }
    assertThat(workers.fate())
        .as("the workers ended by themselves, with exit code 0")
        .isEqualTo("Complete");
  }

  @Test
  void aPodThatIsKilledIsALostWorkerAndNobodyReplacesIt(@TempDir Path folder) throws Exception {
    JobWorkers workers = new JobWorkers(node, image);
    try (Fleet fleet = fleet(2, workers)) {
      LoadClients load = server.ready(fleet, folder, 2);
      List<String> before = workers.pods();
      assertThat(before).hasSize(2);
      server.lose(
          load,
          () ->
              node.kubectl("delete", before.get(1), "--grace-period=0", "--force", "--wait=false"),
          "client [12] of 2: worker [01] on .*: the worker was lost: .*");
      assertThat(load.alive()).isFalse();
      assertThat(workers.fate()).isEqualTo("Failed");
      assertThat(before)
          .as("no pod is started in place of the lost one")
          .containsAll(workers.pods());
    }
  }

  @Test
  void whoRunsTheJobNeedsLittle(@TempDir Path folder) throws Exception {
    Path token = Files.writeString(folder.resolve("token"), Token.draw().text());
    String user = "--as=system:serviceaccount:default:weir-fleet";
    node.kubectl(user, "create", "secret", "generic", "weir-token", "--from-file=token=" + token);
    node.kubectl(user, "apply", "-f", JobWorkers.manifest(folder, 1, image, "10.244.77.1:9", "60"));
    node.kubectl(user, "get", "pods", "-o", "name");
    assertThat(node.allowed(user, "get", "secrets")).isFalse();
    assertThat(node.allowed(user, "create", "pods")).isFalse();
    assertThat(node.allowed(user, "list", "nodes")).isFalse();
    node.kubectl(user, "delete", "job", "weir-fleet");
    node.kubectl(user, "delete", "secret", "weir-token");
  }
}
