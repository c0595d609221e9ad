package dev.weir.runner.versus;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.analysis.compare.CellComparison;
import dev.weir.analysis.compare.ComparedRun;
import dev.weir.analysis.compare.RunComparison;
import dev.weir.analysis.compare.RunDifferences;
import dev.weir.analysis.stats.RunSpread;
import dev.weir.load.process.JvmSettings;
import dev.weir.load.process.LoadFailure;
import dev.weir.record.RunFolder;
import dev.weir.record.TrialRecord;
import dev.weir.record.TurnsRecord;
import dev.weir.runner.Run;
import dev.weir.runner.SilentListener;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Factor;
import dev.weir.study.Plan;
import dev.weir.study.Study;
import dev.weir.study.StudyException;
import dev.weir.study.Topology;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two JVMs that hand the turn to each other, from the plan to a comparison of their records. */
@Timeout(600)
class TwoJvmsIT {
  private static final int ROUNDS = 3;

  /** By which the other side's JVMs are known among the processes. */
  private static final String OTHER = "-Dweir.side=other";

  private static Plan plan(String name, Map<Factor<?>, List<Object>> factors)
      throws StudyException {
    Study study =
        Study.named(name)
            .with(
                made ->
                    made.question("What does the JVM's compiler bring?")
                        .topology(Topology.STANDALONE)
                        .documents(500)
                        .rounds(new Study.Rounds(ROUNDS, ROUNDS))
                        .precision(1)
                        .budget(Duration.ofMinutes(5))
                        .warmUp(new Study.WarmUp(Duration.ofSeconds(1)))
                        .factors(factors));
    return Plan.of(study, cell -> Optional.empty());
  }

  private static JvmSettings options(String... options) {
    return new JvmSettings(List.of(options), List.of(), JvmSettings.USUAL.driver());
  }

  private static ServerUnderTest server(Path folder) throws Exception {
    return ServerProvider.open(
        ServerRequest.defaults(System.getenv())
            .withTopology(Topology.STANDALONE)
            .withTemporaryDirectory(folder),
        line -> {});
  }

  private static ComparedRun read(Path path) throws IOException {
    RunFolder folder = RunFolder.open(path);
    return new ComparedRun(path.toString(), folder.run(), folder.cells(), folder.turns());
  }

  private static List<TrialRecord> trials(ComparedRun run) {
    return run.cells().stream().flatMap(cell -> cell.trials().stream()).toList();
  }

  @Test
  void anInterpretedSideIsFoundSlowerAndTheHandOverIsOnRecord(@TempDir Path folder)
      throws Exception {
    Map<Factor<?>, List<Object>> factors = Map.of(Factor.IN_FLIGHT, List.of(1, 4));
    Versus.Jvms jvms =
        new Versus.Jvms(SideClients.tried(options("-Xint")), SideClients.tried(options()));
    Versus.Outcome outcome;
    try (ServerUnderTest server = server(folder)) {
      outcome =
          new Versus(
                  plan("jvms-a", factors),
                  plan("jvms-b", factors),
                  new Versus.Effort(ROUNDS, 4),
                  jvms)
              .carryOut(
                  server,
                  server,
                  folder.resolve("results"),
                  Run.Settings.of(Clock.systemUTC(), new SilentListener()));
      try (MongoClient client = MongoClients.create(server.connectionString())) {
        assertThat(client.listDatabaseNames()).noneMatch(name -> name.startsWith("weir_"));
      }
    }
    ComparedRun base = read(outcome.a().folder());
    ComparedRun other = read(outcome.b().folder());
    assertThat(trials(base)).hasSize(2 * ROUNDS);
    assertThat(trials(other)).hasSize(2 * ROUNDS);
    for (ComparedRun run : List.of(base, other)) {
      assertThat(run.run().verdict().reasons()).isEmpty();
      assertThat(trials(run))
          .allSatisfy(trial -> assertThat(trial.reasons()).isEmpty())
          .allSatisfy(
              trial ->
                  assertThat(trial.counts().acknowledged())
                      .isPositive()
                      .isEqualTo(trial.counts().offered()));
      TurnsRecord turns = requireNonNull(run.turns());
      assertThat(turns.lengths())
          .hasSize(2 * ROUNDS)
          .allSatisfy(
              cell -> {
                TurnsRecord.HandOver handOver = requireNonNull(cell.handOver());
                assertThat(handOver.micros()).isPositive();
                assertThat(handOver.share()).isBetween(0.0, 1.0);
                assertThat(handOver.firstCalls()).isPositive();
              });
      assertThat(run.run().verdict().notes())
          .anyMatch(note -> note.startsWith("two JVMs handed the turn over in "));
    }
    assertThat(base.run().client().jvmArguments()).contains("-Xint");
    assertThat(other.run().client().jvmArguments()).doesNotContain("-Xint");
    assertThat(RunDifferences.between(base.run(), other.run()))
        .extracting(RunDifferences.Difference::what)
        .containsExactly("JVM arguments");
    assertThat(RunDifferences.ofJvms(base.run(), other.run()))
        .containsExactly("JVM: -Xint and as usual");
    RunComparison comparison =
        RunComparison.of(
            base, List.of(other), new RunComparison.Terms(0.95, RunSpread.assumed(0), true));
    assertThat(comparison.cells())
        .hasSize(2)
        .allSatisfy(
            cell -> {
              assertThat(cell.ratios()).hasSize(2);
              // three JVMs on a busy host can leave a wide interval, but never the other way round
              assertThat(requireNonNull(cell.ratio()).mean()).isGreaterThan(1.5);
              assertThat(cell.verdict()).isNotEqualTo(CellComparison.Verdict.WORSE);
            });
  }

