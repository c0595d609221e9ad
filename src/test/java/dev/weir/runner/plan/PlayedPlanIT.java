package dev.weir.runner.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.capacity.Design;
import dev.weir.capacity.DesignReader;
import dev.weir.capacity.MeasuredCells;
import dev.weir.capacity.PlayedShare;
import dev.weir.record.CellRecord;
import dev.weir.runner.Run;
import dev.weir.runner.SilentListener;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.DriverKind;
import dev.weir.study.Topology;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plan that rests on a committed run, played for seconds: it leaves a record like any run. */
class PlayedPlanIT {
  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  void leavesARecordWithWhatWasPredictedAndMeasured(@TempDir Path results) throws Exception {
    // All begins clean, so that a flush period has to pass before anything is measured.
    String text = Files.readString(Path.of("benchmarks/plans/mobile-game.yaml"));
    Path file = Files.writeString(results.resolve("p.yaml"), text.replace("60s", "2s"));
    Design design = DesignReader.open(file);
    MeasuredCells measured =
        MeasuredCells.read(List.of(Path.of("results/20261121T164945Z-capacity")), DriverKind.SYNC);
    List<PlayedShare> shown = new ArrayList<>();
    PlayedPlan plan =
        new PlayedPlan(
            design,
            measured,
            List.of(0.05),
            shown::add,
            new PlayedPlan.Lengths(SECOND, SECOND, SECOND, SECOND));
    ServerRequest request = ServerRequest.defaults(System.getenv()).withTopology(Topology.RS1);
    Run.Outcome outcome;
    try (ServerUnderTest server = ServerProvider.open(request, line -> {})) {
      outcome =
          Run.carryOut(
              plan, server, results, Run.Settings.of(Clock.systemUTC(), new SilentListener()));
    }
    assertThat(outcome.run().verdict().reasons()).isEmpty();
    assertThat(outcome.run().endedAt()).isNotNull();
    assertThat(outcome.folder().getFileName().toString()).endsWith("-played-" + design.name());
    CellRecord cell = outcome.cells().get(0);
    assertThat(cell.id()).isEqualTo("at5");
    assertThat(cell.factors()).containsEntry("share", "5%");
    assertThat(cell.trials().get(0).counts().acknowledged())
        .isEqualTo(cell.trials().get(0).server().updates());
    assertThat(shown).hasSize(1);
    assertThat(shown.get(0).measuredDocumentsPerSecond())
        .isCloseTo(cell.trials().get(0).documentsPerSecond(), withinPercentage(0.001))
        .isPositive();
    JsonNode played =
        new ObjectMapper().readTree(outcome.folder().resolve(PlayedPlan.FILE).toFile());
    assertThat(played.at("/0/share").asDouble()).isEqualTo(0.05);
    assertThat(outcome.folder().resolve("capture/timeline.csv")).exists();
  }
}
