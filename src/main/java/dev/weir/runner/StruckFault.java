package dev.weir.runner;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import dev.weir.server.Member;
import dev.weir.server.Recovery;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.GameFault;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** A fault around a game that goes on meanwhile. */
final class StruckFault {
  private static final long LAG_MILLIS = 1_000;
  private static final Duration ELECTION = Duration.ofSeconds(60);
  private static final Duration RESTART = Duration.ofSeconds(90);
  private static final int SIGNAL_SECONDS = 5;

  /** One document in that number is refused by a server whose bulks fail in part. */
  private static final int REFUSED_OF = 10;

  private final Duration patience;
  private final Consumer<String> notes;

  /** What puts back each part of the fault, the latest first; each may be called again. */
  private final Deque<Intervention.Restore> undo = new ConcurrentLinkedDeque<>();

  private final FutureTask<Outcome> outcome;
  private final Thread thread;

  /**
   * What the server had kept.
   *
   * @param acknowledged by player, what the game had seen acknowledged when members were killed;
   *     null if none was
   * @param stored by player, what the server had when it took writes again
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Outcome(long @Nullable [] acknowledged, long @Nullable [] stored) {}

  /** Makes a fault. It adds what undoes a part before it makes that part. */
  @FunctionalInterface
  interface Making {
    Outcome make(Deque<Intervention.Restore> undo)
        throws ServerException, InterruptedException, IOException;
  }

  private StruckFault(
      ServerUnderTest server, Duration patience, Consumer<String> notes, Making making) {
    this.patience = patience;
    this.notes = notes;
    this.outcome = new FutureTask<>(() -> making.make(undo));
    this.thread = new Thread(outcome, "fault");
    Map<String, String> healthy = server.memberStates();
    undo.add(() -> server.recover(healthy, RESTART));
  }

  /**
   * Begins now, on a thread of its own.
   *
   * @param length of the fault; a killed primary stays away until {@link #heal}
   * @param audit of the game's account
   */
  static StruckFault begin(
      Run run, GameFault fault, Duration length, String collection, SaveAudit audit) {
    Strike strike =
        new Strike(
            run.server(),
            run.server().memberStates(),
            run.client(),
            run.database().name(),
            collection,
            audit);
    return begin(
        run.server(),
        RESTART.multipliedBy(2),
        run.listener()::note,
        undo -> strike.make(fault, length, undo));
  }

  /**
   * Begins a fault that is made that way.
   *
   * @param patience how long {@link #heal} waits until it is made
   * @param notes hears what could not be undone
   */
  static StruckFault begin(
      ServerUnderTest server, Duration patience, Consumer<String> notes, Making making) {
    StruckFault fault = new StruckFault(server, patience, notes, making);
    fault.thread.setDaemon(true);
    fault.thread.start();
    return fault;
  }

