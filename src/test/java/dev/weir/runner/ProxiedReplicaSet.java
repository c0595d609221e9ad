package dev.weir.runner;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.server.Member;
import dev.weir.server.ServerException;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.server.Toxiproxy;
import dev.weir.study.Topology;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.bson.Document;

/**
 * A replica set of three, each behind a toxiproxy by which clients and the other members reach it.
 */
final class ProxiedReplicaSet implements AutoCloseable {
  private final ServerUnderTest server;
  private final List<Toxiproxy> links;

  private ProxiedReplicaSet(ServerUnderTest server, List<Toxiproxy> links) {
    this.server = server;
    this.links = links;
  }

  static ProxiedReplicaSet start(Path temporary) throws Exception {
    ServerRequest request =
        ServerRequest.defaults(System.getenv())
            .withTopology(Topology.PSS)
            .withMongodArguments(List.of("--wiredTigerCacheSizeGB", "0.25"))
            .withTemporaryDirectory(temporary);
    ServerUnderTest server = ServerProvider.open(request, line -> {});
    ProxiedReplicaSet set = new ProxiedReplicaSet(server, new ArrayList<>());
    try {
      for (Member member : server.members()) {
        set.links.add(Toxiproxy.start(member.port(), 0));
      }
      set.moveBehindLinks();
      set.awaitHealthy(Duration.ofMinutes(2));
      return set;
    } catch (Exception e) {
      set.close();
      throw e;
    }
  }

  /** Gives the members the addresses of their proxies, so that drivers discover those. */
  private void moveBehindLinks() {
    Member first = members().get(0);
    String direct = "mongodb://" + first.address() + "/?directConnection=true";
    try (MongoClient client = MongoClients.create(direct)) {
      Document config =
          client
              .getDatabase("admin")
              .runCommand(new Document("replSetGetConfig", 1))
              .get("config", Document.class);
      config.put("version", config.getInteger("version") + 1);
      List<Document> members = config.getList("members", Document.class);
      for (int i = 0; i < members.size(); i++) {
        members.get(i).put("host", links.get(i).address());
      }
      client
          .getDatabase("admin")
          .runCommand(new Document("replSetReconfig", config).append("force", true));
    }
  }

  /** By the proxies. */
  String uri() {
    return links.stream()
        .map(Toxiproxy::address)
        .collect(Collectors.joining(",", "mongodb://", "/?replicaSet=weir"));
  }

  List<Member> members() {
    return server.members();
  }

  /** The index of a member in that role; of the first one if there is none now. */
  int index(Member.Role role) {
    List<Member> now = members();
    for (int i = 0; i < now.size(); i++) {
      if (now.get(i).role() == role) {
        return i;
      }
    }
    return 0;
  }

  Toxiproxy link(int member) {
    return links.get(member);
  }

  /** Starts a member that has ended again, on its own data. */
  void restart(int member) throws ServerException {
    server.restart(members().get(member));
  }

  /** Waits until there is one primary and two secondaries. */
  void awaitHealthy(Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (!healthy()) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("not healthy within " + atMost + ": " + members());
      }
      TimeUnit.MILLISECONDS.sleep(500);
    }
  }

  private boolean healthy() {
    Map<Member.Role, Long> roles =
        members().stream().collect(Collectors.groupingBy(Member::role, Collectors.counting()));
    return roles.getOrDefault(Member.Role.PRIMARY, 0L) == 1
        && roles.getOrDefault(Member.Role.SECONDARY, 0L) == 2;
  }

  @Override
  public void close() {
    server.close();
    links.forEach(Toxiproxy::close);
  }
}
