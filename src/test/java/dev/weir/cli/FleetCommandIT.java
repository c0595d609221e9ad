package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** {@code weir fleet} as a user runs it; {@code -Pfleet} only. */
@EnabledIfSystemProperty(
    named = "weir.fleet.all",
    matches = "true",
    disabledReason = "takes half a minute: run mvn verify -Pfleet")
@Timeout(300)
class FleetCommandIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  private StudyRun fleet(String clients, int rounds) throws IOException {
    Path study =
        Files.writeString(
            folder.resolve("tiny.yaml"),
            """
            name: tiny-fleet
            topology: standalone
            documents: 200
            rounds: {min: %d, max: %1$d}
            trial: {measure: 1s, window: 0.25s, settleAtMost: 20s}
            warmUp: {atMost: 2s}
            factors:
              inFlight: [2]
            %s
            """
                .formatted(rounds, clients.isEmpty() ? "" : "  clients: [" + clients + "]"));
    return StudyRun.command(
        Map.of(),
        List.of(
            "fleet",
            "--plain",
            "--master",
            "local:2",
            study.toString(),
            "--out",
            folder.resolve("results").toString()));
  }

  @Test
  void aStudyIsMeasuredByTheWholeFleet() throws Exception {
    try (StudyRun run = fleet("", 1)) {
      int exit = run.awaitExit();
      assertThat(run.output()).contains("waiting for 2 workers at 127.0.0.1:", "worker 1 on ");
      run.assertNothingIsLeft();
      Path results = StudyRun.folder(folder.resolve("results"));
      JsonNode trial = JSON.readTree(results.resolve("cells.json").toFile()).at("/0/trials/0");
      assertThat(exit == 0 || !trial.get("valid").asBoolean()).as(run.output()).isTrue();
      assertThat(trial.at("/counts/acknowledged").asLong())
          .isPositive()
          .isEqualTo(trial.at("/server/updates").asLong());
      assertThat(trial.at("/clients/shares")).hasSize(2);
      assertThat(trial.at("/clients/shares/1/worker/worker").asInt()).isEqualTo(1);
      JsonNode fleet = JSON.readTree(results.resolve("fleet.json").toFile());
      assertThat(fleet.get("master").asText()).isEqualTo("local:2");
      assertThat(fleet.get("workers")).hasSize(2);
    }
  }

  @Test
  void aKilledCoordinatorLeavesNoLoadRunning() throws Exception {
    try (StudyRun run = fleet("1, 2", 3)) {
      run.awaitLine(".*round 1 of .*");
      run.awaitLine(".*measured after .*"); // its first trial is over, the others are not
      assertThat(run.child("LoadMain").isAlive()).isTrue();
      run.kill();
      run.assertNothingIsLeft();
    }
  }

  @Test
  void moreClientsThanWorkersAreRefused() throws Exception {
    try (StudyRun run = fleet("1, 4", 1)) {
      assertThat(run.awaitExit()).isEqualTo(Weir.BAD_INPUT);
      assertThat(run.output())
          .contains("study tiny-fleet has cells of 4 clients, the fleet has 2 workers");
    }
  }
}