  @Test
  void aJvmThatIsKilledInItsTurnSpoilsThatCellAloneAndNothingStays(@TempDir Path folder)
      throws Exception {
    Map<Factor<?>, List<Object>> factors = Map.of(Factor.IN_FLIGHT, List.of(1, 2));
    Versus.Jvms jvms =
        new Versus.Jvms(SideClients.tried(options()), SideClients.tried(options(OTHER)));
    Versus.Outcome outcome;
    try (ServerUnderTest server = server(folder)) {
      KillInATurn killer =
          new KillInATurn(server, () -> othersJvms().forEach(ProcessHandle::destroyForcibly));
      outcome =
          new Versus(
                  plan("killed-a", factors),
                  plan("killed-b", factors),
                  new Versus.Effort(ROUNDS, 4),
                  jvms)
              .carryOut(
                  server,
                  server,
                  folder.resolve("results"),
                  Run.Settings.of(Clock.systemUTC(), killer));
      killer.killed.get(1, TimeUnit.MINUTES);
    }
    for (Path path : List.of(outcome.a().folder(), outcome.b().folder())) {
      assertThat(trials(read(path)).stream().filter(trial -> !trial.valid()))
          .singleElement()
          .satisfies(trial -> assertThat(trial.round()).isEqualTo(1))
          .satisfies(
              trial ->
                  assertThat(trial.reasons())
                      .anyMatch(reason -> reason.contains("137") || reason.contains("has ended")));
    }
    assertThat(othersJvms()).as("load processes that are left").isEmpty();
  }

  @Test
  void jarsOfADriverComeBeforeWeirsOwn(@TempDir Path folder) throws Exception {
    Path jars = Files.createDirectory(folder.resolve("driver"));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path jar = Path.of(entry);
      if (jar.getFileName() != null && jar.getFileName().toString().startsWith("mongodb-driver")) {
        Files.copy(jar, jars.resolve(jar.getFileName().toString()));
      }
    }
    JvmSettings before =
        new JvmSettings(List.of(), List.of(jars.resolve("*").toString()), "not known yet");
    assertThat(SideClients.tried(before).jvm().driver()).isEqualTo(JvmSettings.USUAL.driver());
  }

  @Test
  void aJvmThatDoesNotStartSaysWhyBeforeAnythingIsMeasured() {
    assertThatThrownBy(() -> SideClients.tried(options("-XX:+NoSuchOption")))
        .isInstanceOf(LoadFailure.class)
        .hasMessage("Unrecognized VM option 'NoSuchOption'");
  }

  private static List<ProcessHandle> othersJvms() {
    return ProcessHandle.current().descendants().filter(TwoJvmsIT::isOthers).toList();
  }

  private static boolean isOthers(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline")).contains(OTHER);
    } catch (IOException e) {
      return false; // it has ended
    }
  }
}
