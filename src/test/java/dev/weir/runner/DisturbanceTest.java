package dev.weir.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.runner.Trials.Snapshot;
import dev.weir.server.ServerCounters;
import dev.weir.study.Durability;
import java.util.Map;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;

class DisturbanceTest {
  private static final Durability W1 = Durability.W1;
  private static final Durability MAJORITY = Durability.MAJORITY;

  private static Snapshot snapshot(
      String host, int pid, long uptime, int term, Map<String, String> members) {
    return new Snapshot(
        ServerCounters.of(
            new Document("host", host)
                .append("pid", pid)
                .append("uptimeMillis", uptime)
                .append(
                    "repl",
                    new Document("electionId", new ObjectId("7fffffff000000000000000" + term)))),
        members);
  }

  @Test
  void undisturbedDeploymentGivesNoReason() {
    Map<String, String> members = Map.of("a:1", "PRIMARY", "b:1", "SECONDARY");
    assertThat(
            Disturbance.between(
                snapshot("a:1", 7, 1_000, 1, members),
                snapshot("a:1", 7, 9_000, 1, members),
                5,
                W1))
        .isEmpty();
  }

  @Test
  void restartPutsWritesOfOneMemberAtRisk() {
    Snapshot before = snapshot("a:1", 7, 9_000, 1, Map.of());
    Snapshot after = snapshot("a:1", 8, 100, 2, Map.of());
    assertThat(Disturbance.between(before, after, 5, W1))
        .hasSize(2)
        .anyMatch(line -> line.startsWith("the server changed: a:1, process 7"))
        .contains("at risk: up to 5 documents acknowledged with w1 only");
    assertThat(Disturbance.between(before, after, 5, MAJORITY))
        .singleElement()
        .asString()
        .startsWith("the server changed");
  }

  /** There and back within one trial: both ends look alike but for the election. */
  @Test
  void electionThereAndBackIsSeen() {
    assertThat(
            Disturbance.between(
                snapshot("a:1", 7, 1_000, 1, Map.of()),
                snapshot("a:1", 7, 9_000, 3, Map.of()),
                0,
                W1))
        .hasSize(1);
  }

  @Test
  void memberThatLeftIsNamed() {
    assertThat(
            Disturbance.between(
                snapshot("a:1", 7, 1_000, 1, Map.of("a:1", "PRIMARY", "b:1", "SECONDARY")),
                snapshot("a:1", 7, 9_000, 1, Map.of("a:1", "PRIMARY", "b:1", "UNAVAILABLE")),
                5,
                W1))
        .containsExactly("member b:1 went from SECONDARY to UNAVAILABLE");
  }
}
