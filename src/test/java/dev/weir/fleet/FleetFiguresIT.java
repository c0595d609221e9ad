package dev.weir.fleet;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.load.LoadOrder;
import dev.weir.load.process.LoadClients;
import dev.weir.load.process.LoadFailure;
import dev.weir.load.trial.TrialValidity;
import dev.weir.record.ClientShares;
import dev.weir.record.FleetRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Eight workers on this host, ten trials: prints start skew and the coordinator's own cost. */
@EnabledIfSystemProperty(
    named = "weir.fleet.all",
    matches = "true",
    disabledReason = "takes a minute: run mvn verify -Pfleet")
@Timeout(300)
class FleetFiguresIT {
  private static final int WORKERS = 8;
  private static final int TRIALS = 10;
  private static final int MOST_STARVED = 5;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** As every run does: interpreted code takes a core for longer than the skew may be. */
  private static LoadClients warm(FleetServer server, Fleet fleet, Path folder) throws Exception {
    LoadClients load = server.ready(fleet, folder, WORKERS);
    LoadOrder.Work work = server.trial(WORKERS).work();
    load.warmUp(new LoadOrder.WarmUp(null, List.of(work), 4, 8_000, 1), PATIENCE, event -> {});
    return load;
  }

  @Test
  void eightWorkersStartTogether(@TempDir Path folder) throws Exception {
    List<Double> skews = new ArrayList<>();
    List<Double> unsure = new ArrayList<>();
    try (FleetServer server = FleetServer.open();
        Fleet fleet = FleetIT.fleet(WORKERS, new LocalWorkers())) {
      LoadClients load = warm(server, fleet, folder);
      FleetRecord.Coordinator from = fleet.record().coordinator();
      int starved = 0;
      while (skews.size() < TRIALS) {
        server.reset();
        long before = server.updates();
        LoadClients.Measured measured;
        try {
          measured = load.trial(server.trial(WORKERS), WORKERS, PATIENCE, event -> {});
        } catch (LoadFailure e) {
          // Eight load processes on few cores: such a trial is invalid, and has no skew.
          assertThat(++starved).as(e.reason()).isLessThanOrEqualTo(MOST_STARVED);
          assertThat(e.reason()).contains("generator starved");
          System.out.println(e.reason());
          load.close();
          load = warm(server, fleet, folder);
          continue;
        }
        assertThat(
                TrialValidity.counts(
                    measured.measurement().total(), server.updates() - before, true))
            .as("the server counted every update of all eight, and no other")
            .isEmpty();
        ClientShares shares = requireNonNull(measured.shares());
        skews.add(shares.startSkewMillis());
        unsure.add(shares.clockUncertaintyMillis());
      }
      FleetRecord.Coordinator to = fleet.record().coordinator();
      System.out.printf("start skew of 8 workers, ms: %s%n", skews);
      System.out.printf("give or take, ms: %s%n", unsure);
      System.out.printf(
          "coordinator: %.3f %% of a core for each worker%n",
          (to.cpuMicros() - from.cpuMicros()) / 1e4 / (to.seconds() - from.seconds()) / WORKERS);
      load.close();
    }
    assertThat(skews).hasSize(TRIALS).allMatch(skew -> skew >= 0);
  }
}
