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

/** mongo-java-server inside this JVM: everything runs, nothing it measures is MongoDB. */
final class InJvmServer implements ServerUnderTest {
  static final String PRODUCT = "mongo-java-server (not MongoDB)";

  private final MongoServer server;
  private final InetSocketAddress address;
  private final MongoClient client;
  private final ServerFacts facts;

  private InJvmServer(
      MongoServer server, InetSocketAddress address, MongoClient client, ServerFacts facts) {
    this.server = server;
    this.address = address;
    this.client = client;
    this.facts = facts;
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
      return new InJvmServer(server, address, client, facts);
    } catch (MongoException e) {
      client.close();
      server.shutdownNow();
      throw new ServerException("the in-JVM server does not answer: " + e.getMessage());
    }
  }

  @Override
  public String connectionString() {
    return "mongodb://127.0.0.1:" + address.getPort() + "/";
  }

  @Override
  public String redactedUri() {
    return connectionString();
  }

  @Override
  public ServerFacts facts() {
    return facts;
  }

  @Override
  public List<Member> members() {
    return List.of(new Member(Member.Role.STANDALONE, "127.0.0.1", address.getPort(), null));
  }

  /** None: it has no process of its own. */
  @Override
  public List<Long> localPids() {
    return List.of();
  }

  @Override
  public ServerCounters counters() throws ServerException {
    try {
      return ServerCounters.of(Clients.admin(client, new Document("serverStatus", 1)));
    } catch (MongoException e) {
      throw new ServerException("the in-JVM server does not answer: " + e.getMessage());
    }
  }

  @Override
  public void stop(Member member) throws ServerException {
    throw new ServerException("the in-JVM server cannot be stopped and started again");
  }

  @Override
  public Member restart(Member member) throws ServerException {
    throw new ServerException("the in-JVM server cannot be stopped and started again");
  }

  @Override
  public void close() {
    client.close();
    server.shutdownNow();
  }
}
