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
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine check = new CommandLine(new ComparisonCheck());
    check.setOut(new PrintWriter(out, true));
    check.setErr(new PrintWriter(err, true));

    check.execute(
        "--aa=3",
        "--ab=3",
        "--loss=0.5",
        "--rounds=2",
        "--pairs=1",
        "--slice-millis=40",
        "--jvms=2",
        "--warm-millis=0",
        "--confidence=0.9",
        "--out=" + table);

    assertThat(err.toString()).isEmpty();
    assertThat(out.toString())
        .containsPattern("A/A called different: [0-3] of 3 \\(at most 0\\)")
        .containsPattern("slow-down of 50 % found: [0-3] of 3 \\(at least 3\\)")
        .contains("| A/A | ", "| A/B | ", "spread of one round's ratio: ")
        .contains("neighbours compared with a run-to-run spread of 5.0 %");
    assertThat(Files.readString(table)).contains("|---|---|---|---|---|", "A/A called different");
    assertThat(Files.readAllLines(table)).filteredOn(line -> line.startsWith("| ")).hasSize(7);
  }
}
