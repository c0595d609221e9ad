package dev.weir.runner.plan;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.capacity.Design;
import dev.weir.capacity.DesignReader;
import dev.weir.capacity.PlanAnswer;
import dev.weir.capacity.PlanFile;
import dev.weir.capacity.PlayedPoint;
import dev.weir.record.TrialRecord;
import dev.weir.runner.Run;
import dev.weir.runner.SilentListener;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plan of a user's own documents: they are stored, and their fields are what is saved. */
class SampledPlanIT {
  private static final String PLAN =
      """
      name: own
      players: 200
      accounts: 500
      documents:
        - name: player
          updatesPerMinute: 60
          sample: ../samples/player.json
          update: [stats.gold, 'inventory.$[i].count']
      flush: {policy: staggered, period: 2s, batch: 20, linger: 100ms, threads: 2}
      target: {p99: 2s, headroom: 0%, oplogWindow: 1m}
      """;

  private static final PlayLengths SECONDS = SecondsOfPlay.of(1, true);

  @Test
  void itsDocumentsAreStoredAndItsFieldsSaved(@TempDir Path results) throws Exception {
    Design design = DesignReader.parse("benchmarks/plans/own.yaml", PLAN);
    try (ServerUnderTest server =
        ServerProvider.open(ServerRequest.defaults(System.getenv()), line -> {})) {
      Run.Outcome outcome =
          Run.carryOut(
              PlayedPlan.of(design, SECONDS),
              server,
              results,
              Run.Settings.of(Clock.systemUTC(), new SilentListener()));
      assertThat(outcome.run().verdict().reasons()).isEmpty();
      PlanAnswer answer = requireNonNull(PlanFile.played(outcome.folder(), outcome.cells()));
      PlayedPoint planned = answer.played().get(0);
      // Indexes of two digits take a byte more than the first one.
      assertThat(planned.rates().bytes() / planned.rates().documents())
          .isCloseTo(design.documents().get(0).updateBytes(), within(1.0));
      assertThat(planned.disk().data()).isGreaterThan(500 * 2_985 * 0.5);
      TrialRecord trial = outcome.cells().get(0).trials().get(0);
      assertThat(trial.counts().acknowledged()).isEqualTo(trial.server().updates());
      assertThat(trial.valid()).as("%s", trial.reasons()).isTrue();
    }
  }
}
