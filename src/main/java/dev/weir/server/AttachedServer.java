package dev.weir.server;

import com.mongodb.ConnectionString;
import com.mongodb.MongoException;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import dev.weir.record.ServerFacts;
import dev.weir.record.ServerSource;
import dev.weir.study.Redaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** A deployment of the user's. We look and measure; we neither stop nor reconfigure anything. */
final class AttachedServer implements ServerUnderTest {
  private final ConnectionString uri;
  private final ServerRequest request;
  private final MongoClient client;
  private final ServerFacts facts;
  private final @Nullable Long pid;

  private AttachedServer(
      ConnectionString uri,
      ServerRequest request,
      MongoClient client,
      ServerFacts facts,
      @Nullable Long pid) {
    this.uri = uri;
    this.request = request;
    this.client = client;
    this.facts = facts;
    this.pid = pid;
  }

  /**
   * @throws ServerException malformed URI, unreachable, wrong credentials, TLS, unsupported version
   */
  static AttachedServer open(String uri, ServerRequest request) throws ServerException {
    ConnectionString parsed = Clients.parse(uri);
    MongoClient client;
    try {
      client = Clients.open(parsed, request.selectionTimeout());
    } catch (IllegalArgumentException | MongoException e) {
      throw new ServerException(
          "cannot use URI " + Redaction.redact(uri) + ": " + Redaction.redact(e.getMessage()));
    }
    try {
      // A write goes to the primary: without one there is nothing to measure.
      Document hello = Clients.hello(client);
      List<String> hosts = FactsReader.hosts(hello, parsed.getHosts());
      String address = String.join(",", parsed.getHosts());
      ServerFacts facts =
          new FactsReader(client).read(ServerSource.URI, List.of(), address, hosts, false);
      Long pid = facts.sharesClientHost() ? localPid(client) : null;
      return new AttachedServer(parsed, request, client, facts, pid);
    } catch (MongoException e) {
      client.close();
      throw Clients.explain(parsed, request.selectionTimeout(), e);
    } catch (ServerException | RuntimeException e) {
      client.close();
      throw e;
    }
  }

  /** The primary's pid, if a process of that id here is a MongoDB one; a container's is not. */
  private static @Nullable Long localPid(MongoClient client) {
    Document status =
        FactsReader.orEmpty(Clients.tryAdmin(client, new Document("serverStatus", 1)));
    if (!(status.get("pid") instanceof Number number)) {
      return null;
    }
    return HostIdentity.isMongoProcess(number.longValue()) ? number.longValue() : null;
  }

  @Override
  public String connectionString() {
    return uri.getConnectionString();
  }

  @Override
  public ServerFacts facts() {
    return facts;
  }

  @Override
  public List<Member> members() {
    Document hello = Clients.hello(client);
    Object primary = hello.get("primary");
    List<?> arbiters = hello.get("arbiters") instanceof List<?> list ? list : List.of();
    List<Member> members = new ArrayList<>();
    for (String address : FactsReader.hosts(hello, uri.getHosts())) {
      Member.Role role =
          switch (facts.topology()) {
            case "standalone" -> Member.Role.STANDALONE;
            case "sharded" -> Member.Role.ROUTER;
            default ->
                address.equalsIgnoreCase(String.valueOf(primary))
                    ? Member.Role.PRIMARY
                    : arbiters.contains(address) ? Member.Role.ARBITER : Member.Role.SECONDARY;
          };
      ServerAddress parsed = new ServerAddress(address);
      boolean asked = role != Member.Role.SECONDARY && role != Member.Role.ARBITER;
      members.add(new Member(role, parsed.getHost(), parsed.getPort(), asked ? pid : null));
    }
    return members;
  }

  @Override
  public ServerCounters counters() throws ServerException {
    try {
      return ServerCounters.of(Clients.admin(client, new Document("serverStatus", 1)));
    } catch (MongoException e) {
      throw Clients.explain(uri, request.selectionTimeout(), e);
    }
  }

  @Override
  public Map<String, String> memberStates() {
    Document status;
    try {
      status = FactsReader.orEmpty(Clients.tryAdmin(client, new Document("replSetGetStatus", 1)));
    } catch (MongoException e) {
      return Map.of(String.join(",", uri.getHosts()), "UNAVAILABLE");
    }
    Map<String, String> states = new TreeMap<>();
    if (status.get("members") instanceof List<?> all) {
      for (Object each : all) {
        if (each instanceof Document member) {
          boolean up = member.get("health") instanceof Number health && health.intValue() == 1;
          states.put(
              String.valueOf(member.get("name")),
              up ? String.valueOf(member.get("stateStr")) : "UNAVAILABLE");
        }
      }
    }
    return states;
  }

  @Override
  public void close() {
    client.close();
  }
}
