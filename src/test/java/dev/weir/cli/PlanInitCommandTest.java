package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.capacity.DesignReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class PlanInitCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  private int execute(String... args) {
    CommandLine weir = Weir.commandLine();
    weir.setErr(new PrintWriter(err, true));
    weir.setOut(new PrintWriter(out, true));
    return weir.execute(args);
  }

  private String file() {
    return folder.resolve("my plan.yaml").toString();
  }

  @Test
  void theExampleIsAPlan() throws Exception {
    assertThat(execute("plan", "init", "--out", file())).isZero();
    assertThat(out.toString()).isEqualToNormalizingNewlines(file() + "\n");
    assertThat(DesignReader.open(Path.of(file())).players()).isEqualTo(2_000);
  }

  @Test
  void whatIsThereIsOnlyOverwrittenByForce() throws Exception {
    Files.writeString(Path.of(file()), "mine");
    assertThat(execute("plan", "init", "--out", file())).isEqualTo(2);
    assertThat(err.toString()).contains("my plan.yaml is there; --force writes over it");
    assertThat(Path.of(file())).hasContent("mine");
    assertThat(execute("plan", "init", "--out", file(), "--force")).isZero();
    assertThat(DesignReader.open(Path.of(file())).name()).isEqualTo("example");
    assertThat(execute("plan", "init", "--out", folder.resolve("no/p.yaml").toString()))
        .isEqualTo(2);
    assertThat(err.toString()).contains("can't write");
  }

  @Test
  void samplesGiveSizes() throws Exception {
    Path role = Files.writeString(folder.resolve("role.json"), "{\"_id\": 1, \"gold\": 5}");
    Path bag = Files.writeString(folder.resolve("bag.json"), "{\"_id\": 1, \"items\": []}");
    assertThat(
            execute(
                "plan",
                "init",
                "--from-sample",
                role.toString(),
                "--from-sample",
                bag.toString(),
                "--out",
                file()))
        .isZero();
    assertThat(Files.readString(Path.of(file())))
        .startsWith("name: my-plan\n")
        .contains("- name: role\n", "- name: bag\n", "storedBytes: 24B", "# updatesPerMinute:");
  }

  @Test
  void badInputIsRefusedBeforeAnythingIsRead() {
    assertThat(execute("plan", "init", "--from-oplog", "x", "--from-sample", "y")).isEqualTo(2);
    assertThat(execute("plan", "init", "--from-oplog", "x", "--minutes", "0")).isEqualTo(2);
    assertThat(execute("plan", "init", "--players", "0")).isEqualTo(2);
    assertThat(execute("plan", "init", "--from-oplog", "http://a:s3cret@b/", "--out", file()))
        .isEqualTo(2);
    assertThat(err.toString())
        .contains("leave --from-sample out")
        .contains("--minutes 0.0: must be more than 0")
        .contains("--players 0.0: must be from 1")
        .contains("malformed URI")
        .doesNotContain("s3cret");
    assertThat(Path.of(file())).doesNotExist();
  }
}
