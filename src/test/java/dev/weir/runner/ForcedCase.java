package dev.weir.runner;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.analysis.bottleneck.Resource;
import dev.weir.server.Member;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.DocumentKind;
import dev.weir.study.DriverKind;
import dev.weir.study.Durability;
import dev.weir.study.Factor;
import dev.weir.study.Operation;
import dev.weir.study.Topology;
import dev.weir.study.UpdateShape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;

/**
 * A cell whose limit is forced, and the verdict that names it.
 *
 * @param name what is forced, in words
 * @param expected the only right verdict
 * @param deployment what it runs on; cases of one deployment share their rounds
 * @param rate documents/s that an open loop offers, of {@link Deployment#OPEN} only
 */
record ForcedCase(
    String name,
    Resource expected,
    Deployment deployment,
    Cell cell,
    Condition condition,
    double rate) {

  /** Where cases run. */
  enum Deployment {
    PLAIN(Topology.STANDALONE, 10_000, List.of()),
    ONE_DOCUMENT(Topology.STANDALONE, 1, List.of()),
    SMALL_CACHE(Topology.STANDALONE, 80_000, List.of("--wiredTigerCacheSizeGB", "0.25")),
    SECONDARY(Topology.PSA, 10_000, List.of()),
    OPEN(Topology.STANDALONE, 10_000, List.of()),
    TESTING(Topology.STANDALONE, 10_000, List.of("--setParameter", "enableTestCommands=1")),
    NARROW(Topology.STANDALONE, 10_000, List.of()),
    FAR(Topology.STANDALONE, 10_000, List.of());

    @SuppressWarnings("ImmutableEnumChecker") // List.of is
    final List<String> mongod;

    final Topology topology;
    final int documents;

    Deployment(Topology topology, int documents, List<String> mongod) {
      this.topology = topology;
      this.documents = documents;
      this.mongod = mongod;
    }

    /** Whether it is reached through toxiproxy. */
    boolean proxied() {
      return this == FAR || this == NARROW;
    }
  }

  /** What is done to the processes while the cell is measured. */
  @FunctionalInterface
  interface Condition {
    Condition NONE = (server, load) -> () -> {};

    Intervention.Restore apply(ServerUnderTest server, long load)
        throws IOException, ServerException, InterruptedException;
  }

  String id() {
    return name.replaceAll("[^A-Za-z0-9]+", "_");
  }

  /** All of them. */
  static List<ForcedCase> all() {
    List<ForcedCase> all = new ArrayList<>();
    all.add(
        plain("pool of 1 under 16 threads", Resource.CONNECTION_POOL, Condition.NONE, 16)
            .with(Factor.POOL, 1));
    all.add(
        plain("mongod confined to one core", Resource.SERVER_CPU, apart(), 8)
            .with(Factor.OPERATION, Operation.BULK_UNORDERED)
            .with(Factor.BATCH, 50));
    all.add(
        plain(
            "client's core taken by others",
            Resource.CLIENT_CPU,
            (server, load) -> Disturbances.clientHeldDown(server.localPids(), load),
            4));
    all.add(
        plain("journaled single updates", Resource.DISK, Condition.NONE, 2)
            .with(Factor.WRITE_CONCERN, Durability.W1_JOURNALED));
    all.add(plain("one in flight, all idle", Resource.ONE_CALL_SERVER, Condition.NONE, 1));
    all.add(
        plain("one bulk in flight", Resource.ONE_CALL_SERVER, Condition.NONE, 1)
            .with(Factor.OPERATION, Operation.BULK_UNORDERED)
            .with(Factor.BATCH, 50));
    all.add(plain("client and mongod on a full host", Resource.SHARED_HOST_CPU, Condition.NONE, 8));
    all.add(
        plain(
            "client and mongod on one core",
            Resource.SHARED_CORES,
            (server, load) -> Disturbances.together(server.localPids(), load),
            8));
    all.add(
        plain("a server that is asked to wait", Resource.SLOW_ANSWERS, Condition.NONE, 4)
            .with(Factor.OPERATION, Operation.AWAIT));
    all.add(plain("threads that pause", Resource.PACED, Condition.NONE, 4).with(Factor.THINK, 50));
    all.add(
        plain("updates held up by a failpoint", Resource.SLOW_ANSWERS, ForcedCase::failpoint, 4)
            .on(Deployment.TESTING));
    all.add(
        plain("open loop with capacity left", Resource.PACED, Condition.NONE, 16)
            .on(Deployment.OPEN)
            .offering(500));
    all.add(far());
    all.add(
        plain("a narrow uplink", Resource.UPLINK, Condition.NONE, 4)
            .with(Factor.OPERATION, Operation.BULK_UNORDERED)
            .with(Factor.BATCH, 50)
            .on(Deployment.NARROW));
    all.add(
        plain("one hot document", Resource.CONFLICT, Condition.NONE, 16)
            .on(Deployment.ONE_DOCUMENT));
    all.add(
        plain("cache far smaller than the data", Resource.CACHE, Condition.NONE, 8)
            .with(Factor.DOCUMENT, DocumentKind.parse("role2000"))
            .with(Factor.SHAPE, UpdateShape.SET_SUBDOCUMENT)
            .on(Deployment.SMALL_CACHE));
    all.add(
        plain(
                "majority with a slowed secondary",
                Resource.REPLICATION,
                (server, load) -> Disturbances.slowed(secondary(server)),
                4)
            .with(Factor.WRITE_CONCERN, Durability.MAJORITY)
            .on(Deployment.SECONDARY));
    return all;
  }

  /** Needs toxiproxy, as does {@link Deployment#NARROW}. */
  static ForcedCase far() {
    return plain("10 ms away", Resource.ROUND_TRIP, Condition.NONE, 4).on(Deployment.FAR);
  }

  /** Every update waits for 10 ms in the server, which computes nothing meanwhile. */
  private static Intervention.Restore failpoint(ServerUnderTest server, long load) {
    MongoClient client = MongoClients.create(server.connectionString());
    Document point = new Document("configureFailPoint", "failCommand");
    client
        .getDatabase("admin")
        .runCommand(
            new Document(point)
                .append("mode", "alwaysOn")
                .append(
                    "data",
                    new Document("failCommands", List.of("update"))
                        .append("blockConnection", true)
                        .append("blockTimeMS", 10)));
    return () -> {
      client.getDatabase("admin").runCommand(new Document(point).append("mode", "off"));
      client.close();
    };
  }

  private static Condition apart() {
    return (server, load) -> Disturbances.apart(server.localPids(), load);
  }

  private static long secondary(ServerUnderTest server) {
    for (Member member : server.members()) {
      Long pid = member.pid();
      if (member.role() == Member.Role.SECONDARY && pid != null) {
        return pid;
      }
    }
    throw new IllegalStateException("no secondary among " + server.members());
  }

  private static ForcedCase plain(
      String name, Resource expected, Condition condition, int inFlight) {
    Map<Factor<?>, Object> factors = new HashMap<>();
    factors.put(Factor.DRIVER, DriverKind.SYNC);
    factors.put(Factor.IN_FLIGHT, inFlight);
    return new ForcedCase(name, expected, Deployment.PLAIN, Cell.of(factors), condition, 0);
  }

  private <T> ForcedCase with(Factor<T> factor, T value) {
    return new ForcedCase(name, expected, deployment, cell.with(factor, value), condition, rate);
  }

  private ForcedCase on(Deployment other) {
    return new ForcedCase(name, expected, other, cell, condition, rate);
  }

  private ForcedCase offering(double documentsPerSecond) {
    return new ForcedCase(name, expected, deployment, cell, condition, documentsPerSecond);
  }
}
