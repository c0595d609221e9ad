package dev.weir.runner;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.record.CellRecord;
import dev.weir.record.QueueSkew;
import dev.weir.record.RunFolder;
import dev.weir.record.TrialRecord;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Plan;
import dev.weir.study.StudyReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cells that are no endless loop of updates, in one study on a real server. */
class JobsAndEconomyIT {
  private static final String STUDY =
      """
      name: jobs-and-economy
      documents: 500
      rounds: {min: 1, max: 1}
      trial: {measure: 1s, window: 0.25s, settleAtMost: 2s}
      warmUp: {atMost: 1s}
      factors: {operation: bulkUnordered, batch: 10, dispatch: modulo, tasks: 8, batchesPerTask: 2, queueWorkers: 4}
      include:
        - {operation: economy, connections: session, inFlight: 4, cycleMillis: 40, dispatch: none, tasks: 0, batchesPerTask: 0, queueWorkers: 0}
      """;

  @Test
  void areMeasuredCountedAndAudited(@TempDir Path folder) throws Exception {
    Plan plan = Plan.of(StudyReader.parse("f.yaml", STUDY), cell -> Optional.empty());
    ServerRequest request = ServerRequest.defaults(System.getenv()).withTemporaryDirectory(folder);
    try (ServerUnderTest server = ServerProvider.open(request, line -> {})) {
      Run.Outcome outcome =
          Run.carryOut(
              new StudyMeasurement(plan),
              server,
              folder,
              Run.Settings.of(Clock.systemUTC(), new SilentListener()));
      Map<String, CellRecord> cells =
          RunFolder.open(outcome.folder()).cells().stream()
              .collect(Collectors.toMap(CellRecord::id, Function.identity()));
      assertThat(cells).hasSize(2);
      TrialRecord jobs = only(cells, "bulkUnordered");
      QueueSkew skew = Objects.requireNonNull(jobs.queues());
      assertThat(skew.jobs()).isPositive();
      assertThat(skew.queueSkew()).isBetween(1.0, 4.0);
      assertThat(skew.deepest()).isBetween(2.0, 8.0);
      assertThat(skew.finishSkew()).isGreaterThanOrEqualTo(1);
      assertThat(jobs.counts().modified()).isEqualTo(jobs.counts().acknowledged());
      assertThat(jobs.server().updates()).isEqualTo(jobs.counts().acknowledged());

      TrialRecord economy = only(cells, "economy");
      assertThat(economy.valid()).as(economy.reasons().toString()).isTrue();
      assertThat(economy.documentsPerSecond()).isPositive();
      assertThat(economy.queues()).isNull();
      List<String> lines = Files.readAllLines(outcome.folder().resolve(EconomyCells.FILE));
      assertThat(lines).hasSize(1);
      JsonNode line = new ObjectMapper().readTree(lines.get(0));
      assertThat(line.at("/audit/problems")).isEmpty();
      assertThat(line.at("/audit/gold").asLong()).isPositive();
      assertThat(outcome.run().verdict().notes()).anyMatch(note -> note.startsWith("economy: "));
    }
  }

  private static TrialRecord only(Map<String, CellRecord> cells, String operation) {
    List<TrialRecord> trials =
        cells.values().stream()
            .filter(cell -> operation.equals(cell.factors().get("operation")))
            .flatMap(cell -> cell.trials().stream())
            .toList();
    assertThat(trials).hasSize(1);
    return trials.get(0);
  }
}
