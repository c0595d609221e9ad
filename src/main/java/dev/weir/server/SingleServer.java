package dev.weir.server;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import dev.weir.record.ServerFacts;
import java.util.List;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** A stand-in on loopback that Weir started: what follows from its port. */
abstract class SingleServer implements ServerUnderTest {
  static final String LOOPBACK = "127.0.0.1";

  private final int port;
  private final MongoClient client;
  private final ServerFacts facts;

  SingleServer(int port, MongoClient client, ServerFacts facts) {
    this.port = port;
    this.client = client;
    this.facts = facts;
  }

  /** Its process id on this host; null if it has none here. */
  abstract @Nullable Long pid();

  /** Ends it. */
  abstract void end();

  @Override
  public final String connectionString() {
    return "mongodb://" + LOOPBACK + ":" + port + "/";
  }

  @Override
  public final ServerFacts facts() {
    return facts;
  }

  @Override
  public final List<Member> members() {
    return List.of(new Member(Member.Role.STANDALONE, LOOPBACK, port, pid()));
  }

  @Override
  public final ServerCounters counters() throws ServerException {
    try {
      return ServerCounters.of(Clients.admin(client, new Document("serverStatus", 1)));
    } catch (MongoException e) {
      throw new ServerException("the " + facts.product() + " does not answer: " + e.getMessage());
    }
  }

  @Override
  public final void close() {
    client.close();
    end();
  }
}
