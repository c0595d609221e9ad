package dev.weir.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.load.LoadProcess;
import dev.weir.load.Timing;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.Topology;
import dev.weir.workload.FlushSchedule;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What {@code plan --run} does, for seconds. */
class WriteBehindTrialIT {
  private static final int PLAYERS = 400;
  private static final int DOCUMENTS = 100;

  private static Cell cell(int inFlight) {
    return Cell.parse(
        Map.of(
            "operation", "bulkUnordered",
            "batch", "20",
            "inFlight", String.valueOf(inFlight),
            "document", "fields16of56"));
  }

  @Test
  void aDesignRunsAndItsHostIsMeasuredAgain() throws Exception {
    ServerRequest request =
        ServerRequest.defaults(System.getenv()).withTopology(Topology.STANDALONE);
    try (ServerUnderTest server = ServerProvider.open(request, line -> {});
        MongoClient client = MongoClients.create(server.connectionString())) {
      HostControl.Figures now =
          new HostControl(server, Timing.system(), DOCUMENTS)
              .measure(cell(4), Duration.ofMillis(500), Duration.ofSeconds(1), 1);
      assertThat(now.documentsPerSecond()).isPositive();
      assertThat(now.serverMicros()).isPositive();

      long period = TimeUnit.SECONDS.toNanos(1);
      double rate = 2;
      WriteBehindTrial.Result got =
          new WriteBehindTrial(server, Timing.system(), LoadProcess.processCpu(), DOCUMENTS)
              .run(
                  List.of(
                      new WriteBehindTrial.Type(
                          cell(2), PLAYERS, rate, FlushSchedule.staggered(period), period / 10)),
                  Duration.ofSeconds(1),
                  Duration.ofSeconds(4),
                  1);
      double documents = PLAYERS * (1 - Math.exp(-rate));
      assertThat(got.failed()).isZero();
      assertThat(got.documentsPerSecond()).isCloseTo(documents, within(documents * 0.15));
      assertThat(got.updatesPerSecond()).isCloseTo(PLAYERS * rate, within(PLAYERS * rate * 0.15));
      assertThat(got.writesPerUpdate()).isCloseTo((1 - Math.exp(-rate)) / rate, within(0.05));
      assertThat(got.serverCores()).isPositive();
      assertThat(got.p99Millis()).isGreaterThanOrEqualTo(got.p50Millis()).isPositive();
      assertThat(client.listDatabaseNames())
          .as("nothing is left behind")
          .doesNotContain("weir_plan", "weir_control");
    }
  }
}
