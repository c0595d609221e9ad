package dev.weir.runner.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.load.engine.Timing;
import dev.weir.load.process.LoadProcess;
import dev.weir.load.trial.TrialValidity;
import dev.weir.record.RunRecord;
import dev.weir.runner.BareMeasurement;
import dev.weir.runner.Measurement;
import dev.weir.runner.Run;
import dev.weir.runner.SilentListener;
import dev.weir.server.ServerException;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.Topology;
import dev.weir.workload.FlushSchedule;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
  void aDesignRunsAndItsHostIsMeasuredAgain(@TempDir Path results) throws Exception {
    ServerRequest request =
        ServerRequest.defaults(System.getenv()).withTopology(Topology.STANDALONE);
    try (ServerUnderTest server = ServerProvider.open(request, line -> {});
        MongoClient client = MongoClients.create(server.connectionString())) {
      Run.carryOut(
          new BareMeasurement(WriteBehindTrialIT::play),
          server,
          results,
          Run.Settings.of(Clock.systemUTC(), new SilentListener()));
      assertThat(client.listDatabaseNames())
          .as("nothing is left behind")
          .doesNotContain(BareMeasurement.DATABASE);
    }
  }

  private static Measurement.Findings play(Run run) throws ServerException, InterruptedException {
    HostControl.Figures now =
        new HostControl(run, Timing.system(), DOCUMENTS)
            .measure(cell(4), Duration.ofMillis(500), Duration.ofSeconds(1), 1);
    assertThat(now.documentsPerSecond()).isPositive();
    assertThat(now.serverMicros()).isPositive();

    long period = TimeUnit.SECONDS.toNanos(1);
    double rate = 2;
    WriteBehindTrial.Result got =
        new WriteBehindTrial(run, Timing.system(), LoadProcess.processCpu(), DOCUMENTS)
            .run(
                List.of(
                    new WriteBehindTrial.Type(
                        cell(2), PLAYERS, rate, FlushSchedule.staggered(period), period / 10)),
                Duration.ofSeconds(1),
                Duration.ofSeconds(4),
                1);
    double documents = PLAYERS * (1 - Math.exp(-rate));
    assertThat(TrialValidity.counts(got.totals(), got.serverUpdates(), true)).isEmpty();
    assertThat(got.totals().failedDocuments()).isZero();
    assertThat(got.documentsPerSecond()).isCloseTo(documents, within(documents * 0.15));
    assertThat(got.updatesPerSecond()).isCloseTo(PLAYERS * rate, within(PLAYERS * rate * 0.15));
    assertThat(got.writesPerUpdate()).isCloseTo((1 - Math.exp(-rate)) / rate, within(0.05));
    assertThat(got.serverCores()).isPositive();
    assertThat(got.millis(99)).isGreaterThanOrEqualTo(got.millis(50)).isPositive();
    return new Measurement.Findings(
        1, List.of(), new RunRecord.Verdict(true, List.of(), List.of()));
  }
}
