package dev.weir.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.record.Samples;
import dev.weir.record.ServerFacts;
import dev.weir.server.Member;
import dev.weir.server.ServerCounters;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class StruckFaultTest {
  /** Above the most that Linux gives out. */
  private static final long NOBODY = 1L << 22;

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final StruckFault.Outcome NOTHING = new StruckFault.Outcome(null, null);

  private final Members server = new Members();
  private final List<String> undone = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  private StruckFault begin(Duration patience, StruckFault.Making making) {
    return StruckFault.begin(server, patience, notes::add, making);
  }

  @Test
  void aSignalThatReachedNobodyIsNoFault() {
    assertThatThrownBy(() -> StruckFault.signal("KILL", List.of(NOBODY + 1)))
        .isInstanceOf(IOException.class)
        .hasMessage("kill -KILL 4194305 failed");
  }

  @Test
  void aFaultThatIsOverLeavesAllAsItWas() throws Exception {
    StruckFault fault =
        begin(
            PATIENCE,
            undo -> {
              server.states = Map.of("a:1", "UNAVAILABLE");
              return NOTHING;
            });
    assertThat(fault.heal()).isEqualTo(NOTHING);
    assertThat(server.states).isEqualTo(Members.HEALTHY);
    assertThat(notes).isEmpty();
  }

  @Test
  void aFaultThatDoesNotEndIsUndoneAllTheSame() {
    StruckFault fault =
        begin(
            Duration.ZERO,
            undo -> {
              undo.push(() -> undone.add("the secondaries run"));
              server.states = Map.of("a:1", "UNAVAILABLE");
              new CountDownLatch(1).await();
              return NOTHING;
            });
    assertThatThrownBy(fault::heal)
        .isInstanceOf(ServerException.class)
        .hasMessage("the fault did not end in time");
    assertThat(undone).containsExactly("the secondaries run");
    assertThat(server.states).isEqualTo(Members.HEALTHY);
  }

  @Test
  void aFaultThatCouldNotBeMadeIsUndoneAsFarAsItWent() {
    StruckFault fault =
        begin(
            PATIENCE,
            undo -> {
              undo.push(() -> undone.add("documents are taken"));
              throw new IOException("kill -STOP 7 failed");
            });
    assertThatThrownBy(fault::heal)
        .isInstanceOf(ServerException.class)
        .hasMessage("the fault could not be made: kill -STOP 7 failed");
    assertThat(undone).containsExactly("documents are taken");
  }

  @Test
  void whatCouldNotBeUndoneIsSaidAndTheRestIsUndone() {
    server.hopeless = true;
    StruckFault fault =
        begin(
            PATIENCE,
            undo -> {
              undo.push(() -> undone.add("documents are taken"));
              undo.push(
                  () -> {
                    throw new IOException("kill -CONT 7 failed");
                  });
              return NOTHING;
            });
    String all =
        "the fault could not be undone: not all that the cell changed was put back: kill -CONT 7"
            + " failed; not back within 90 s";
    assertThatThrownBy(fault::heal).isInstanceOf(ServerException.class).hasMessage(all);
    assertThat(notes).containsExactly(all);
    assertThat(undone).containsExactly("documents are taken");
  }

  /** A deployment of which only the states of its members are asked. */
  private static final class Members implements ServerUnderTest {
    static final Map<String, String> HEALTHY = Map.of("a:1", "PRIMARY");

    private volatile Map<String, String> states = HEALTHY;
    private boolean hopeless;

    @Override
    public Map<String, String> memberStates() {
      return states;
    }

    @Override
    public void recover(Map<String, String> expected, Duration atMost) throws ServerException {
      if (hopeless) {
        throw new ServerException("not back within " + atMost.toSeconds() + " s");
      }
      states = expected;
    }

    @Override
    public String connectionString() {
      return "mongodb://a:1/";
    }

    @Override
    public ServerFacts facts() {
      return Samples.server("MongoDB", true);
    }

    @Override
    public List<Member> members() {
      return List.of();
    }

    @Override
    public ServerCounters counters() throws ServerException {
      throw new ServerException("nobody counts here");
    }

    @Override
    public void close() {}
  }
}
