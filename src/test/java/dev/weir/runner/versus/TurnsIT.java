package dev.weir.runner.versus;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.analysis.compare.CellComparison;
import dev.weir.analysis.compare.ComparedRun;
import dev.weir.analysis.compare.RunComparison;
import dev.weir.analysis.stats.LogRatio;
import dev.weir.analysis.stats.RunSpread;
import dev.weir.record.RunFolder;
import dev.weir.record.TrialRecord;
import dev.weir.record.TurnsRecord;
import dev.weir.runner.Run;
import dev.weir.runner.SilentListener;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.Durability;
import dev.weir.study.Encoding;
import dev.weir.study.Factor;
import dev.weir.study.Plan;
import dev.weir.study.Study;
import dev.weir.study.StudyException;
import dev.weir.study.Topology;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two sides by turns on a real server, from the plan to a comparison of their records. */
class TurnsIT {
  private static final Study STUDY =
      Study.named("turns-a")
          .with(
              study ->
                  study
                      .question("What does waiting for the journal cost?")
                      .topology(Topology.STANDALONE)
                      .documents(500)
                      .rounds(new Study.Rounds(2, 2))
                      .precision(1)
                      .budget(Duration.ofMinutes(5))
                      .trial(
                          new Study.TrialTiming(
                              Duration.ofMillis(300),
                              Duration.ofMillis(100),
                              Duration.ofSeconds(8)))
                      // speed is nothing here, counts are all
                      .warmUp(new Study.WarmUp(Duration.ZERO))
                      .factors(Map.of(Factor.IN_FLIGHT, List.of(1, 2))));

  @Test
  void leavesTwoRecordsThatArePairedWithinRounds(@TempDir Path folder) throws Exception {
    Plan a = plan(STUDY);
    Plan b =
        plan(
            STUDY
                .withName("turns-b")
                .withFactors(
                    Map.of(
                        Factor.IN_FLIGHT,
                        List.of(1, 2),
                        Factor.WRITE_CONCERN,
                        List.of(Durability.W1_JOURNALED))));
    Pairs pairs = new Pairs();
    ServerRequest request =
        ServerRequest.defaults(System.getenv())
            .withTopology(Topology.STANDALONE)
            .withTemporaryDirectory(folder);
    Versus.Outcome outcome;
    try (ServerUnderTest server = ServerProvider.open(request, line -> {})) {
      outcome =
          new Versus(a, b, new Versus.Effort(2, 2, 130))
              .carryOut(
                  server,
                  server,
                  folder.resolve("results"),
                  Run.Settings.of(Clock.systemUTC(), pairs));
      try (MongoClient client = MongoClients.create(server.connectionString())) {
        assertThat(client.listDatabaseNames()).doesNotContain("weir_turns-a", "weir_turns-b");
      }
    }

    assertThat(pairs.ended).isEqualTo(List.of("1 of 4", "2 of 4", "3 of 4", "4 of 4"));
    ComparedRun base = read(outcome.a().folder());
    ComparedRun other = read(outcome.b().folder());
    assertThat(base.run().verdict().reasons()).isEmpty();
    assertThat(base.run().endedAt()).isNotNull();
    assertThat(other.cells())
        .allSatisfy(cell -> assertThat(cell.factors()).containsEntry("writeConcern", "w1j"));
    assertThat(trials(other)).hasSize(4).allSatisfy(TurnsIT::counted);
    assertThat(base.tookTurnsWith(other)).isTrue();
    RunComparison comparison =
        RunComparison.of(
            base, List.of(other), new RunComparison.Terms(0.95, RunSpread.assumed(0), true));
    assertThat(comparison.cells())
        .extracting(CellComparison::ratio)
        .hasSize(2)
        .allSatisfy(ratio -> assertThat(ratio.method()).isEqualTo(LogRatio.BLOCKS));
    // The server is asked for more, so turns are long, and a block is one group of them.
    assertThat(turns(other).lengths()).hasSize(4).allMatch(cell -> cell.length().equals("130 ms"));
    assertThat(turns(other).blocks()).hasSize(8);
  }

  @Test
  void sidesThatAreAlikeToTheServerTakeTurnsOfSingleCallsAtOneCollection(@TempDir Path folder)
      throws Exception {
    Plan a = plan(STUDY.withName("encodings-a"));
    Plan b =
        plan(
            STUDY
                .withName("encodings-b")
                .withFactors(
                    Map.of(
                        Factor.IN_FLIGHT, List.of(1, 2), Factor.ENCODING, List.of(Encoding.RAW))));
    ServerRequest request =
        ServerRequest.defaults(System.getenv())
            .withTopology(Topology.STANDALONE)
            .withTemporaryDirectory(folder);
    Versus.Outcome outcome;
    try (ServerUnderTest server = ServerProvider.open(request, line -> {})) {
      outcome =
          new Versus(a, b, new Versus.Effort(2, 2))
              .carryOut(
                  server,
                  server,
                  folder.resolve("results"),
                  Run.Settings.of(Clock.systemUTC(), new SilentListener()));
    }

    ComparedRun base = read(outcome.a().folder());
    ComparedRun other = read(outcome.b().folder());
    assertThat(trials(other)).hasSize(4).allSatisfy(trial -> assertThat(trial.reasons()).isEmpty());
    assertThat(turns(other).lengths())
        .filteredOn(cell -> cell.cell().contains("inFlight1"))
        .isNotEmpty()
        .allMatch(cell -> cell.length().equals("one call"));
    assertThat(
            RunComparison.of(
                    base, List.of(other), new RunComparison.Terms(0.95, RunSpread.assumed(0), true))
                .cells())
        .hasSize(2)
        .allSatisfy(cell -> assertThat(cell.ratios()).hasSize(2));
    List<TurnsRecord.Block> there = requireNonNull(turns(base).blocks());
    List<TurnsRecord.Block> here = requireNonNull(turns(other).blocks());
    for (int i = 0; i < there.size(); i++) {
      assertThat(there.get(i).typicalRatio() * here.get(i).typicalRatio())
          .isCloseTo(1, within(1e-9));
    }
  }

  private static TurnsRecord turns(ComparedRun run) {
    return requireNonNull(run.turns());
  }

  private static void counted(TrialRecord trial) {
    assertThat(trial.reasons()).isEmpty();
    assertThat(trial.rates().windows()).hasSize(2); // the fewest blocks
    assertThat(trial.documentsPerSecond()).isPositive();
    assertThat(trial.counts().acknowledged()).isPositive().isEqualTo(trial.counts().offered());
  }

  private static Plan plan(Study study) throws StudyException {
    return Plan.of(study, TurnsIT::all);
  }

  private static Optional<String> all(Cell cell) {
    return Optional.empty();
  }

  private static List<TrialRecord> trials(ComparedRun run) {
    return run.cells().stream().flatMap(cell -> cell.trials().stream()).toList();
  }

  private static ComparedRun read(Path path) throws IOException {
    RunFolder folder = RunFolder.open(path);
    return new ComparedRun(path.toString(), folder.run(), folder.cells(), folder.turns());
  }

  /** Remembers how far the run was. */
  private static final class Pairs extends SilentListener {
    private final List<String> ended = new ArrayList<>();

    @Override
    public void pairEnded(TrialRecord a, TrialRecord b, int pairsDone, int pairsExpected) {
      ended.add(pairsDone + " of " + pairsExpected);
    }
  }
}
