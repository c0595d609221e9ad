package dev.weir.fleet;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.record.CellRecord;
import dev.weir.record.FleetRecord;
import dev.weir.record.RunFolder;
import dev.weir.record.TrialMeasurement.Health;
import dev.weir.record.TrialRecord;
import dev.weir.server.ServerException;
import dev.weir.server.mongod.Command;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** {@code ops/container-hosts}: client machines that are containers, with a fraction of a core. */
@EnabledIf("dev.weir.Containers#all")
@Timeout(600)
class ContainerHostsIT {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private static Command.Result hosts(String... arguments) throws ServerException {
    List<String> command = new ArrayList<>(List.of("ops/container-hosts"));
    command.addAll(List.of(arguments));
    return Command.run(command, Path.of("").toAbsolutePath(), PATIENCE);
  }

  private static String docker(String... arguments) throws ServerException {
    List<String> command = new ArrayList<>(List.of("docker"));
    command.addAll(List.of(arguments));
    return Command.run(command, null, PATIENCE).output();
  }

  @Test
  void badUsageIsOneLineAndCodeTwo() throws Exception {
    for (List<String> wrong :
        List.of(
            List.<String>of(),
            List.of("--hosts", "none", "quick"),
            List.of("--cpus", "half", "quick"),
            List.of("one", "two"))) {
      Command.Result ended = hosts(wrong.toArray(new String[0]));
      assertThat(ended.exitCode()).as(ended.output()).isEqualTo(2);
      assertThat(ended.output().lines())
          .hasSize(1)
          .allMatch(line -> line.startsWith("container-hosts: "));
    }
    assertThat(hosts("--help").exitCode()).isZero();
  }

  /** A study of seconds, whose figures mean nothing. */
  @Test
  void aQuotaIsMeasuredAndNotTakenForStarvation(@TempDir Path folder) throws Exception {
    Path study =
        Files.writeString(
            folder.resolve("tiny.yaml"),
            """
            name: hosts-tiny
            topology: standalone
            documents: 500
            rounds: {min: 1, max: 1}
            trial: {measure: 4s, window: 0.5s, settleAtMost: 15s}
            warmUp: {atMost: 10s}
            factors: {operation: single, clients: [1, 3], inFlight: 4}
            """);
    Path out = folder.resolve("out");
    Command.Result ended =
        hosts("--hosts", "3", "--cpus", "0.25", "--out", out.toString(), study.toString());
    try (Stream<Path> runs = Files.list(out)) {
      RunFolder run = RunFolder.open(runs.findFirst().orElseThrow());
      List<TrialRecord> trials =
          run.cells().stream().map(CellRecord::trials).flatMap(List::stream).toList();
      assertThat(trials).hasSize(2);
      for (TrialRecord trial : trials) {
        assertThat(trial.reasons())
            .as(ended.output())
            .noneMatch(reason -> reason.contains("stalls over") || reason.contains("counts"));
        assertThat(trial.counts().acknowledged()).isPositive();
        Health health = requireNonNull(trial.health());
        assertThat(health.throttledCores()).as("%s", health).isPositive();
        System.out.printf(
            Locale.ROOT,
            "%s: the quota withheld %.2f cores, the worst stall was %.0f ms; reasons %s%n",
            trial.identity().cell(),
            health.throttledCores(),
            health.worstStallMillis(),
            trial.reasons());
      }
      assertThat(requireNonNull(run.fleet()).workers())
          .extracting(FleetRecord.Member::host)
          .containsExactly("host0", "host1", "host2");
      assertThat(requireNonNull(run.fleet()).workers().get(0).jvmArguments())
          .contains("-XX:TieredStopAtLevel=1");
    }
    assertThat(docker("ps", "--all", "--quiet", "--filter", "label=dev.weir.hosts")).isBlank();
    assertThat(docker("network", "ls", "--quiet", "--filter", "label=dev.weir.hosts")).isBlank();
  }
}
