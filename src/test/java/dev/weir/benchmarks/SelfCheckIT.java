package dev.weir.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.study.Target;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/** A short slice of the self-check: it completes and its counts agree. Speeds are not judged. */
@Timeout(120)
class SelfCheckIT {
  private static final CheckSettings SHORT =
      CommandLine.populateCommand(
          new CheckSettings(), "--block-millis=120", "--blocks=2", "--warm-millis=120");

  @Test
  void overheadOnRealMongodCountsRight() throws Exception {
    List<CheckFinding> findings = new OverheadCheck(SHORT, line -> {}).run(Target.MONGODB, 0.97);
    assertThat(findings)
        .hasSize(9)
        .allSatisfy(finding -> assertThat(finding.ratio().n()).isEqualTo(2));
  }

  @Test
  void partsRunInJvmsOfTheirOwnAndMeetInOneTable() {
    StringWriter out = new StringWriter();
    CommandLine command = SelfCheck.commandLine().setOut(new PrintWriter(out));
    int exit =
        command.execute(
            "--part=raw",
            "--part=overhead_null",
            "--block-millis=120",
            "--blocks=2",
            "--warm-millis=120");
    assertThat(exit).isIn(0, 1);
    assertThat(out.toString())
        .contains("part RAW", "part OVERHEAD_NULL")
        .contains("raw / document", "ours / bare, reactive", "verdict");
  }
}
