package dev.weir.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.record.CellRecord;
import dev.weir.record.SaveFigures;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Plan;
import dev.weir.study.StudyReader;
import dev.weir.study.Topology;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a save by one member is worth: the secondaries stand still for a second, the primary dies,
 * and what it alone had acknowledged is gone. A majority acknowledges nothing in that second.
 */
@EnabledOnOs(OS.LINUX)
class LaggingFailoverIT {
  private static final String STUDY =
      """
      name: lagging-failover
      topology: pss
      mongod: [--setParameter, oplogFetcherUsesExhaust=false]
      documents: 400
      rounds: {min: 1, max: 1}
      budget: 1h
      trial: {measure: 2s, window: 0.25s, settleAtMost: 3s}
      warmUp: {atMost: 2s}
      factors:
        operation: bulkUnordered
        batch: 20
        inFlight: 4
        pool: 4
        poolWaitMillis: 500
        flush: staggered
        flushSeconds: 2
        changesPerMinute: 60
        writeConcern: [w1, majority]
        fault: laggingFailover
        faultSeconds: 2
      """;

  @Test
  void savesByOneMemberAreLostWhereTheOthersLagAndThoseOfAMajorityAreNot(@TempDir Path folder)
      throws Exception {
    Plan plan = Plan.of(StudyReader.parse("f.yaml", STUDY), cell -> Optional.empty());
    ServerRequest request =
        ServerRequest.defaults(System.getenv())
            .withTopology(Topology.PSS)
            .withMongodArguments(plan.study().mongodArguments())
            .withTemporaryDirectory(folder);
    Map<String, SaveFigures> byConcern = new HashMap<>();
    try (ServerUnderTest server = ServerProvider.open(request, line -> {})) {
      Run.Outcome outcome =
          Run.carryOut(
              new StudyMeasurement(plan),
              server,
              folder,
              Run.Settings.of(Clock.systemUTC(), new SilentListener()));
      for (CellRecord cell : outcome.cells()) {
        byConcern.put(
            Objects.requireNonNull(cell.factors().get("writeConcern")),
            Objects.requireNonNull(cell.trials().get(0).saves()));
      }
    }
    SaveFigures one = Objects.requireNonNull(byConcern.get("w1"));
    SaveFigures majority = Objects.requireNonNull(byConcern.get("majority"));
    assertThat(one.acknowledgedLost()).as("acknowledged by one member").isPositive();
    assertThat(majority.acknowledgedLost()).as("acknowledged by a majority").isZero();
    assertThat(one.marksForgotten() + majority.marksForgotten()).isZero();
  }
}
