package dev.weir.runner;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.dataset.Datasets;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.process.LoadClients;
import dev.weir.load.process.LoadFailure;
import dev.weir.load.trial.TrialValidity;
import dev.weir.record.ClientShares;
import dev.weir.record.Percentiles;
import dev.weir.record.TrialMeasurement;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several real load processes on one real server. */
@Timeout(180)
class LoadClientsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int DOCUMENTS = 500;
  private static final String DATABASE = DatabaseGuard.PREFIX + "load-clients";
  private static final Cell CELL = Cell.parse(Map.of("clients", "3", "inFlight", "2"));

  private static LoadOrder.Trial trial() {
    return new LoadOrder.Trial(
        new LoadOrder.Work("three", CELL.factors(), Datasets.collection(CELL.document())),
        7,
        1_000,
        250,
        2_500);
  }

  @Test
  void clientsMeasureTogetherAndFallTogether(@TempDir Path folder) throws Exception {
    try (ServerUnderTest server =
            ServerProvider.open(ServerRequest.defaults(System.getenv()), line -> {});
        MongoClient client = MongoClients.create(server.connectionString());
        LoadClients load = LoadClients.start(LoadMain.class, folder.resolve("load.log"), 3)) {
      DatabaseGuard guard = DatabaseGuard.open(client, DATABASE);
      new Datasets(client, guard, DOCUMENTS, 1).reset(CELL.document());
      load.connect(
          index -> new LoadOrder.Connect(server.connectionString(), DATABASE, DOCUMENTS, null),
          PATIENCE);

      long before = server.counters().update();
      LoadClients.Measured measured = load.trial(trial(), 3, PATIENCE, event -> {});
      TrialMeasurement all = measured.measurement();
      assertThat(TrialValidity.counts(all.total(), server.counters().update() - before, true))
          .as("every update of every client changed its document, and the server counted it")
          .isEmpty();
      ClientShares shares = requireNonNull(measured.shares());
      assertThat(shares.shares()).hasSize(3);
      assertThat(shares.shares().stream().mapToDouble(s -> s.share()).sum())
          .isBetween(0.999, 1.001);
      assertThat(
              Percentiles.merge(
                      all.latency().stream()
                          .map(TrialMeasurement.LatencyInterval::histogram)
                          .toList())
                  .getTotalCount())
          .as("of the measured span, whose ends each client reads a little apart")
          .isBetween(
              Math.round(all.rates().batchesPerSecond() * all.measuredNanos() / 2e9),
              all.total().acknowledged());

      assertThatThrownBy(
              () ->
                  load.trial(
                      trial(),
                      3,
                      PATIENCE,
                      event -> {
                        if (event instanceof LoadEvent.Rate) {
                          ProcessHandle.of(load.pid(1).orElseThrow())
                              .ifPresent(p -> p.destroyForcibly());
                        }
                      }))
          .isInstanceOf(LoadFailure.class)
          .hasMessage("client 2 of 3: the load process ended with exit code 137; see load.log");
      for (int i = 0; i < load.size(); i++) {
        ProcessHandle.of(load.pid(i).orElseThrow()).ifPresent(p -> p.onExit().join());
      }
      assertThat(load.alive()).as("no load goes on unwatched").isFalse();
      guard.dropDatabase();
    }
  }
}
