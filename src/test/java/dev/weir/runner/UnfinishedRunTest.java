package dev.weir.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.record.PlanRecord;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.record.Samples;
import dev.weir.study.Plan;
import dev.weir.study.Study;
import dev.weir.study.StudyReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnfinishedRunTest {
  /** The line is written first, so a crash may lie between it and the journal. */
  @Test
  @SuppressWarnings("NullAway") // the generated copies take null
  void linesOfAnEconomyWithoutATrialInTheJournalAreDropped(@TempDir Path results) throws Exception {
    Study study =
        StudyReader.parse(
            "shop.yaml", "name: shop\nrounds: {min: 3, max: 3}\nfactors: {inFlight: [1, 2]}\n");
    Plan plan = Plan.of(study, cell -> Optional.empty());
    RunFolder folder = RunFolder.create(results, Instant.EPOCH, "shop");
    folder.write(RunFolder.PLAN, new PlanRecord(StudyMeasurement.factors(plan)));
    RunRecord run =
        Samples.run(
            EffectiveStudy.of(study),
            Samples.server("MongoDB", true),
            new RunRecord.Verdict(false, List.of("the run has not finished"), List.of()),
            "2026-01-02T03:04:05Z");
    folder.write(RunFolder.RUN, run.withEndedAt(null).withBaseline(plan.baseline()));
    String cell = plan.cells().keySet().iterator().next();
    folder.journal(Samples.trial(cell, 1, 100, List.of()));
    Path economy = folder.file(EconomyCells.FILE);
    Files.writeString(economy, line(cell, 1) + line(cell, 2) + line(cell, 3).substring(0, 30));

    UnfinishedRun.open(folder.path()).recover();
    assertThat(economy).hasContent(line(cell, 1));
  }

  private static String line(String cell, int round) {
    return "{\"cell\":\"%s\",\"round\":%d,\"efficiency\":0.97}\n".formatted(cell, round);
  }
}
