package dev.weir.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** The sampler against servers that answer, and one that does not. */
class ServerStatusIT {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  @Test
  @EnabledIfEnvironmentVariable(named = "WEIR_MONGOD", matches = ".+")
  void samplesARealMongod() throws Exception {
    int port = freePort();
    Process mongod =
        new ProcessBuilder(
                System.getenv("WEIR_MONGOD"),
                "--port",
                Integer.toString(port),
                "--bind_ip",
                "127.0.0.1",
                "--dbpath",
                folder.toString())
            .redirectErrorStream(true)
            .redirectOutput(Files.createTempFile(folder, "mongod", ".log").toFile())
            .start();
    try (ServerStatusSampler sampler = sampler(port)) {
      Sampler.Reading reading = firstReading(sampler);

      assertThat(reading.head()).containsKeys("rttMicros", "host", "localTime");
      assertThat(reading.values())
          .containsKeys(
              "opcounters.update",
              "metrics.document.updated",
              "connections.current",
              "connections.totalCreated",
              "wiredTiger.cache.bytes currently in the cache",
              "wiredTiger.cache.tracked dirty bytes in the cache",
              "wiredTiger.cache.maximum bytes configured",
              "metrics.operation.writeConflicts",
              "opLatencies.writes.latency",
              "network.bytesIn",
              "mem.resident");
      assertThat(reading.values().keySet())
          .anyMatch(key -> key.contains("ecution") || key.contains("concurrentTransactions"))
          .anyMatch(key -> key.contains("checkpoint"))
          .anyMatch(key -> key.contains("application thread"))
          .anyMatch(key -> key.startsWith("flowControl."));
      assertThat((Long) reading.head().get("localTime"))
          .isCloseTo(reading.epochMs(), within(1_000L));
    } finally {
      mongod.destroy();
      assertThat(mongod.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void samplesWhatAStandInOffers() throws Exception {
    MongoServer server = new MongoServer(new MemoryBackend());
    try (ServerStatusSampler sampler = sampler(server.bind().getPort())) {
      assertThat(sampler.sample().values()).containsKey("connections.current");
    } finally {
      server.shutdownNow();
    }
  }

  @Test
  void aServerThatIsGoneIsAnErrorWithinABoundedTimeAndWithoutSecrets() throws Exception {
    try (MongoServerStatusSource source =
        new MongoServerStatusSource("mongodb://user:secret@127.0.0.1:" + freePort())) {
      ThrowingCallable call = source::serverStatus;
      assertThatThrownBy(call)
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("serverStatus failed")
          .hasMessageNotContaining("secret");
    }
  }

  private static ServerStatusSampler sampler(int port) {
    return new ServerStatusSampler(
        new MongoServerStatusSource("mongodb://127.0.0.1:" + port),
        Clock.systemUTC(),
        System::nanoTime);
  }

  /** The client waits two seconds for a server; a starting one may need more. */
  private static Sampler.Reading firstReading(ServerStatusSampler sampler) throws IOException {
    IOException last = null;
    for (int attempt = 0; attempt < 15; attempt++) {
      try {
        return sampler.sample();
      } catch (IOException e) {
        last = e;
      }
    }
    throw new IOException("mongod did not start", last);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
