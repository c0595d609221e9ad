package dev.weir.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.weir.server.Mongods;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Topology;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Clock;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The sampler against servers that answer, and one that does not. */
class ServerStatusIT {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  @ParameterizedTest
  @MethodSource("dev.weir.server.Mongods#all")
  void samplesARealMongod(String mongod) throws Exception {
    ServerRequest request =
        Mongods.of(mongod, ServerRequest.defaults(System.getenv()))
            .withTopology(Topology.STANDALONE)
            .withTemporaryDirectory(folder);
    try (ServerUnderTest server = ServerProvider.open(request, line -> {});
        ServerStatusSampler sampler = sampler(server.members().get(0).port())) {
      Sampler.Reading reading = sampler.sample();

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

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
