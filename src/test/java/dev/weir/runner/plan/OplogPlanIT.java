package dev.weir.runner.plan;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.capacity.Design;
import dev.weir.capacity.DesignReader;
import dev.weir.capacity.PlanAnswer;
import dev.weir.capacity.PlanFile;
import dev.weir.capacity.PlayedPoint;
import dev.weir.capacity.oplog.OplogPlan;
import dev.weir.capacity.oplog.OplogStatistics;
import dev.weir.games.Change;
import dev.weir.games.Pace;
import dev.weir.games.SyntheticGame;
import dev.weir.games.SyntheticGame.Policy;
import dev.weir.games.SyntheticGame.Saves;
import dev.weir.record.TrialRecord;
import dev.weir.runner.Run;
import dev.weir.runner.SilentListener;
import dev.weir.server.Oplog;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Topology;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From production to an answer: a game plays, its oplog becomes a plan, the plan is played. */
class OplogPlanIT {
  private static final int PLAYERS = 200;
  private static final double SECONDS = 8;

  /** The shortest: seconds of the planned load, and nothing else. */
  private static final PlayLengths PLANNED = SecondsOfPlay.of(1, false);

  @Test
  void aGamesOplogIsAPlanThatIsPlayedAsTheGameWas(@TempDir Path results) throws Exception {
    ServerRequest request = ServerRequest.defaults(System.getenv()).withTopology(Topology.RS1);
    try (ServerUnderTest server = ServerProvider.open(request, line -> {})) {
      SyntheticGame game = played(server, results.resolve("plan.yaml"));
      Design design = DesignReader.open(results.resolve("plan.yaml"));
      assertThat(design.players()).isEqualTo(PLAYERS);
      assertThat(design.accounts()).isEqualTo(PLAYERS);
      PlayedPlan plan = PlayedPlan.of(design, PLANNED);
      plan.examine(server);
      Run.Outcome outcome =
          Run.carryOut(
              plan, server, results, Run.Settings.of(Clock.systemUTC(), new SilentListener()));
      assertThat(outcome.run().verdict().reasons()).isEmpty();
      PlanAnswer answer = requireNonNull(PlanFile.played(outcome.folder(), outcome.cells()));
      PlayedPoint planned = answer.played().get(0);
      double did = game.saved().get(0).updates() / SECONDS;
      assertThat(planned.rates().due()).isCloseTo(did, within(0.25 * did));
      assertThat(planned.rates().bytes() / planned.rates().documents())
          .isCloseTo(
              game.saved().get(0).bytesPerUpdate(),
              within(0.05 * game.saved().get(0).bytesPerUpdate()));
      TrialRecord trial = outcome.cells().get(0).trials().get(0);
      assertThat(trial.valid()).as("%s", trial.reasons()).isTrue();
    }
  }

  private static SyntheticGame played(ServerUnderTest server, Path file) throws Exception {
    try (MongoClient client = MongoClients.create(server.connectionString());
        Oplog oplog = Oplog.open(server.connectionString())) {
      SyntheticGame game =
          new SyntheticGame(
              "weir_game",
              List.of(new Saves("roles", PLAYERS, 60, Policy.STAGGERED, 1, 20, Change.FLAT, false)),
              0,
              client,
              Pace.real(),
              1);
      game.create();
      Instant begun = Instant.now();
      game.play(SECONDS);
      Instant ended = Instant.now();
      OplogStatistics statistics = new OplogStatistics(begun, ended);
      oplog.read(begun, ended, Oplog.Limits.USUAL, statistics::add);
      Oplog.Stored stored = requireNonNull(oplog.stored("weir_game.roles"));
      Files.writeString(
          file,
          OplogPlan.text(
              "from-oplog",
              List.of(),
              statistics.summary(),
              new OplogPlan.Deployment(
                  oplog.members(),
                  oplog.mostBytes(),
                  Map.of(
                      "weir_game.roles", new OplogPlan.Stored(stored.documents(), stored.bytes()))),
              (double) PLAYERS));
      return game;
    }
  }
}
