package dev.weir.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.benchmarks.ConnectionLimits.CheckFinding;
import dev.weir.server.ServerUnderTest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A real mongod that takes few connections. */
@Timeout(120)
class ConnectionLimitsIT {
  private static final int LIMIT = 30;

  @Test
  void callsBeyondTheLimitFailUnlessThePoolIsCapped() throws Exception {
    List<CheckFinding> findings;
    try (ServerUnderTest server = ConnectionLimits.start(LIMIT)) {
      findings = new ConnectionLimits(server.connectionString(), Duration.ofMillis(400)).run();
    }
    CheckFinding full = findings.get(0);
    assertThat(full.calls()).as("monitors and control take some").isBetween(LIMIT - 10, LIMIT - 2);
    assertThat(full.outcome().answered()).isEqualTo(full.calls());
    assertThat(full.outcome().failed()).isEmpty();
    assertThat(full.connectionsCreated()).isEqualTo(full.calls());

    CheckFinding beyond = findings.get(1);
    assertThat(beyond.calls()).isEqualTo(LIMIT + 1);
    assertThat(beyond.outcome().failed()).as("refused by the server").isNotEmpty();

    CheckFinding capped = findings.get(2);
    assertThat(capped.calls()).isEqualTo(LIMIT + 1);
    assertThat(capped.outcome().answered()).isEqualTo(capped.calls());
    assertThat(capped.outcome().waited()).as("one waits for another's").isPositive();
    assertThat(capped.connectionsCreated()).isEqualTo(capped.pool());

    assertThat(findings.get(3).connectionsCreated()).as("five slots").isEqualTo(5);
    assertThat(findings.get(4).connectionsCreated()).as("ten calls").isEqualTo(10);
  }
}
