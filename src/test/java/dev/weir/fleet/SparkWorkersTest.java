package dev.weir.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkWorkersTest {
  @Test
  void nothingIsEverTriedTwiceAndNoSecretIsAnArgument() {
    Token token = Token.draw();
    List<String> command =
        new SparkWorkers("spark://driver:7077", Path.of("spark-submit"), "weir.jar")
            .command(
                new WorkerLauncher.Invitation(
                    Addresses.parse("10.0.0.5:7171"), token, 3, Path.of("log")));
    assertThat(command)
        .containsSequence("--master", "spark://driver:7077")
        .containsSequence("--class", "dev.weir.fleet.spark.SparkFleet")
        .contains("spark.task.maxFailures=1", "spark.stage.maxConsecutiveAttempts=1")
        .contains("spark.speculation=false", "spark.cores.max=3")
        .endsWith("weir.jar", "10.0.0.5:7171", "3");
    assertThat(String.join(" ", command)).doesNotContain(token.text());
  }

  @Test
  void sparkIsFoundWhereItSaysOrOnThePath(@TempDir Path folder) throws Exception {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    assertThatThrownBy(() -> SparkWorkers.submit(Map.of("PATH", bin.toString())))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("set SPARK_HOME");
    Path submit = Files.createFile(bin.resolve("spark-submit"));
    assertThat(submit.toFile().setExecutable(true)).isTrue();
    assertThat(SparkWorkers.submit(Map.of("PATH", bin.toString()))).isEqualTo(submit);
    assertThat(SparkWorkers.submit(Map.of("SPARK_HOME", folder.toString()))).isEqualTo(submit);
  }
}
