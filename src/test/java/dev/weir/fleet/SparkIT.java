package dev.weir.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.Eventually;
import dev.weir.load.engine.Timing;
import dev.weir.load.process.LoadClients;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The fleet on Apache Spark: a standalone master and two workers on loopback, the shaded jar under
 * {@code spark-submit}. {@code -Pfleet} only, and skipped where there is no Spark.
 */
@EnabledIfSystemProperty(
    named = "weir.fleet.all",
    matches = "true",
    disabledReason = "takes minutes: run mvn verify -Pfleet")
@Timeout(300)
class SparkIT {
  private static final Path JAR = Path.of("target", "weir.jar");
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @SuppressWarnings("NullAway.Init")
  @TempDir
  static Path folder;

  private static final List<Process> daemons = new ArrayList<>();
  private static Path submit;
  private static String master;
  private static FleetServer server;

  @BeforeAll
  static void open() throws Exception {
    String found = System.getenv("SPARK_HOME");
    Path home =
        found != null
            ? Path.of(found)
            : Path.of(System.getProperty("user.home"), ".cache/weir/spark-4.2.0/pyspark");
    submit = home.resolve("bin/spark-submit");
    assumeTrue(Files.isExecutable(submit), "no Spark: set SPARK_HOME or run ops/get-spark.sh");
    assumeTrue(Files.isRegularFile(JAR), "no " + JAR);
    int port = freePort();
    master = "spark://127.0.0.1:" + port;
    daemons.add(daemon(home, "master.Master", "--port", String.valueOf(port), "--webui-port", "0"));
    for (int i = 0; i < 2; i++) {
      String work = folder.resolve("work" + i).toString();
      daemons.add(
          daemon(
              home,
              "worker.Worker",
              "--cores",
              "1",
              "--memory",
              "1g",
              "--webui-port",
              "0",
              "--work-dir",
              work,
              master));
    }
    server = FleetServer.open();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static Process daemon(Path home, String main, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                home.resolve("bin/spark-class").toString(),
                "org.apache.spark.deploy." + main,
                "--host",
                "127.0.0.1"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(
                ProcessBuilder.Redirect.appendTo(folder.resolve(main + ".log").toFile()));
    builder.environment().putAll(Map.of("SPARK_LOCAL_IP", "127.0.0.1"));
    return builder.start();
  }

  @AfterAll
  static void close() throws Exception {
    for (Process daemon : daemons) {
      daemon.descendants().forEach(ProcessHandle::destroyForcibly);
      daemon.destroyForcibly().waitFor();
    }
    if (server != null) {
      server.close();
    }
  }

  private static Fleet fleet(String on) {
    Fleet.Setup setup =
        new Fleet.Setup(on, 2, Addresses.parse("127.0.0.1:0"), "127.0.0.1", null, PATIENCE);
    return new Fleet(
        setup,
        new SparkWorkers(on, submit, JAR.toAbsolutePath().toString()),
        Timing.system(),
        System.out::println);
  }

  @Test
  void aBarrierStageOfTwoExecutorsMeasuresAsOne(@TempDir Path run) throws Exception {
    measures(master, run);
  }

  @Test
  void soDoTwoTasksOfOneJvm(@TempDir Path run) throws Exception {
    measures("local[2]", run);
  }

  private static void measures(String on, Path run) throws Exception {
    try (Fleet fleet = fleet(on)) {
      LoadClients load = server.ready(fleet, run, 2);
      server.exact(load, 2);
      List<String> commands = loads().map(SparkIT::commandLine).toList();
      assertThat(commands).hasSize(2).noneMatch(line -> line.contains("spark-core"));
      load.close();
    }
    assertNothingIsLeft();
  }

  @Test
  void aKilledExecutorSpoilsTheTrialAndIsNotRunAgain(@TempDir Path run) throws Exception {
    assertLost(run, line -> line.contains("CoarseGrainedExecutorBackend"));
  }

  @Test
  void soDoesAKilledDriverProgram(@TempDir Path run) throws Exception {
    assertLost(run, line -> line.contains("SparkSubmit"));
  }

  private static void assertLost(Path run, Predicate<String> victims) throws Exception {
    try (Fleet fleet = fleet(master)) {
      LoadClients load = server.ready(fleet, run, 2);
      List<ProcessHandle> loading = loads().toList(); // orphans would be nobody's descendants
      assertThat(loading).hasSize(2);
      List<ProcessHandle> killed = new ArrayList<>();
      server.lose(
          load,
          () -> {
            ours(victims).findFirst().ifPresent(killed::add);
            killed.forEach(ProcessHandle::destroyForcibly);
          },
          "client . of 2: worker . on .*: the worker was lost: .*");
      assertThat(killed).hasSize(1);
      assertThat(
              Eventually.within(
                  Duration.ofSeconds(20), () -> loading.stream().noneMatch(FleetIT::runs)))
          .as("no load runs on")
          .isTrue();
      assertThat(fleet.record().gangs()).as("nobody was started again").isEqualTo(1);
    }
    assertNothingIsLeft();
  }

  private static void assertNothingIsLeft() throws InterruptedException {
    assertThat(
            Eventually.within(
                Duration.ofSeconds(30),
                () ->
                    ours(line -> line.contains("SparkSubmit") || line.contains("LoadMain"))
                        .findAny()
                        .isEmpty()))
        .isTrue();
  }

  private static Stream<ProcessHandle> loads() {
    return ours(line -> line.contains("dev.weir.runner.LoadMain"));
  }

  /** Ours and those of the daemons, no others on this machine. */
  private static Stream<ProcessHandle> ours(Predicate<String> commandLine) {
    return ProcessHandle.current()
        .descendants()
        .filter(process -> commandLine.test(commandLine(process)));
  }

  private static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", String.valueOf(process.pid()), "cmdline"))
          .replace('\0', ' ');
    } catch (IOException e) {
      return ""; // gone already
    }
  }
}
