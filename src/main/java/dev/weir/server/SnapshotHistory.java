package dev.weir.server;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import dev.weir.record.ServerFacts;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.Document;

/**
 * How long the members of a deployment keep old versions of documents, for reads at a past snapshot
 * ({@code minSnapshotHistoryWindowInSeconds}, 300 s unless set). Every update leaves one, and what
 * is kept longer than the cache holds it is written, evicted and read again (WT-7106, WT-16443).
 */
public final class SnapshotHistory implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private static final Set<Member.Role> KEEPERS =
      Set.of(Member.Role.STANDALONE, Member.Role.PRIMARY, Member.Role.SECONDARY);

  private final Map<Member, Integer> before = new LinkedHashMap<>();

  private SnapshotHistory() {}

  /**
   * Lets every member of a deployment that Weir started keep so much until this is closed. One that
   * is attached to is only asked: its owner decides. What is not MongoDB keeps nothing.
   *
   * @param seconds at least 1; 0 leaves it as it is
   * @throws ServerException if it can't be had
   */
  public static SnapshotHistory keep(ServerUnderTest server, int seconds) throws ServerException {
    SnapshotHistory kept = new SnapshotHistory();
    if (seconds == 0 || !server.facts().realMongoDB()) {
      return kept;
    }
    if (!server.facts().source().isOurs()) {
      requireAlready(server, seconds);
      return kept;
    }
    for (Member member : keepers(server)) {
      try (MongoClient client = Clients.direct(member.host(), member.port(), TIMEOUT)) {
        int now = required(client);
        if (now != seconds) {
          set(client, seconds);
          kept.before.put(member, now);
        }
      } catch (MongoException | ServerException e) {
        kept.close();
        throw new ServerException(member.address() + ": " + e.getMessage());
      }
    }
    return kept;
  }

  private static List<Member> keepers(ServerUnderTest server) {
    return server.members().stream().filter(member -> KEEPERS.contains(member.role())).toList();
  }

  private static void requireAlready(ServerUnderTest server, int seconds) throws ServerException {
    int now;
    try (MongoClient client = Clients.open(Clients.parse(server.connectionString()), TIMEOUT)) {
      now = required(client);
    } catch (MongoException e) {
      throw new ServerException("cannot ask how much history is kept: " + e.getMessage());
    }
    if (now != seconds) {
      throw new ServerException(
          "the deployment keeps "
              + now
              + " s of history, and "
              + seconds
              + " s are wanted: set "
              + ServerFacts.HISTORY
              + " on every member (db.adminCommand({setParameter: 1, "
              + ServerFacts.HISTORY
              + ": "
              + seconds
              + "})), or leave 'historySeconds' out of a copy of the study");
    }
  }

  private static int required(MongoClient client) throws ServerException {
    Document answer =
        Clients.tryAdmin(client, new Document("getParameter", 1).append(ServerFacts.HISTORY, 1));
    if (answer == null || !(answer.get(ServerFacts.HISTORY) instanceof Number seconds)) {
      throw new ServerException(
          "this server has no " + ServerFacts.HISTORY + "; MongoDB 5.0 and later do");
    }
    return seconds.intValue();
  }

  private static void set(MongoClient client, int seconds) {
    Clients.admin(client, new Document("setParameter", 1).append(ServerFacts.HISTORY, seconds));
  }

  /** Puts back what was changed, wherever the member still answers. */
  @Override
  public void close() throws ServerException {
    ServerException failed = null;
    for (Map.Entry<Member, Integer> entry : before.entrySet()) {
      Member member = entry.getKey();
      try (MongoClient client = Clients.direct(member.host(), member.port(), TIMEOUT)) {
        set(client, entry.getValue());
      } catch (MongoException e) {
        failed =
            new ServerException(
                member.address()
                    + ": cannot put "
                    + ServerFacts.HISTORY
                    + " back: "
                    + e.getMessage());
      }
    }
    before.clear();
    if (failed != null) {
      throw failed;
    }
  }
}
