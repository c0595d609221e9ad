package dev.weir.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.server.ServerException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class CellConditionsTest {
  private final List<String> restored = new ArrayList<>();
  private final Deque<Intervention.Restore> undo = new ArrayDeque<>();

  @Test
  void whatComesAfterAFailureIsPutBackToo() {
    undo.add(
        () -> {
          throw new IOException("the link stays slow");
        });
    undo.add(() -> restored.add("oplog"));
    assertThatThrownBy(() -> CellConditions.all(undo).restore())
        .isInstanceOf(IOException.class)
        .hasMessage("the link stays slow");
    assertThat(restored).containsExactly("oplog");
  }

  @Test
  void everyFailureIsReported() {
    undo.add(
        () -> {
          throw new IOException("the link stays slow");
        });
    undo.add(
        () -> {
          throw new ServerException("127.0.0.1:2 does not start");
        });
    undo.add(() -> restored.add("oplog"));
    assertThatThrownBy(() -> CellConditions.all(undo).restore())
        .isInstanceOf(ServerException.class)
        .hasMessageContaining("the link stays slow; 127.0.0.1:2 does not start")
        .satisfies(failure -> assertThat(failure.getSuppressed()).hasSize(2));
    assertThat(restored).containsExactly("oplog");
  }

  @Test
  void anInterruptStaysOne() {
    undo.add(
        () -> {
          throw new InterruptedException("asked to stop");
        });
    undo.add(() -> restored.add("oplog"));
    assertThatThrownBy(() -> CellConditions.all(undo).restore())
        .isInstanceOf(InterruptedException.class);
    assertThat(restored).containsExactly("oplog");
  }
}
