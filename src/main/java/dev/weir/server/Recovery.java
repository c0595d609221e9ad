package dev.weir.server;

import com.mongodb.MongoException;
import java.time.Duration;

/** Waits for a deployment that was lost to take writes again. */
public final class Recovery {
  private static final long POLL_MILLIS = 250;

  private Recovery() {}

  /** Whether it is there again. */
  @FunctionalInterface
  public interface Condition {
    boolean holds() throws ServerException;
  }

  /**
   * Polls until the condition holds.
   *
   * @throws ServerException after {@code atMost}, with the reason of the last look
   */
  public static void await(Duration atMost, Condition condition) throws ServerException {
    long deadline = System.nanoTime() + atMost.toNanos();
    String last = "it has no primary, or a member is not back in its role";
    while (true) {
      try {
        if (condition.holds()) {
          return;
        }
      } catch (ServerException | MongoException e) {
        last = String.valueOf(e.getMessage());
      }
      if (System.nanoTime() - deadline > 0) {
        throw new ServerException("not back within " + atMost.toSeconds() + " s: " + last);
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ServerException("interrupted while waiting for the server");
      }
    }
  }

  /** Whether every member that was in a role before is in one again. */
  static boolean healthy(java.util.Map<String, String> before, java.util.Map<String, String> now) {
    return before.entrySet().stream()
        .allMatch(
            member -> !inRole(member.getValue()) || inRole(now.getOrDefault(member.getKey(), "")));
  }

  private static boolean inRole(String state) {
    return state.equals("PRIMARY")
        || state.equals("SECONDARY")
        || state.equals("ARBITER")
        || state.equals("STANDALONE");
  }
}
