package dev.weir.runner.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class YcsbJvmIT {
  /** Says what YCSB's own binding says. */
  static final class Talkative {
    private Talkative() {}

    public static void main(String[] arguments) {
      System.out.println("mongo client connection created with mongodb://me:s3cret@host/ycsb");
      System.out.println("weir: warm");
    }
  }

  @Test
  void itsLogHoldsNoPassword(@TempDir Path folder) throws Exception {
    Path log = folder.resolve("load-1.log");
    try (YcsbJvm jvm = YcsbJvm.start(Talkative.class.getName(), List.of(), log)) {
      jvm.awaitWarm(Duration.ofSeconds(60));
      jvm.awaitEnd(Duration.ofSeconds(60));
    }
    assertThat(Files.readString(log))
        .contains("mongo client connection created with mongodb://***@host/ycsb", "weir: warm")
        .doesNotContain("s3cret");
  }
}
