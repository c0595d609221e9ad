package dev.weir.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The check of comparisons for a moment: its counts are right and its tables are whole. */
class ComparisonCheckIT {
  @Test
  void comparesTheCellWithItselfAndWithASlowerOne(@TempDir Path folder) throws IOException {
    Path table = folder.resolve("made/check.md");
    Path csv = folder.resolve("made/aa.csv");
    Path blocks = folder.resolve("made/blocks.csv");
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine check = new CommandLine(new ComparisonCheck());
    check.setOut(new PrintWriter(out, true));
    check.setErr(new PrintWriter(err, true));

    check.execute(
        "--aa=2",
        "--ab=1",
        "--losses=0.5",
        "--in-flight=2",
        "--batches=5",
        "--seconds=2",
        "--single-seconds=2",
        "--jvms=2",
        "--warm-millis=0",
        "--confidence=0.9",
        "--accept-busy-host",
        "--csv=" + csv,
        "--blocks=" + blocks,
        "--out=" + table);

    assertThat(err.toString()).isEmpty();
    assertThat(out.toString())
        .containsPattern("the same called different: [0-2] of 2 \\(at most 0\\)")
        .containsPattern("slower by 50 %, 1 in flight, found: [01] of 1 \\(at least 1\\)")
        .containsPattern("slower by 8 %, 2 in flight, found: [01] of 1 \\(at least 1\\)")
        .contains("| bulk 5 × 1 | 0 % | one call |", "| bulk 5 × 2 | 8 % | ");
    assertThat(Files.readAllLines(table)).filteredOn(line -> line.startsWith("| ")).hasSize(5);
    assertThat(Files.readAllLines(csv))
        .hasSize(5)
        .first()
        .asString()
        .startsWith("sides,slower_percent,in_flight,batch,seconds,ratio,low,high,called");
    // Four comparisons on two JVMs, two blocks each.
    assertThat(Files.readAllLines(blocks)).hasSize(1 + 4 * 2 * 2);
  }
}
