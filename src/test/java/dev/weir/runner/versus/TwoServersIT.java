package dev.weir.runner.versus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.analysis.compare.RunDifferences;
import dev.weir.record.CellRecord;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.record.TrialRecord;
import dev.weir.record.TurnsRecord;
import dev.weir.runner.Run;
import dev.weir.runner.SilentListener;
import dev.weir.server.Mongods;
import dev.weir.server.ServerException;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Factor;
import dev.weir.study.Plan;
import dev.weir.study.Study;
import dev.weir.study.StudyException;
import dev.weir.study.Topology;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two servers of different versions that take turns, from the plan to their records. */
class TwoServersIT {
  private static Plan plan(String name) throws StudyException {
    Study study =
        Study.named(name)
            .with(
                made ->
                    made.question("Is the later version slower?")
                        .topology(Topology.STANDALONE)
                        .documents(500)
                        .rounds(new Study.Rounds(2, 2))
                        .precision(1)
                        .budget(Duration.ofMinutes(5))
                        .warmUp(new Study.WarmUp(Duration.ZERO))
                        .factors(Map.of(Factor.IN_FLIGHT, List.of(1, 2))));
    return Plan.of(study, cell -> Optional.empty());
  }

  private static ServerUnderTest open(String mongod, Path folder) throws ServerException {
    return ServerProvider.open(
        Mongods.of(mongod, ServerRequest.defaults(System.getenv()))
            .withTopology(Topology.STANDALONE)
            .withTemporaryDirectory(folder),
        line -> {});
  }

  @Test
  void bothAreMeasuredAndTheirVersionsAreOnRecord(@TempDir Path folder) throws Exception {
    List<String> versions = Mongods.all();
    assumeTrue(versions.size() == 2, "one version only");
    Versus.Outcome outcome;
    try (ServerUnderTest a = open(versions.get(0), folder);
        ServerUnderTest b = open(versions.get(1), folder)) {
      outcome =
          new Versus(plan("servers-a"), plan("servers-b"), new Versus.Effort(2, 2, 100))
              .carryOut(
                  a,
                  b,
                  folder.resolve("results"),
                  Run.Settings.of(Clock.systemUTC(), new SilentListener()));
      for (ServerUnderTest server : List.of(a, b)) {
        try (MongoClient client = MongoClients.create(server.connectionString())) {
          assertThat(client.listDatabaseNames()).noneMatch(name -> name.startsWith("weir_"));
        }
      }
    }
    RunRecord base = RunFolder.open(outcome.a().folder()).run();
    RunRecord other = RunFolder.open(outcome.b().folder()).run();
    assertThat(base.verdict().reasons()).isEmpty();
    assertThat(other.verdict().reasons()).isEmpty();
    assertThat(RunDifferences.between(base, other))
        .anyMatch(
            difference ->
                difference.kind() == RunDifferences.Kind.SERVER
                    && difference.what().equals("version")
                    && difference.other().equals(versions.get(1)));
    assertThat(trials(outcome.b().cells()))
        .hasSize(4)
        .allSatisfy(trial -> assertThat(trial.reasons()).isEmpty())
        .allSatisfy(
            trial ->
                assertThat(trial.counts().acknowledged())
                    .isPositive()
                    .isEqualTo(trial.counts().offered()));
    TurnsRecord turns = Objects.requireNonNull(RunFolder.open(outcome.b().folder()).turns());
    assertThat(turns.lengths()).hasSize(4).allMatch(cell -> cell.length().equals("100 ms"));
    assertThat(Objects.requireNonNull(other.disturbance()).turns())
        .as("the host is watched for both")
        .isEqualTo(Objects.requireNonNull(base.disturbance()).turns())
        .isPositive();
  }

  @Test
  void aServerThatDiesInItsTurnSpoilsThatCellAloneAndComesBack(@TempDir Path folder)
      throws Exception {
    List<String> versions = Mongods.all();
    try (ServerUnderTest a = open(versions.get(0), folder);
        ServerUnderTest b = missedSoon(open(versions.get(versions.size() - 1), folder))) {
      KillInATurn killer = new KillInATurn(b, () -> kill(b));
      Versus.Outcome outcome =
          new Versus(plan("dying-a"), plan("dying-b"), new Versus.Effort(2, 2, 100))
              .carryOut(
                  a, b, folder.resolve("results"), Run.Settings.of(Clock.systemUTC(), killer));
      killer.killed.get(1, TimeUnit.MINUTES);
      for (Run.Outcome side : List.of(outcome.a(), outcome.b())) {
        assertThat(trials(side.cells()).stream().filter(trial -> !trial.valid()))
            .singleElement()
            .satisfies(trial -> assertThat(trial.round()).isEqualTo(1))
            .satisfies(trial -> assertThat(trial.reasons()).anyMatch(r -> !r.isBlank()));
      }
      assertThat(killer.notes).contains("the server is back");
      assertThat(b.counters().update()).isPositive();
    }
  }

  /** The same server, which clients look for during three seconds, not ten. */
  private static ServerUnderTest missedSoon(ServerUnderTest server) {
    return (ServerUnderTest)
        Proxy.newProxyInstance(
            TwoServersIT.class.getClassLoader(),
            new Class<?>[] {ServerUnderTest.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("connectionString")) {
                return server.connectionString() + "?serverSelectionTimeoutMS=3000";
              }
              try {
                return method.invoke(server, arguments);
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            });
  }

  private static List<TrialRecord> trials(List<CellRecord> cells) {
    return cells.stream().flatMap(cell -> cell.trials().stream()).toList();
  }

  private static void kill(ServerUnderTest server) {
    server
        .localPids()
        .forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
  }
}
