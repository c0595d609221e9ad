package dev.weir.server;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.weir.record.ServerFacts;
import dev.weir.record.ServerSource;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** mongo-java-server inside this JVM: everything runs, nothing it measures is MongoDB. */
final class InJvmServer extends SingleServer {
  static final String PRODUCT = "mongo-java-server (not MongoDB)";

  private final MongoServer server;

  private InJvmServer(MongoServer server, int port, MongoClient client, ServerFacts facts) {
    super(port, client, facts);
    this.server = server;
  }

  static InJvmServer start(List<String> skipped) throws ServerException {
    MongoServer server = new MongoServer(new MemoryBackend());
    InetSocketAddress address;
    try {
      server.bind("127.0.0.1", 0);
      address = server.getLocalAddress();
    } catch (RuntimeException e) {
      server.shutdownNow();
      throw new ServerException("the in-JVM server cannot listen on 127.0.0.1: " + e.getMessage());
    }
    MongoClient client = Clients.direct("127.0.0.1", address.getPort(), Duration.ofSeconds(5));
    try {
      Document build = Clients.admin(client, new Document("buildInfo", 1));
      ServerFacts facts =
          new ServerFacts(
              PRODUCT,
              false,
              build.get("version", "unknown"),
              "",
              ServerSource.IN_JVM,
              skipped,
              "standalone",
              List.of("127.0.0.1:" + address.getPort()),
              "memory",
              null,
              null,
              true,
              Map.of(),
              Map.of());
      return new InJvmServer(server, address.getPort(), client, facts);
    } catch (MongoException e) {
      client.close();
      server.shutdownNow();
      throw new ServerException("the in-JVM server does not answer: " + e.getMessage());
    }
  }

  /** None: it has no process of its own. */
  @Override
  @Nullable Long pid() {
    return null;
  }

  @Override
  void end() {
    server.shutdownNow();
  }
}
