package dev.weir.runner;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import dev.weir.server.Clients;
import dev.weir.server.Member;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.server.SnapshotHistory;
import dev.weir.study.Cell;
import dev.weir.study.Factor;
import dev.weir.study.Plan;
import dev.weir.study.SecondaryState;
import dev.weir.study.Shards;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.bson.Document;

/**
 * What a cell's factors ask of the deployment itself: made for one trial, put back after it. The
 * next trial's data set is written by majority and so waits until a restarted secondary is level.
 */
final class CellConditions implements Intervention {
  private static final double BYTES_PER_MEGABYTE = 1 << 20;

  private static final Duration LONGEST_RETURN = Duration.ofSeconds(60);
  private static final Duration LONGEST_LOOK = Duration.ofSeconds(10);

  private final Plan plan;
  private final ServerUnderTest server;
  private final DelayedLink link;
  private final Intervention others;

  /**
   * @param link on which the load reaches the server
   * @param others what else is made different, inside of these conditions
   */
  CellConditions(Plan plan, ServerUnderTest server, DelayedLink link, Intervention others) {
    this.plan = plan;
    this.server = server;
    this.link = link;
    this.others = others;
  }

  /**
   * Fails before anything is measured where a deployment can't keep what cells ask for.
   *
   * @throws ServerException if so; the message says what to do
   */
  static void requireHistories(Plan plan, ServerUnderTest server) throws ServerException {
    Set<Integer> seconds = new TreeSet<>();
    plan.cells().values().forEach(cell -> seconds.add(cell.get(Factor.HISTORY)));
    for (int each : seconds) {
      SnapshotHistory.keep(server, each).close();
    }
  }

  @Override
  public Restore apply(String id, long loadPid)
      throws IOException, ServerException, InterruptedException {
    Cell cell = plan.cell(id);
    if (cell.get(Factor.SHARDS) == Shards.ONE && !server.facts().topology().equals("sharded")) {
      throw new IOException(
          "'shards' is about a sharded deployment, and this is " + server.facts().topology());
    }
    boolean stopped = cell.get(Factor.SECONDARY) == SecondaryState.STOPPED;
    List<Factor<?>> changes = new ArrayList<>(cell.changesOfDeployment());
    changes.remove(Factor.HISTORY); // an attached deployment may keep that already
    if (!changes.isEmpty() && !server.facts().source().isOurs()) {
      throw new IOException(changes + " changes the deployment: run this study without --uri");
    }
    Deque<Restore> undo = new ArrayDeque<>();
    try {
      undo.push(SnapshotHistory.keep(server, cell.get(Factor.HISTORY))::close);
      if (cell.linkMillis() > 0) {
        undo.push(() -> link.delay(0));
        link.delay(cell.linkMillis());
      }
      if (cell.get(Factor.OPLOG_MEGABYTES) > 0) {
        resizeOplogs(cell.get(Factor.OPLOG_MEGABYTES), undo);
      }
      if (stopped) {
        stopSecondaries(undo);
      }
      undo.push(others.apply(id, loadPid));
    } catch (IOException | ServerException | InterruptedException | RuntimeException e) {
      try {
        all(undo).restore();
      } catch (IOException | ServerException | InterruptedException | RuntimeException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
    return all(undo);
  }

  /** What factors ask for decides itself how a cell is measured; see {@link Study#turns}. */
  @Override
  public boolean perTurn() {
    return others.perTurn();
  }

  /** Puts back all that can be put back. Of several failures the message holds each. */
  static Restore all(Deque<Restore> undo) {
    return () -> {
      List<Exception> failures = new ArrayList<>();
      for (Restore restore : undo) {
        try {
          restore.restore();
        } catch (IOException | ServerException | InterruptedException | RuntimeException e) {
          failures.add(e);
        }
      }
      report(failures);
    };
  }

  private static void report(List<Exception> failures)
      throws IOException, ServerException, InterruptedException {
    if (failures.isEmpty()) {
      return;
    }
    Exception thrown = failures.get(0);
    if (failures.size() > 1) {
      thrown =
          new ServerException(
              "not all that the cell changed was put back: "
                  + failures.stream().map(Exception::getMessage).collect(Collectors.joining("; ")));
      failures.forEach(thrown::addSuppressed);
    }
    if (failures.stream().anyMatch(InterruptedException.class::isInstance)) {
      InterruptedException interrupted = new InterruptedException(thrown.getMessage());
      interrupted.initCause(thrown);
      throw interrupted;
    }
    if (thrown instanceof ServerException e) {
      throw e;
    }
    if (thrown instanceof IOException e) {
      throw e;
    }
    throw (RuntimeException) thrown;
  }

  private void stopSecondaries(Deque<Restore> undo) throws IOException, ServerException {
    List<Member> secondaries = with(Member.Role.SECONDARY);
    if (secondaries.isEmpty()) {
      throw new IOException(
          "topology " + server.facts().topology() + " has no secondary to stop; use psa or pss");
    }
    Map<String, String> all = server.memberStates();
    undo.push(() -> server.recover(all, LONGEST_RETURN));
    for (Member secondary : secondaries) {
      server.stop(secondary);
      undo.push(() -> server.restart(secondary));
    }
  }

  private void resizeOplogs(int megabytes, Deque<Restore> undo)
      throws IOException, ServerException {
    List<Member> primaries = with(Member.Role.PRIMARY);
    if (primaries.isEmpty()) {
      throw new IOException("topology " + server.facts().topology() + " has no oplog");
    }
    resize(primaries.get(0), megabytes, undo);
    for (Member secondary : with(Member.Role.SECONDARY)) {
      resize(secondary, megabytes, undo);
    }
  }

  private static void resize(Member member, double megabytes, Deque<Restore> undo)
      throws ServerException {
    double before = resize(member, megabytes);
    undo.push(() -> resize(member, before));
  }

  /**
   * Gives a member's oplog that size.
   *
   * @return the size that it had, in MB
   * @throws ServerException if the member does not answer, or refuses
   */
  static double resize(Member member, double megabytes) throws ServerException {
    try (MongoClient client = Clients.direct(member.host(), member.port(), LONGEST_LOOK)) {
      Number before =
          client
              .getDatabase("local")
              .runCommand(new Document("collStats", "oplog.rs"))
              .get("maxSize", Number.class);
      Clients.admin(client, new Document("replSetResizeOplog", 1).append("size", megabytes));
      return before.doubleValue() / BYTES_PER_MEGABYTE;
    } catch (MongoException e) {
      throw new ServerException(member.address() + ": cannot resize the oplog: " + e.getMessage());
    }
  }

  private List<Member> with(Member.Role role) {
    return server.members().stream().filter(member -> member.role() == role).toList();
  }
}
