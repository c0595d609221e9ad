package dev.weir.runner.plan;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.capacity.CapacityException;
import dev.weir.capacity.Design;
import dev.weir.capacity.DesignReader;
import dev.weir.capacity.PlanAnswer;
import dev.weir.capacity.PlanFile;
import dev.weir.capacity.PlayedPoint;
import dev.weir.capacity.PlayedRun;
import dev.weir.record.CellRecord;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.runner.Run;
import dev.weir.runner.RunListener;
import dev.weir.runner.SilentListener;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Topology;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A small plan, played for seconds on a real server as it comes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PlayedPlanIT {
  private static final String PLAN =
      """
      name: hamlet
      players: 1000
      accounts: 3000
      documents:
        - {name: role, updatesPerMinute: 60, fields: 16, updateBytes: 613B, storedBytes: 2kB}
        - {name: bag, updatesPerMinute: 30, fields: 8, updateBytes: 300B, storedBytes: 1kB}
      flush: {policy: staggered, period: 2s, batch: 20, linger: 100ms, threads: 2}
      target: {p99: 2s, headroom: 0%, oplogWindow: 1m}
      price: {perHostMonth: 10, currency: EUR}
      """;

  private static final PlayLengths SECONDS = SecondsOfPlay.of(1, true);

  private static final PlayLengths PLANNED_ALONE = SecondsOfPlay.of(0, false);

  private ServerUnderTest server;

  @BeforeAll
  void open() throws Exception {
    ServerRequest request = ServerRequest.defaults(System.getenv()).withTopology(Topology.RS1);
    server = ServerProvider.open(request, line -> {});
  }

  @AfterAll
  void close() {
    server.close();
  }

  private static Design design(String... changes) throws Exception {
    String text = PLAN;
    for (int i = 0; i < changes.length; i += 2) {
      text = text.replace(changes[i], changes[i + 1]);
    }
    return DesignReader.parse("hamlet.yaml", text);
  }

  private static Run.Settings settings(RunListener listener) {
    return Run.Settings.of(Clock.systemUTC(), listener);
  }

  @Test
  void saysWhetherItHoldsAndHowManyAtMost(@TempDir Path results) throws Exception {
    Design design = design();
    PlayedPlan plan = PlayedPlan.of(design, SECONDS);
    assertThat(plan.examine(server)).isEmpty();
    Integer history = server.facts().keptHistory();
    Run.Outcome outcome = Run.carryOut(plan, server, results, settings(new SilentListener()));
    assertThat(outcome.run().verdict().reasons()).isEmpty();
    assertThat(outcome.run().endedAt()).isNotNull();
    assertThat(outcome.run().server().keptHistory()).as("as it comes").isEqualTo(history);
    assertThat(outcome.folder().getFileName().toString()).endsWith("-played-hamlet");

    PlanAnswer answer = requireNonNull(PlanFile.played(outcome.folder(), outcome.cells()));
    PlayedPoint planned = answer.played().get(0);
    double documents = 1000 * ((1 - Math.exp(-2)) + (1 - Math.exp(-1))) / 2;
    assertThat(planned.rates().due()).isCloseTo(documents, within(documents * 0.1));
    assertThat(planned.rates().updates()).isCloseTo(1500, within(150.0));
    assertThat(planned.cpu().server()).isPositive();
    assertThat(planned.times().p99().mean()).isGreaterThanOrEqualTo(planned.times().p50());
    assertThat(planned.times().p99().n()).as("seconds").isEqualTo(3);
    assertThat(planned.cache().mostDirty()).isBetween(0.0, 1.0);
    assertThat(planned.disk().data()).as("padding is stored").isGreaterThan(3000 * 3_000 * 0.8);
    assertThat(planned.disk().journal()).isPositive();
    assertThat(planned.oplogHours()).isPositive();
    assertThat(planned.rates().networkIn()).isGreaterThan(planned.rates().bytes());

    CellRecord cell = outcome.cells().get(0);
    assertThat(cell.id()).isEqualTo("planned");
    assertThat(cell.trials().get(0).counts().acknowledged())
        .isEqualTo(cell.trials().get(0).server().updates());
    assertThat(answer.players().planned()).isEqualTo(1000);
    assertThat(answer.players().holds()).isEqualTo(planned.holds());
    if (planned.holds()) {
      assertThat(requireNonNull(answer.players().most()).mean()).isGreaterThanOrEqualTo(1000);
      assertThat(answer.sentences().get(0)).startsWith("It holds: 1,000 players");
    } else { // a machine that is busy with other things may be too slow for any plan
      assertThat(planned.missed()).isNotEmpty();
      assertThat(answer.sentences().get(0)).doesNotContain("It holds");
    }
    assertThat(answer.cost()).contains("30 EUR a month");
    assertThat(answer.whatIf()).extracting("change").contains("as planned", "flush every 4 s");
    assertThat(outcome.folder().resolve("capture/timeline.csv")).exists();
    try (MongoClient client = MongoClients.create(server.connectionString())) {
      assertThat(client.listDatabaseNames()).doesNotContain(PlayedPlan.DATABASE);
    }
    JsonNode played =
        new ObjectMapper().readTree(outcome.folder().resolve(PlayedRun.NAME).toFile());
    assertThat(played.at("/points/0/load/players").asInt()).isEqualTo(1000);
  }

  @Test
  void theServerTellsHowFarItsCheckpointsAreApart() {
    assertThat(server.facts().checkpointPause()).isEqualTo(CheckpointRhythm.USUAL);
  }

  /** The folder of a run that ended with that line. */
  private Path killedAt(String line, PlayedPlan plan, Path results) throws Exception {
    RunListener kill =
        new SilentListener() {
          @Override
          public void note(String said) {
            if (said.startsWith(line)) {
              throw new IllegalStateException("killed");
            }
          }
        };
    assertThatThrownBy(() -> Run.carryOut(plan, server, results, settings(kill)))
        .hasMessageContaining("killed");
    try (Stream<Path> folders = Files.list(results)) {
      return folders.findFirst().orElseThrow();
    }
  }

  @Test
  void goesOnWithWhatAnInterruptedRunMeasured(@TempDir Path results) throws Exception {
    PlayedPlan plan = PlayedPlan.of(design(), SECONDS);
    Path folder = killedAt("batch4:", plan, results);
    List<String> lines = new ArrayList<>();
    RunListener listener =
        new SilentListener() {
          @Override
          public void note(String line) {
            lines.add(line);
          }
        };
    PlayedRun kept = requireNonNull(PlanFile.played(folder));
    assertThat(kept.points()).extracting(PlayedPoint::cell).containsExactly("planned", "batch4");
    Run.Outcome outcome = Run.goOn(folder, plan, server, settings(listener));
    RunRecord run = RunFolder.open(folder).run();
    assertThat(run.endedAt()).isNotNull();
    assertThat(run.verdict().notes()).anyMatch(note -> note.contains("with 2 trials"));
    assertThat(lines).anyMatch(line -> line.startsWith("kept: planned: "));
    assertThat(lines)
        .as("the accounts are still there")
        .noneMatch(line -> line.startsWith("role: "));
    assertThat(requireNonNull(PlanFile.played(folder)).points().subList(0, 2))
        .isEqualTo(kept.points());
    assertThat(outcome.cells()).extracting(CellRecord::id).contains("period4s");
  }

  /** The first load is measured for minutes, and accounts may take longer to fill. */
  @Test
  void aRunThatEndsWhileItFillsGoesOn(@TempDir Path results) throws Exception {
    PlayedPlan plan = PlayedPlan.of(design(), SECONDS);
    Path folder = killedAt("role: ", plan, results);
    assertThat(requireNonNull(PlanFile.played(folder)).points()).isEmpty();
    assertThat(PlanFile.played(folder, List.of())).as("no answer yet").isNull();
    Run.Outcome outcome = Run.goOn(folder, plan, server, settings(new SilentListener()));
    assertThat(outcome.run().endedAt()).isNotNull();
    assertThat(requireNonNull(PlanFile.played(folder)).points())
        .extracting(PlayedPoint::cell)
        .startsWith("planned", "batch4");
  }

  /** The journal comes first, so a crash may lie between it and the file of what was played. */
  @Test
  void aLoadWhoseTrialAloneIsOnDiskIsPlayedAgain(@TempDir Path results) throws Exception {
    PlayedPlan plan = PlayedPlan.of(design(), PLANNED_ALONE);
    Path path = killedAt("planned:", plan, results);
    RunFolder folder = RunFolder.open(path);
    PlayedRun kept = requireNonNull(PlanFile.played(path));
    folder.write(PlayedRun.NAME, kept.withPoints(List.of()));

    Run.goOn(path, plan, server, settings(new SilentListener()));
    assertThat(folder.recoverJournal())
        .extracting(trial -> trial.cell() + " " + trial.round())
        .containsExactly("planned 1", "planned 2");
    assertThat(requireNonNull(PlanFile.played(path)).points())
        .extracting(PlayedPoint::cell)
        .containsExactly("planned");
  }

  @Test
  void accountsThatDoNotFitTheDiskAreRefusedBeforeAnythingIsWritten() throws Exception {
    PlayedPlan plan =
        PlayedPlan.of(
            design(
                "accounts: 3000", "accounts: 90000000000", "storedBytes: 2kB", "storedBytes: 2MB"),
            SECONDS);
    assertThatThrownBy(() -> plan.examine(server))
        .isInstanceOf(CapacityException.class)
        .hasMessageContaining("the accounts don't fit")
        .hasMessageContaining("GB free");
  }
}