  /** What is struck, and how. */
  private record Strike(
      ServerUnderTest server,
      Map<String, String> healthy,
      MongoClient client,
      String database,
      String collection,
      SaveAudit audit) {
    Outcome make(GameFault fault, Duration length, Deque<Intervention.Restore> undo)
        throws ServerException, InterruptedException, IOException {
      switch (fault) {
        case PRIMARY_KILLED -> {
          long primary = primary();
          long[] acknowledged = audit.acknowledged();
          signal("KILL", List.of(primary));
          return kept(acknowledged);
        }
        case LAGGING_FAILOVER -> {
          List<Long> secondaries = pids(Member.Role.SECONDARY);
          long primary = primary();
          Intervention.Restore wake = () -> signal("CONT", alive(secondaries));
          undo.push(wake);
          signal("STOP", secondaries);
          TimeUnit.MILLISECONDS.sleep(LAG_MILLIS);
          long[] acknowledged = audit.acknowledged();
          signal("KILL", List.of(primary));
          wake.restore();
          return kept(acknowledged);
        }
        case MEMBERS_GONE -> {
          long[] acknowledged = audit.acknowledged();
          signal("KILL", server.localPids());
          TimeUnit.MILLISECONDS.sleep(length.toMillis());
          server.recover(healthy, RESTART);
          return kept(acknowledged);
        }
        case BULK_FAILS -> {
          Document refused =
              new Document(
                  "$expr",
                  new Document(
                      "$ne",
                      List.of(new Document("$mod", List.of("$_id", REFUSED_OF)), REFUSED_OF / 2)));
          Intervention.Restore accept = () -> validate(new Document());
          undo.push(accept);
          validate(refused);
          TimeUnit.MILLISECONDS.sleep(length.toMillis());
          accept.restore();
          return new Outcome(null, null);
        }
        case NONE, GAME_KILLED, POOL_FULL -> {
          return new Outcome(null, null); // they are the load process's own
        }
      }
      throw new IllegalArgumentException("no fault " + fault);
    }

    /** Reads at once what a new primary has, before later saves take the place of what was lost. */
    private Outcome kept(long[] acknowledged) throws ServerException {
      List<long[]> read = new ArrayList<>();
      Recovery.await(
          ELECTION,
          () -> {
            try {
              read.add(audit.stored());
              return true;
            } catch (MongoException e) {
              return false;
            }
          });
      return new Outcome(acknowledged, read.get(0));
    }

    private void validate(Document validator) {
      client
          .getDatabase(database)
          .runCommand(new Document("collMod", collection).append("validator", validator));
    }

    private long primary() throws ServerException {
      List<Long> primaries = pids(Member.Role.PRIMARY);
      if (primaries.isEmpty()) {
        throw new ServerException("there is no primary to kill");
      }
      return primaries.get(0);
    }

    private List<Long> pids(Member.Role role) {
      return server.members().stream()
          .filter(member -> member.role() == role)
          .map(Member::pid)
          .filter(Objects::nonNull)
          .toList();
    }

    private static List<Long> alive(List<Long> pids) {
      return pids.stream().filter(pid -> ProcessHandle.of(pid).isPresent()).toList();
    }
  }

  static void signal(String name, List<Long> pids) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("kill", "-" + name));
    pids.forEach(pid -> command.add(Long.toString(pid)));
    if (pids.isEmpty()) {
      return;
    }
    Process kill =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    if (!kill.waitFor(SIGNAL_SECONDS, TimeUnit.SECONDS) || kill.exitValue() != 0) {
      kill.destroyForcibly();
      throw new IOException(String.join(" ", command) + " failed");
    }
  }

  /**
   * Waits until the fault is over and everything is as it was. What is left of the fault is undone
   * in any case.
   *
   * @throws ServerException if the fault could not be made, did not end in time, or could not be
   *     undone; the message says each that holds
   */
  Outcome heal() throws ServerException, InterruptedException {
    List<String> failures = new ArrayList<>();
    Outcome found = null;
    try {
      found = outcome.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      failures.add("the fault could not be made: " + cause.getMessage());
    } catch (TimeoutException e) {
      failures.add("the fault did not end in time");
    } finally {
      failures.addAll(undone());
    }
    if (found == null || !failures.isEmpty()) {
      throw new ServerException(String.join("; ", failures));
    }
    return found;
  }

  /** Undoes what is left of the fault; says what could not be undone, nothing if all could. */
  private List<String> undone() throws InterruptedException {
    List<String> failures = new ArrayList<>();
    thread.interrupt(); // it must strike no more; if it is over, it does not hear this
    thread.join(TimeUnit.SECONDS.toMillis(SIGNAL_SECONDS));
    if (thread.isAlive()) {
      failures.add("it still goes on");
    }
    try {
      CellConditions.all(undo).restore();
    } catch (IOException | ServerException | RuntimeException e) {
      failures.add("the fault could not be undone: " + e.getMessage());
    }
    failures.forEach(notes);
    return failures;
  }
}
