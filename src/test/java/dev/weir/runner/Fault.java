package dev.weir.runner;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.server.Member;
import dev.weir.server.ServerUnderTest;
import dev.weir.server.Toxiproxy;
import dev.weir.study.Cell;
import dev.weir.study.Durability;
import dev.weir.study.Factor;
import dev.weir.study.Topology;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * Something that goes wrong while a cell is measured.
 *
 * @param name id of the cell
 * @param reason what one of the trial's reasons must match
 */
record Fault(String name, Cell cell, Injection injection, String reason) {
  /** What faults are tried on; those of one deployment share its rounds. */
  enum Deployment {
    RS1(Topology.RS1, List.of(), false, ""),
    PSS(Topology.PSS, List.of(), false, ""),
    FAR(Topology.STANDALONE, List.of(), true, "&socketTimeoutMS=20000"),
    NARROW(
        Topology.STANDALONE,
        List.of("--maxConns", "40"),
        true,
        "&waitQueueTimeoutMS=2&serverSelectionTimeoutMS=5000");

    final Topology topology;

    @SuppressWarnings("ImmutableEnumChecker") // List.of is
    final List<String> mongod;

    final boolean proxied;
    final String options;

    Deployment(Topology topology, List<String> mongod, boolean proxied, String options) {
      this.topology = topology;
      this.mongod = mongod;
      this.proxied = proxied;
      this.options = options;
    }
  }

  /** Breaks something when the measured span begins, and mends it unless that is Weir's to do. */
  @FunctionalInterface
  interface Injection {
    Injection NONE = scene -> {};

    void inject(Scene scene) throws IOException, InterruptedException;
  }

  /** What there is to break. */
  record Scene(ServerUnderTest server, @Nullable Toxiproxy proxy, long loadPid) {
    Toxiproxy link() {
      return Objects.requireNonNull(proxy, "proxied");
    }

    long pid(Member.Role role) {
      return server.members().stream()
          .filter(member -> member.role() == role)
          .map(Member::pid)
          .filter(Objects::nonNull)
          .findFirst()
          .orElseThrow(() -> new IllegalStateException("no " + role));
    }
  }

  private static final Cell PLAIN = Cell.of(Map.of()).with(Factor.IN_FLIGHT, 4);
  private static final Cell MAJORITY = PLAIN.with(Factor.WRITE_CONCERN, Durability.MAJORITY);

  static Fault killed() {
    return new Fault(
        "mongod-killed",
        PLAIN,
        scene -> signal("KILL", scene.pid(Member.Role.PRIMARY)),
        "the server was lost: .*|the server changed: .*");
  }

  static List<Fault> of(Deployment deployment) {
    return switch (deployment) {
      case RS1 ->
          List.of(
              killed(),
              new Fault(
                  "mongod-paused",
                  PLAIN,
                  scene -> paused(scene.pid(Member.Role.PRIMARY), 5),
                  ".*nothing was acknowledged for .*"),
              new Fault(
                  "load-killed",
                  PLAIN,
                  scene -> signal("KILL", scene.loadPid()),
                  "the load process ended with exit code 137.*"),
              new Fault(
                  "load-out-of-memory",
                  PLAIN,
                  scene -> HeapFiller.fill(scene.loadPid()),
                  "the load process ran out of its 512 MB of heap.*"));
      case PSS ->
          List.of(
              new Fault("stepped-down", MAJORITY, Fault::stepDown, "the server changed: .*"),
              new Fault(
                  "secondary-killed",
                  MAJORITY,
                  scene -> signal("KILL", scene.pid(Member.Role.SECONDARY)),
                  "member .* went from SECONDARY to UNAVAILABLE"),
              new Fault(
                  "primary-killed",
                  MAJORITY,
                  scene -> signal("KILL", scene.pid(Member.Role.PRIMARY)),
                  "the server was lost: .*|the server changed: .*"));
      case FAR ->
          List.of(
              new Fault("link-cut", PLAIN, Fault::cut, "connections lost: .*"),
              new Fault(
                  "link-reset",
                  PLAIN,
                  scene -> link(scene, "reset_peer", Map.of("timeout", 0), 1),
                  "connections lost: .*"),
              new Fault(
                  "black-hole",
                  PLAIN,
                  scene -> link(scene, "timeout", Map.of("timeout", 0), 30),
                  ".*nothing was acknowledged for .*|connections lost: .*|\\d+ documents failed.*"),
              new Fault(
                  "link-slow",
                  PLAIN,
                  scene -> link(scene, "latency", Map.of("latency", 300), 5),
                  ".*the rate moved from .*"));
      case NARROW ->
          List.of(
              new Fault(
                  "connection-limit",
                  PLAIN.with(Factor.IN_FLIGHT, 80),
                  Injection.NONE,
                  "\\d+ documents failed: .*|connections lost: .*"),
              new Fault(
                  "pool-wait",
                  PLAIN.with(Factor.IN_FLIGHT, 32).with(Factor.POOL, 1),
                  Injection.NONE,
                  "\\d+ documents failed: \\{MongoTimeoutException.*"));
    };
  }

  private static void stepDown(Scene scene) {
    stepDown(scene.server().connectionString());
  }

  /** Makes the primary of that deployment step down for 5 s at least. */
  static void stepDown(String uri) {
    try (MongoClient client = MongoClients.create(uri)) {
      client
          .getDatabase("admin")
          .runCommand(new Document("replSetStepDown", 5).append("secondaryCatchUpPeriodSecs", 2));
    } catch (MongoException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void cut(Scene scene) throws IOException, InterruptedException {
    scene.link().enabled(false);
    TimeUnit.SECONDS.sleep(1);
    scene.link().enabled(true);
  }

  private static void link(Scene scene, String toxic, Map<String, ?> attributes, int seconds)
      throws IOException, InterruptedException {
    scene.link().add(toxic, attributes);
    TimeUnit.SECONDS.sleep(seconds);
    scene.link().remove(toxic);
  }

  /** Stands still for so long. */
  static void paused(long pid, int seconds) throws IOException, InterruptedException {
    signal("STOP", pid);
    try {
      TimeUnit.SECONDS.sleep(seconds);
    } finally {
      signal("CONT", pid);
    }
  }

  static void signal(String name, long pid) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor(5, TimeUnit.SECONDS);
  }
}
