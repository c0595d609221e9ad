package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.load.LoadOrder;
import dev.weir.load.process.ClientPrefix;
import dev.weir.load.process.LoadClients;
import dev.weir.record.CellRecord;
import dev.weir.record.ClientShares;
import dev.weir.record.RunFolder;
import dev.weir.record.TrialRecord;
import dev.weir.runner.LoadMain;
import dev.weir.study.Plan;
import dev.weir.study.StudyReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Clients in network namespaces of their own, as {@code ops/client-lab} makes them. */
@Timeout(300)
class ClientLabIT {
  private static final Path SCRIPT = Path.of("ops/client-lab");

  private record Ended(int exit, String output) {}

  private static Ended run(List<String> command, Map<String, String> environment)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(240, TimeUnit.SECONDS)).isTrue();
    return new Ended(process.exitValue(), output);
  }

  private static Ended lab(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("bash", SCRIPT.toString()));
    command.addAll(List.of(arguments));
    return run(command, Map.of());
  }

  private static void assumeRootWithIproute() throws IOException, InterruptedException {
    assumeTrue(Optional.of("root").equals(ProcessHandle.current().info().user()), "needs root");
    for (String tool : List.of("ip", "tc", "nsenter")) {
      assumeTrue(onPath(tool), "needs " + tool);
    }
    String probe = "weirtest-" + ProcessHandle.current().pid();
    Ended added = run(List.of("ip", "netns", "add", probe), Map.of());
    assumeTrue(added.exit == 0, "no network namespaces here: " + added.output.strip());
    run(List.of("ip", "netns", "delete", probe), Map.of());
  }

  private static boolean onPath(String tool) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
  }

  private static String namespaces() throws IOException, InterruptedException {
    return run(List.of("ip", "netns", "list"), Map.of()).output;
  }

  @Test
  void badUsageIsOneLineAndCodeTwo() throws Exception {
    for (List<String> wrong :
        List.of(
            List.<String>of(),
            List.of("sideways"),
            List.of("--clients", "two", "link"),
            List.of("--clients", "65", "link"))) {
      Ended ended = lab(wrong.toArray(new String[0]));
      assertThat(ended.exit).as(ended.output).isEqualTo(2);
      assertThat(ended.output.lines()).hasSize(1).allMatch(line -> line.startsWith("client-lab: "));
    }
    assertThat(lab("--help").exit).isEqualTo(0);
  }

  @Test
  void everyStudyOfTheLabCanBePlanned() throws Exception {
    try (Stream<Path> files = Files.list(Path.of("ops/lab"))) {
      List<Path> studies = files.filter(file -> file.toString().endsWith(".yaml")).toList();
      assertThat(studies).hasSize(4);
      for (Path study : studies) {
        assertThat(Plan.of(StudyReader.open(study.toString()), cell -> Optional.empty()).cells())
            .hasSize(4);
      }
    }
  }

  @Test
  void eachClientRunsWhereItsPrefixPutsIt(@TempDir Path folder) throws Exception {
    assumeRootWithIproute();
    String name = "weirtest-" + ProcessHandle.current().pid() + "-";
    try {
      for (int n = 1; n <= 2; n++) {
        assertThat(run(List.of("ip", "netns", "add", name + n), Map.of()).exit).isZero();
      }
      Set<Path> places = new HashSet<>();
      try (LoadClients load =
          LoadClients.start(
              LoadMain.class,
              folder.resolve("load.log"),
              2,
              ClientPrefix.parse("ip netns exec " + name + "{n}"))) {
        load.connect(
            client -> new LoadOrder.Connect("mongodb://127.0.0.1:1", "weir_x", 1, null),
            Duration.ofSeconds(60));
        places.add(Files.readSymbolicLink(Path.of("/proc/self/ns/net")));
        for (int n = 0; n < load.size(); n++) {
          long pid = load.pid(n).orElseThrow();
          places.add(Files.readSymbolicLink(Path.of("/proc/" + pid + "/ns/net")));
        }
      }
      assertThat(places).as("the two clients' namespaces and our own").hasSize(3);
    } finally {
      for (int n = 1; n <= 2; n++) {
        run(List.of("ip", "netns", "delete", name + n), Map.of());
      }
    }
  }

  private static Path tiny(Path folder, String operation) throws IOException {
    return Files.writeString(
        folder.resolve("tiny.yaml"),
        """
        name: lab-tiny
        topology: standalone
        documents: 500
        rounds: {min: 1, max: 1}
        trial: {measure: 4s, window: 0.5s, settleAtMost: 10s}
        warmUp: {atMost: 3s}
        factors: {%s, clients: [1, 2], inFlight: 4}
        """
            .formatted(operation));
  }

  private static RunFolder onlyRun(Path folder) throws IOException {
    try (Stream<Path> runs = Files.list(folder.resolve("out"))) {
      return RunFolder.open(runs.findFirst().orElseThrow());
    }
  }

  /**
   * The whole of it on a study of seconds, whose figures mean nothing; the real ones take minutes.
   */
  @Test
  @EnabledIfSystemProperty(named = "weir.lab", matches = "true")
  void labMeasuresOverNarrowLinksAndLeavesNothingBehind(@TempDir Path folder) throws Exception {
    assumeRootWithIproute();
    Path study = tiny(folder, "operation: bulkUnordered, batch: 50");
    Ended ended =
        lab("--study", study.toString(), "--out", folder.resolve("out").toString(), "link");
    assertThat(ended.output).contains("uplink of client 1:", "uplink of client 2:");
    assertThat(namespaces()).doesNotContain("weirlab-");
    RunFolder run = onlyRun(folder);
    assertThat(run.run().verdict().notes()).anyMatch(note -> note.contains("client-lab enter"));
    List<TrialRecord> trials = trials(run);
    assertThat(trials).hasSize(2);
    for (TrialRecord trial : trials) {
      ClientShares shares = trial.clients();
      int clients = shares == null ? 1 : shares.shares().size();
      assertThat(trial.rates().megabytesPerSecond() / clients)
          .as("documents of a client fit through 20 Mbit/s: %s %s", trial.reasons(), ended.output)
          .isBetween(0.1, 2.5);
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "weir.lab", matches = "true")
  void labGivesEachClientAFractionOfACore(@TempDir Path folder) throws Exception {
    assumeRootWithIproute();
    Path study = tiny(folder, "operation: single");
    Ended ended =
        lab("--study", study.toString(), "--out", folder.resolve("out").toString(), "cpu");
    assertThat(ended.output)
        .containsPattern("control group of client 1: held back in [1-9]\\d* % of its periods");
    assertThat(namespaces()).doesNotContain("weirlab-");
    for (TrialRecord trial : trials(onlyRun(folder))) {
      assertThat(trial.counts().acknowledged())
          .as("%s %s", trial.reasons(), ended.output)
          .isPositive();
    }
  }

  private static List<TrialRecord> trials(RunFolder run) throws IOException {
    return run.cells().stream().map(CellRecord::trials).flatMap(List::stream).toList();
  }
}
