package dev.weir.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The check of comparisons for a moment: its counts are right and its tables are whole. */
class WolfCheckIT {
  @Test
  void comparesTheCellWithItselfAndWithASlowerOne() {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine check = new CommandLine(new WolfCheck());
    check.setOut(new PrintWriter(out, true));
    check.setErr(new PrintWriter(err, true));

    // Half of the throughput gone is seen by six short rounds even on a busy machine.
    check.execute(
        "--aa=2",
        "--ab=4",
        "--loss=0.5",
        "--rounds=6",
        "--pairs=1",
        "--slice-millis=40",
        "--jvms=2",
        "--warm-millis=0",
        "--confidence=0.9");

    assertThat(err.toString()).isEmpty();
    assertThat(out.toString())
        .containsPattern("A/A called different: [012] of 2 \\(at most 0\\)")
        .containsPattern("slow-down of 50 % found: [1-4] of 4 \\(at least 4\\)")
        .contains("| A/A | ", "| A/B | ", "spread of one round's ratio: ")
        .contains("neighbours compared with a run-to-run spread of 5.0 %");
  }
}
