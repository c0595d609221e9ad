package dev.weir.server.mongod;

import com.mongodb.client.MongoClient;
import dev.weir.server.Clients;
import dev.weir.server.ServerException;
import dev.weir.server.ServerVersion;
import dev.weir.study.Topology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;

/** Makes a replica set of freshly started members; the first becomes its primary. */
final class ReplicaSetSetup {
  private static final ServerVersion DEFAULT_CONCERNS = new ServerVersion(5, 0);
  private static final long POLL_MILLIS = 100;

  private final Topology topology;
  private final List<StartedMember> members;
  private final ServerVersion version;

  ReplicaSetSetup(Topology topology, List<StartedMember> members, ServerVersion version) {
    this.topology = topology;
    this.members = members;
    this.version = version;
  }

  /**
   * @throws ServerException if the first member is not primary, or another not in its role, in time
   */
  void initiate(Duration timeout) throws ServerException {
    MongoClient first = members.get(0).client();
    Clients.admin(first, new Document("replSetInitiate", configuration()));
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!Clients.hello(first).getBoolean("isWritablePrimary", false)) {
      pause(deadline, timeout, "no primary");
      if (members.size() > 1) {
        stepUp(first);
      }
    }
    while (!allInRole(first)) {
      pause(deadline, timeout, "not every member took its role");
    }
    if (topology == Topology.PSA && version.compareTo(DEFAULT_CONCERNS) >= 0) {
      // Since 5.0 the implied default depends on the arbiter, and some reconfigurations are refused
      // until it is explicit. w:1 is what is implied here; said aloud, it can be read back.
      Clients.admin(
          first,
          new Document("setDefaultRWConcern", 1)
              .append("defaultWriteConcern", new Document("w", 1)));
    }
  }

  private Document configuration() {
    List<Document> list = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      Document member = new Document("_id", i).append("host", members.get(i).address());
      if (MongodOptions.isArbiter(topology, i)) {
        member.append("arbiterOnly", true).append("priority", 0);
      } else {
        member.append("priority", i == 0 ? 2 : 1);
      }
      list.add(member);
    }
    return new Document("_id", MongodOptions.REPLICA_SET).append("members", list);
  }

  /**
   * Several members would wait out an election timeout of 10 s first; refused until they are ready.
   */
  private static void stepUp(MongoClient first) {
    Clients.tryAdmin(first, new Document("replSetStepUp", 1));
  }

  private boolean allInRole(MongoClient first) {
    Document status = Clients.tryAdmin(first, new Document("replSetGetStatus", 1));
    if (status == null) {
      return false;
    }
    return status.getList("members", Document.class).stream()
        .map(member -> member.get("stateStr", ""))
        .allMatch(List.of("PRIMARY", "SECONDARY", "ARBITER")::contains);
  }

  private static void pause(long deadline, Duration timeout, String what) throws ServerException {
    if (System.nanoTime() - deadline > 0) {
      throw new ServerException(
          "the replica set did not come up: " + what + " within " + timeout.toSeconds() + " s");
    }
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("interrupted while the replica set came up");
    }
  }
}
