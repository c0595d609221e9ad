package dev.weir.benchmarks;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.server.ServerException;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Topology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.bson.Document;

/**
 * What a server's limit of connections does to slow calls, and how many connections a pool opens
 * for few: the two demonstrations of the connection-reuse study that are no throughput.
 *
 * <p>The limit counts every connection: those of the control client here, of each client's monitors
 * (two each) and of the server's own. So the calls are as many as the server still has room for
 * when all of those are open, and not a round hundred.
 */
public final class ConnectionLimits {
  /** What the server is started with. */
  static final int LIMIT = 100;

  private static final int SLOTS = 5;
  private static final int CALLS_OVER_SLOTS = 10;
  private static final Duration IDLE = Duration.ofMillis(1);

  /** Much longer than {@link #IDLE}, so that a connection given back is too old when wanted. */
  private static final long PAUSE_MILLIS = 50;

  private final String uri;
  private final Duration answer;

  /**
   * One way of calling.
   *
   * @param what in words
   * @param calls at once, or one after the other in each slot
   * @param pool {@code maxPoolSize}
   * @param seconds from the first call to the last answer
   * @param connectionsCreated for the calls alone, by the server's {@code totalCreated}
   */
  public record CheckFinding(
      String what,
      int calls,
      int pool,
      SlowCalls.Outcome outcome,
      double seconds,
      long connectionsCreated) {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%s: %d calls, pool %d: %d answered, failed %s, %d waited for a connection, %.2f s,"
              + " %d connections opened",
          what,
          calls,
          pool,
          outcome.answered(),
          outcome.failed(),
          outcome.waited(),
          seconds,
          connectionsCreated);
    }
  }

  /**
   * @param uri a server that nobody else connects to
   * @param answer how long the server takes for a call
   */
  ConnectionLimits(String uri, Duration answer) {
    this.uri = uri;
    this.answer = answer;
  }

  /** Prints each finding; the first argument is the server's seconds per call, 5 if absent. */
  public static void main(String[] arguments) throws ServerException, InterruptedException {
    Duration answer = Duration.ofSeconds(arguments.length == 0 ? 5 : Long.parseLong(arguments[0]));
    try (ServerUnderTest server = start(LIMIT)) {
      new ConnectionLimits(server.connectionString(), answer).run().forEach(System.out::println);
    }
  }

  /** A single mongod with that limit. */
  static ServerUnderTest start(int limit) throws ServerException {
    return ServerProvider.open(
        ServerRequest.defaults(System.getenv())
            .withTopology(Topology.STANDALONE)
            .withMongodArguments(List.of("--maxConns", Integer.toString(limit))),
        line -> System.err.println(line));
  }

  List<CheckFinding> run() throws InterruptedException {
    List<CheckFinding> findings = new ArrayList<>();
    try (MongoClient control = MongoClients.create(uri)) {
      findings.add(atTheLimit(control, "as many calls as the server has room for", false, false));
      findings.add(atTheLimit(control, "one call more than the limit", true, true));
      findings.add(atTheLimit(control, "the same through a capped pool", true, false));
      findings.add(overSlots(control, "a pool that keeps idle connections", Duration.ZERO));
      findings.add(overSlots(control, "a pool that closes idle connections", IDLE));
    }
    return findings;
  }

  private CheckFinding atTheLimit(
      MongoClient control, String what, boolean callsBeyond, boolean poolBeyond)
      throws InterruptedException {
    int room = roomBesideMonitors(control);
    int beyond = limit(control) + 1;
    int pool = poolBeyond ? beyond : room;
    try (SlowCalls client = SlowCalls.open(uri, pool, Duration.ZERO)) {
      awaitRoom(control, room);
      return timed(control, what, client, callsBeyond ? beyond : room, pool, 1);
    }
  }

  private static int limit(MongoClient control) {
    Document connections = connections(control);
    return connections.getInteger("current") + connections.getInteger("available");
  }

  /** Connections left for calls while a client's monitors have theirs. */
  private int roomBesideMonitors(MongoClient control) throws InterruptedException {
    try (SlowCalls probe = SlowCalls.open(uri, 1, Duration.ZERO)) {
      return room(control);
    }
  }

  private CheckFinding overSlots(MongoClient control, String what, Duration idle)
      throws InterruptedException {
    try (SlowCalls client = SlowCalls.open(uri, SLOTS, idle)) {
      room(control);
      return timed(control, what, client, SLOTS, SLOTS, CALLS_OVER_SLOTS / SLOTS);
    }
  }

  private CheckFinding timed(
      MongoClient control, String what, SlowCalls client, int threads, int pool, int each)
      throws InterruptedException {
    long created = connections(control).getInteger("totalCreated").longValue();
    long from = System.nanoTime();
    SlowCalls.Outcome outcome = client.run(threads, each, answer, PAUSE_MILLIS);
    double seconds = (System.nanoTime() - from) / 1e9;
    return new CheckFinding(
        what,
        threads * each,
        pool,
        outcome,
        seconds,
        connections(control).getInteger("totalCreated") - created);
  }

  /** Waits until that many connections are free again: closed ones take the server a moment. */
  private static void awaitRoom(MongoClient control, int atLeast) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (room(control) < atLeast) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("the server did not free its connections within 10 s");
      }
    }
  }

  /** Connections that the server has left, once monitors no longer open any. */
  private static int room(MongoClient control) throws InterruptedException {
    int steady = 0;
    int last = -1;
    while (steady < 3) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(150));
      int now = connections(control).getInteger("available");
      steady = now == last ? steady + 1 : 0;
      last = now;
    }
    return last;
  }

  private static Document connections(MongoClient control) {
    Document status = control.getDatabase("admin").runCommand(new Document("serverStatus", 1));
    if (!(status.get("connections") instanceof Document connections)) {
      throw new MongoException("serverStatus tells no connections");
    }
    return connections;
  }
}
