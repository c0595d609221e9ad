package dev.weir.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ChangePointCheckTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  private static String run(Path... files) {
    StringWriter out = new StringWriter();
    CommandLine check = new CommandLine(new ChangePointCheck()).setOut(new PrintWriter(out, true));
    List<String> arguments =
        files.length == 1
            ? List.of("--series", "6", "--out", files[0].toString())
            : List.of("--series", "6", "--other", files[1].toString());
    assertThat(check.execute(arguments.toArray(String[]::new))).isZero();
    return out.toString();
  }

  @Test
  void anotherToolIsHeldAgainstTheTruthAndAgainstWeir() throws Exception {
    Path series = folder.resolve("series.csv");
    String alone = run(series);
    assertThat(alone).containsPattern("Weir: \\d of \\d found within 2 runs, \\d+ said where none");
    List<String[]> rows =
        Files.readAllLines(series).stream().skip(1).map(line -> line.split(",", -1)).toList();
    assertThat(rows)
        .hasSize(6)
        .allSatisfy(row -> assertThat(row[4].split(" ", -1)).hasSizeGreaterThan(19));

    Path same = folder.resolve("same.csv");
    Files.write(same, rows.stream().map(row -> row[0] + "," + row[3]).toList());
    assertThat(run(series, same))
        .contains(alone.strip())
        .containsPattern("other: " + alone.strip().substring("Weir: ".length()))
        .containsPattern("as truth, Weir: (\\d) of \\1 found within 2 runs, 0 said");

    Path nothing = folder.resolve("nothing.csv");
    Files.write(nothing, rows.stream().map(row -> row[0] + ",").toList());
    assertThat(run(series, nothing)).containsPattern("other: 0 of \\d found within 2 runs, 0 said");
  }
}
