package dev.weir.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The runs that the repository keeps are read by the Weir of today. */
class CommittedRunsTest {
  static List<Path> runs() throws IOException {
    try (Stream<Path> folders = Files.list(Path.of("results"))) {
      return folders.filter(f -> Files.exists(f.resolve(RunFolder.RUN))).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("runs")
  void everyPartIsRead(Path path) throws IOException {
    RunFolder folder = RunFolder.open(path);
    RunRecord run = folder.run();
    assertThat(run.schemaVersion()).isEqualTo(RunRecord.SCHEMA_VERSION);
    assertThat(run.tool().version()).isNotBlank();
    List<CellRecord> cells = folder.cells();
    assertThat(cells).isNotEmpty();
    for (CellRecord cell : cells) {
      assertThat(cell.trials()).isNotEmpty().allMatch(trial -> trial.cell().equals(cell.id()));
      for (TrialRecord trial : cell.trials()) {
        assertThat(trial.valid()).isEqualTo(trial.reasons().isEmpty());
        assertThat(trial.counts().offered())
            .as("%s of round %d", cell.id(), trial.round())
            .isGreaterThanOrEqualTo( // an economy's rules refuse some
                trial.counts().acknowledged()
                    + trial.counts().failedDocuments()
                    + trial.counts().unanswered());
      }
    }
    if (!Files.exists(path.resolve("played.json"))) {
      folder.plan(); // beside a played plan the file of that name is its answer
    }
    folder.turns();
    folder.fleet();
  }
}
