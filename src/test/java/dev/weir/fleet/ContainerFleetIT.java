package dev.weir.fleet;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.ContainerNetwork;
import dev.weir.Eventually;
import dev.weir.load.engine.Timing;
import dev.weir.load.process.LoadClients;
import dev.weir.record.FleetRecord;
import dev.weir.server.ContainersOf;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.server.mongod.Command;
import dev.weir.study.Topology;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** A fleet whose hosts are containers: network, file system, processes and cores of their own. */
@EnabledIf("dev.weir.Containers#all")
@Timeout(600)
class ContainerFleetIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration SILENCE = Duration.ofSeconds(3);
  private static final Coordinator.Beats QUICK =
      new Coordinator.Beats(Duration.ofMillis(300), SILENCE);

  @SuppressWarnings("NullAway.Init")
  private static DockerClient docker;

  @SuppressWarnings("NullAway.Init")
  private static ServerUnderTest deployment;

  @SuppressWarnings("NullAway.Init")
  private static FleetServer server;

  @SuppressWarnings("NullAway.Init")
  private static String gateway;

  @SuppressWarnings("NullAway.Init")
  private static String image;

  @BeforeAll
  static void open() throws Exception {
    Command.Result made =
        Command.run(
            List.of("ops/local-image.sh", "worker"),
            Path.of("").toAbsolutePath(),
            Duration.ofMinutes(5));
    assertThat(made.exitCode()).as(made.output()).isZero();
    image = made.lastLine();
    ContainersOf engine = new ContainersOf();
    docker = engine.docker();
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("WEIR_SOURCES", "docker");
    deployment =
        ServerProvider.open(
            ServerRequest.defaults(environment).withTopology(Topology.STANDALONE),
            System.out::println);
    int port = deployment.members().get(0).port();
    ContainerNetwork network =
        docker
            .inspectContainerCmd(engine.of(port).holder())
            .exec()
            .getNetworkSettings()
            .getNetworks()
            .values()
            .iterator()
            .next();
    gateway = requireNonNull(network.getGateway());
    String address = network.getIpAddress();
    server = FleetServer.of(deployment, "mongodb://" + address + ":" + port + "/");
  }

  @AfterAll
  static void close() throws Exception {
    if (server != null) {
      server.close();
    }
  }

  private static Fleet fleet(int workers, WorkerLauncher launcher) {
    return new Fleet(
        new Fleet.Setup(
            "wait:" + workers, workers, Addresses.parse("0.0.0.0:0"), gateway, null, PATIENCE),
        launcher,
        QUICK,
        Timing.system(),
        System.out::println);
  }

  @Test
  void fourContainersMeasureAsOne(@TempDir Path folder) throws Exception {
    assertExact(folder, 4, new ContainerWorkers(docker, image));
  }

  @Test
  void soDoTasksOfSparkOnThreeContainers(@TempDir Path folder) throws Exception {
    try (SparkContainers spark = spark(3)) {
      assertExact(folder, 3, spark.launcher(folder, gateway));
    }
  }

  @Test
  void aKilledContainerOfSparkIsALostWorkerAndIsNotReplaced(@TempDir Path folder) throws Exception {
    try (SparkContainers spark = spark(2);
        Fleet fleet = fleet(2, spark.launcher(folder, gateway))) {
      LoadClients load = server.ready(fleet, folder, 2);
      server.lose(
          load,
          () -> docker.killContainerCmd(spark.worker(1)).exec(),
          "client . of 2: worker . on .*: the worker was lost: .*");
      assertThat(
              Eventually.within(SILENCE.multipliedBy(6), () -> !runs(spark.worker(0), "LoadMain")))
          .as("no load runs on")
          .isTrue();
      assertThat(fleet.record().gangs()).as("nobody was started again").isEqualTo(1);
    }
  }

  private static SparkContainers spark(int workers) throws InterruptedException {
    Path home = SparkContainers.home();
    assumeTrue(
        Files.isExecutable(home.resolve("bin/spark-submit")),
        "no Spark: set SPARK_HOME or run ops/get-spark.sh");
    return new SparkContainers(docker, home, workers);
  }

  private static void assertExact(Path folder, int workers, WorkerLauncher launcher)
      throws Exception {
    try (Fleet fleet = fleet(workers, launcher)) {
      LoadClients load = server.ready(fleet, folder, workers);
      server.exact(load, workers);
      assertThat(fleet.record().workers().stream().map(FleetRecord.Member::host))
          .as("each on a host of its own")
          .doesNotHaveDuplicates();
      load.close();
    }
  }

  @Test
  void aKilledContainerIsALostWorker(@TempDir Path folder) throws Exception {
    assertLost(folder, id -> docker.killContainerCmd(id).exec(), id -> {});
  }

  @Test
  void aPausedContainerIsALostWorkerWhoseLoadEndsOnceItRuns(@TempDir Path folder) throws Exception {
    assertLost(
        folder,
        id -> docker.pauseContainerCmd(id).exec(),
        id -> docker.unpauseContainerCmd(id).exec());
  }

  @Test
  void aContainerWithoutANetworkIsALostWorkerWhoseLoadEnds(@TempDir Path folder) throws Exception {
    assertLost(
        folder,
        id ->
            docker
                .disconnectFromNetworkCmd()
                .withContainerId(id)
                .withNetworkId("bridge")
                .withForce(true)
                .exec(),
        id -> {});
  }

  private static void assertLost(Path folder, Consumer<String> fate, Consumer<String> relief)
      throws Exception {
    ContainerWorkers workers = new ContainerWorkers(docker, image);
    try (Fleet fleet = fleet(2, workers)) {
      LoadClients load = server.ready(fleet, folder, 2);
      String victim = workers.id(1);
      assertThat(loadRuns(workers, victim)).isTrue();
      Duration found =
          server.lose(
              load,
              () -> fate.accept(victim),
              "client 2 of 2: worker 1 on .*: the worker was lost: .*");
      System.out.println("found out after " + found.toMillis() + " ms");
      assertThat(found).isLessThan(Duration.ofSeconds(30));
      assertThat(load.alive()).isFalse();
      relief.accept(victim);
      assertThat(
              Eventually.within(
                  SILENCE.multipliedBy(6),
                  () -> !loadRuns(workers, victim) && !loadRuns(workers, workers.id(0))))
          .as("no load runs on, whatever became of its worker")
          .isTrue();
    }
    for (int i = 0; i < 2; i++) {
      String id = workers.id(i);
      assertThat(Eventually.within(PATIENCE, () -> !workers.there(id))).isTrue();
    }
  }

  private static boolean loadRuns(ContainerWorkers workers, String id) {
    return workers.there(id) && runs(id, "LoadMain");
  }

  /** Whether a process whose command line holds that text runs in a container. */
  private static boolean runs(String id, String text) {
    try {
      return Arrays.stream(requireNonNull(docker.topContainerCmd(id).exec().getProcesses()))
          .anyMatch(process -> String.join(" ", process).contains(text));
    } catch (RuntimeException e) {
      return false; // gone in this very moment
    }
  }
}
