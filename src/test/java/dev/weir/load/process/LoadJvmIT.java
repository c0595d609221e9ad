package dev.weir.load.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadJvmIT {
  /** Takes more memory than a load process has. */
  static final class Hungry {
    private Hungry() {}

    public static void main(String[] arguments) {
      List<byte[]> kept = new ArrayList<>();
      while (kept.size() < 4_096) {
        kept.add(new byte[1 << 20]);
      }
    }
  }

  /** Eight clients share the memory, so each has the least there is. */
  @Test
  void memoryThatIsUsedUpIsTheReason(@TempDir Path folder) throws Exception {
    try (LoadJvm jvm =
        LoadJvm.start(
            Hungry.class, folder.resolve("load.log"), 8, 1, ClientPrefix.NONE, JvmSettings.USUAL)) {
      assertThatThrownBy(() -> jvm.next(Duration.ofSeconds(30)))
          .isInstanceOfSatisfying(
              LoadFailure.class,
              failure ->
                  assertThat(failure.reason())
                      .isEqualTo("the load process ran out of its 128 MB of heap; see load.log"));
    }
  }
}
