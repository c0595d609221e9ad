package dev.weir.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BothJvmsTest {
  private static BothJvms taken(String key, String value) throws BadInput {
    return requireNonNull(BothJvms.takenFrom(new HashMap<>(Map.of(key, value))));
  }

  @Test
  void aCommaBeforeAnOptionOrAtTheEndDividesTheSides() throws BadInput {
    BothJvms both = taken("jvmOptions", "-XX:+UseSerialGC -Xss1m,-XX:+UseParallelGC");
    assertThat(both.base().options()).containsExactly("-XX:+UseSerialGC", "-Xss1m");
    assertThat(both.other().options()).containsExactly("-XX:+UseParallelGC");
    assertThat(taken("jvmOptions", "-Xint,").base().options()).containsExactly("-Xint");
    assertThat(taken("jvmOptions", "-Xint,").other().options()).isEmpty();
    assertThat(taken("jvmOptions", "-Xlog:gc*,safepoint").base().options()).isEmpty();
    assertThat(taken("jvmOptions", "-Xlog:gc*,safepoint").other().options())
        .containsExactly("-Xlog:gc*,safepoint");
  }

  @Test
  void ownHeapTakesThePlaceOfWeirs() throws BadInput {
    BothJvms both = taken("jvmOptions", "-Xmx64m");
    assertThat(both.base().arguments(1)).contains("-Xms512m", "-Xmx512m");
    assertThat(both.other().arguments(1))
        .contains("-Xmx64m", "-XX:+AlwaysPreTouch")
        .doesNotContain("-Xms512m", "-Xmx512m");
  }

  @Test
  void secretsOfOptionsAreNotShown() throws BadInput {
    assertThat(taken("jvmOptions", "-Dapp.password=x1y2").other().shown(1))
        .contains("-Dapp.password=***");
  }

  @Test
  void aFolderStandsForTheJarsInIt(@TempDir Path folder) throws Exception {
    Path jar = Files.createFile(folder.resolve("driver.jar"));
    BothJvms both = taken("driverJars", folder + "," + jar);
    assertThat(both.base().classPath()).containsExactly(folder.resolve("*").toString());
    assertThat(both.other().classPath()).containsExactly(jar.toString());
    assertThat(taken("driverJars", folder.toString()).base().classPath()).isEmpty();
  }

  @Test
  void otherKeysStay() throws BadInput {
    Map<String, String> set = new HashMap<>(Map.of("pool", "8", "jvmOptions", "-Xint"));
    assertThat(BothJvms.takenFrom(set)).isNotNull();
    assertThat(set).containsOnlyKeys("pool");
    assertThat(BothJvms.takenFrom(set)).isNull();
  }
}
