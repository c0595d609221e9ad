package dev.weir.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Topology;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A server that stands still for 200 ms: coordinated omission hides it, intended times do not. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "pauses the server by signal")
class StallIT {
  private static final int TARGET = 500;
  private static final int OPERATIONS = 3 * TARGET;

  @Test
  void aStallShowsInTheIntendedTimesOnly() throws Exception {
    try (ServerUnderTest server =
            ServerProvider.open(
                ServerRequest.defaults(System.getenv()).withTopology(Topology.STANDALONE),
                line -> {});
        MongoClient client = MongoClients.create(server.connectionString())) {
      DatabaseGuard guard = DatabaseGuard.open(client, "weir_ycsb_stall");
      Properties properties = new Properties();
      properties.setProperty("db", MongoSync.class.getName());
      properties.setProperty("mongodb.url", url(server.connectionString(), guard.name()));
      properties.setProperty("recordcount", "500");
      properties.setProperty("operationcount", Integer.toString(OPERATIONS));
      properties.setProperty("threadcount", "4");
      properties.setProperty("readproportion", "0");
      properties.setProperty("updateproportion", "1");
      properties.setProperty("measurement.interval", "both");
      properties.setProperty("hdrhistogram.percentiles", "99");
      Phase.run(properties, true);
      // The first run is warm-up: compiling must not look like a stall.
      Phase.run(properties, false);
      properties.setProperty("target", Integer.toString(TARGET));

      CompletableFuture<Void> pause =
          CompletableFuture.runAsync(
              () -> pause(server.localPids().get(0)),
              CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS));
      Map<String, Double> report = Phase.run(properties, false);
      pause.get(10, TimeUnit.SECONDS);

      assertThat(report).containsEntry("UPDATE, Return=OK", (double) OPERATIONS);
      // 100 of 1500 operations were due while nothing moved, on average for half of it; only the
      // four that were in flight know.
      assertThat(report.get("Intended-UPDATE, 99thPercentileLatency(us)")).isGreaterThan(100_000);
      assertThat(report.get("UPDATE, 99thPercentileLatency(us)")).isLessThan(100_000);
      assertThat(report.get("UPDATE, MaxLatency(us)")).isGreaterThan(150_000);
      guard.dropDatabase();
    }
  }

  private static void pause(long pid) {
    signal("STOP", pid);
    try {
      TimeUnit.MILLISECONDS.sleep(200);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      signal("CONT", pid);
    }
  }

  private static void signal(String name, long pid) {
    try {
      Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start();
      assertThat(kill.waitFor(5, TimeUnit.SECONDS)).isTrue();
      assertThat(kill.exitValue()).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String url(String uri, String database) {
    int hosts = uri.indexOf("://") + 3;
    int end = uri.indexOf('/', hosts);
    return (end < 0 ? uri : uri.substring(0, end)) + "/" + database;
  }
}
