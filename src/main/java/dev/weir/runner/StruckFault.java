package dev.weir.runner;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import dev.weir.server.Member;
import dev.weir.server.Recovery;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.GameFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** A fault around a game that goes on meanwhile. */
final class StruckFault {
  private static final long LAG_MILLIS = 1_000;
  private static final Duration ELECTION = Duration.ofSeconds(60);
  private static final Duration RESTART = Duration.ofSeconds(90);
  private static final int SIGNAL_SECONDS = 5;

  /** One document in so many is refused by a server whose bulks fail in part. */
  private static final int REFUSED_OF = 10;

  private final ServerUnderTest server;
  private final MongoClient client;
  private final Map<String, String> healthy;
  private final CompletableFuture<Outcome> outcome;

  /**
   * What the server had kept.
   *
   * @param acknowledged by player, what the game had seen acknowledged when members were killed;
   *     null if none was
   * @param stored by player, what the server had when it took writes again
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Outcome(long @Nullable [] acknowledged, long @Nullable [] stored) {}

  private StruckFault(
      Run run, GameFault fault, Duration length, String collection, SaveAudit audit) {
    this.server = run.server();
    this.client = run.client();
    this.healthy = server.memberStates();
    this.outcome =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return strike(fault, length, run.database().name(), collection, audit);
              } catch (ServerException | InterruptedException | java.io.IOException e) {
                throw new CompletionException(e);
              }
            },
            task -> {
              Thread thread = new Thread(task, "fault");
              thread.setDaemon(true);
              thread.start();
            });
  }

  /**
   * Begins now, on a thread of its own.
   *
   * @param length of the fault; a killed primary stays away until {@link #heal}
   * @param audit of the game's account
   */
  static StruckFault begin(
      Run run, GameFault fault, Duration length, String collection, SaveAudit audit) {
    return new StruckFault(run, fault, length, collection, audit);
  }

  private Outcome strike(
      GameFault fault, Duration length, String database, String collection, SaveAudit audit)
      throws ServerException, InterruptedException, java.io.IOException {
    switch (fault) {
      case PRIMARY_KILLED -> {
        return killed(List.of(primary()), audit);
      }
      case LAGGING_FAILOVER -> {
        List<Long> secondaries = pids(Member.Role.SECONDARY);
        long primary = primary();
        signal("STOP", secondaries);
        try {
          TimeUnit.MILLISECONDS.sleep(LAG_MILLIS);
          long[] acknowledged = audit.acknowledged();
          signal("KILL", List.of(primary));
          signal("CONT", secondaries);
          return kept(acknowledged, audit);
        } finally {
          signal("CONT", secondaries);
        }
      }
      case MEMBERS_GONE -> {
        long[] acknowledged = audit.acknowledged();
        signal("KILL", server.localPids());
        TimeUnit.MILLISECONDS.sleep(length.toMillis());
        server.recover(healthy, RESTART);
        return kept(acknowledged, audit);
      }
      case BULK_FAILS -> {
        Document refused =
            new Document(
                "$expr",
                new Document(
                    "$ne",
                    List.of(new Document("$mod", List.of("$_id", REFUSED_OF)), REFUSED_OF / 2)));
        validate(database, collection, refused);
        try {
          TimeUnit.MILLISECONDS.sleep(length.toMillis());
        } finally {
          validate(database, collection, new Document());
        }
        return new Outcome(null, null);
      }
      case NONE, GAME_KILLED, POOL_FULL -> {
        return new Outcome(null, null); // they are the load process's own
      }
    }
    throw new IllegalArgumentException("no fault " + fault);
  }

  private Outcome killed(List<Long> pids, SaveAudit audit)
      throws ServerException, InterruptedException, java.io.IOException {
    long[] acknowledged = audit.acknowledged();
    signal("KILL", pids);
    return kept(acknowledged, audit);
  }

  /** Reads at once what a new primary has, before later saves take the place of what was lost. */
  private Outcome kept(long[] acknowledged, SaveAudit audit) throws ServerException {
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

  private void validate(String database, String collection, Document validator) {
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

  static void signal(String name, List<Long> pids)
      throws java.io.IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("kill", "-" + name));
    pids.forEach(pid -> command.add(Long.toString(pid)));
    if (pids.isEmpty()) {
      return;
    }
    Process kill =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    if (!kill.waitFor(SIGNAL_SECONDS, TimeUnit.SECONDS) || kill.exitValue() != 0) {
      kill.destroyForcibly();
      throw new java.io.IOException(String.join(" ", command) + " failed");
    }
  }

  /** Waits until the fault is over and everything is as it was. */
  Outcome heal() throws ServerException, InterruptedException {
    try {
      Outcome found = outcome.get(RESTART.toSeconds() * 2, TimeUnit.SECONDS);
      if (!server.memberStates().equals(healthy)) {
        server.recover(healthy, RESTART);
      }
      return found;
    } catch (ExecutionException e) {
      server.recover(healthy, RESTART);
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new ServerException("the fault could not be made: " + cause.getMessage());
    } catch (TimeoutException e) {
      throw new ServerException("the fault did not end in time");
    }
  }
}
