package dev.weir.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.weir.record.RunFolder;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.Plan;
import dev.weir.study.Study;
import dev.weir.study.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Samplers that die or hang while a cell is measured are named, and the run goes on. */
@EnabledOnOs(OS.LINUX)
class SilentSamplerIT {
  private static final Study STUDY =
      Study.named("silent-sampler")
          .with(
              study ->
                  study
                      .question("Does a run survive the death of vmstat and an iostat that hangs?")
                      .topology(Topology.STANDALONE)
                      .documents(1_000)
                      .rounds(new Study.Rounds(1, 1))
                      .precision(1)
                      .budget(Duration.ofMinutes(5))
                      .trial(
                          new Study.TrialTiming(
                              Duration.ofMillis(3_000),
                              Duration.ofMillis(250),
                              Duration.ofSeconds(8)))
                      .warmUp(new Study.WarmUp(Duration.ofSeconds(2))));

  static IntStream repeats() {
    return IntStream.rangeClosed(1, Integer.getInteger("weir.faults.repeats", 1));
  }

  @ParameterizedTest
  @MethodSource("repeats")
  void theirGapsAreInTheRecordAndInTheVerdict(int repeat, @TempDir Path folder) throws Exception {
    assumeThat(installed("vmstat") && installed("iostat")).isTrue();
    Plan plan = new Plan(STUDY, Map.of("only", Cell.of(Map.of())), List.of(), null);
    ServerRequest request =
        ServerRequest.defaults(System.getenv())
            .withTopology(Topology.STANDALONE)
            .withTemporaryDirectory(folder);
    try (ServerUnderTest server = ServerProvider.open(request, line -> {})) {
      Run.Outcome outcome =
          Run.carryOut(
              new StudyMeasurement(plan, (cell, load) -> disturb()),
              server,
              folder,
              Run.Settings.of(Clock.systemUTC(), new SilentListener()));

      assertThat(outcome.run().endedAt()).isNotNull();
      assertThat(String.valueOf(outcome.run().capture().get("gaps")))
          .contains("sampler=vmstat")
          .contains("died")
          .contains("sampler=iostat")
          .contains("said nothing for");
      var only = outcome.cells().get(0);
      // On a busy machine the trial may be invalid; then no verdict rests on samples at all.
      if (only.trials().get(0).valid()) {
        assertThat(only.bottleneck().evidence())
            .anyMatch(line -> line.startsWith("vmstat was silent in 1 of 1 trials: died"))
            .anyMatch(line -> line.startsWith("iostat was silent in 1 of 1 trials: said nothing"));
      }
      List<String> timeline =
          Files.readAllLines(outcome.folder().resolve(RunFolder.CAPTURE).resolve("timeline.csv"));
      List<String> columns = List.of(timeline.get(0).split(",", -1));
      int runnable = columns.indexOf("vmstat_runnable_tasks");
      int ping = columns.indexOf("ping_rtt_ms");
      assertThat(timeline.stream().skip(1))
          .anyMatch(
              row -> {
                String[] fields = row.split(",", -1);
                return fields[ping].length() > 0 && (runnable < 0 || fields[runnable].isEmpty());
              });
    }
  }

  private static boolean installed(String tool) {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
      if (Files.isExecutable(Path.of(folder, tool))) {
        return true;
      }
    }
    return false;
  }

  /** The capture ends the one that hangs, by force. */
  private static Intervention.Restore disturb() throws IOException, InterruptedException {
    children("vmstat").forEach(ProcessHandle::destroyForcibly);
    for (ProcessHandle iostat : children("iostat")) {
      new ProcessBuilder("kill", "-STOP", Long.toString(iostat.pid())).start().waitFor();
    }
    return () -> {};
  }

  private static List<ProcessHandle> children(String tool) {
    List<ProcessHandle> found =
        ProcessHandle.current()
            .descendants()
            .filter(process -> name(process).orElse("").endsWith(tool))
            .toList();
    assertThat(found).as(tool).isNotEmpty();
    return found;
  }

  private static Optional<String> name(ProcessHandle process) {
    return process.info().command();
  }
}
