package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.record.CellRecord;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.record.Samples;
import dev.weir.record.TrialRecord;
import dev.weir.record.TurnsRecord;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CompareCommandTest {
  private static final RunRecord.Verdict VALID = new RunRecord.Verdict(true, List.of(), List.of());

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  @Test
  void tellsWhatIsWorseAndByHowMuch() throws IOException {
    Path base = run("base", 100, 101, 99);
    Path slow = run("slow", 50, 51, 49);

    assertThat(compare(base, slow)).isZero();
    assertThat(out.toString())
        .contains("worse", "1 worse", "Holm", "run-to-run spread of 5.0 % (assumed)");
    assertThat(compare(base, slow, "--fail-if", "worse:5%")).isEqualTo(1);
    assertThat(out.toString()).contains("FAILED: x in");
    assertThat(compare(slow, base, "--fail-if", "worse:0%")).isZero();
    assertThat(compare(base, base(7), "--fail-if", "worse:5%")).isZero();
    assertThat(out.toString()).contains("1 no difference shown");
  }

  /** A build that can't write a cell at all must not pass for want of figures. */
  @Test
  void aCellThatCannotBeComparedFailsTheGateUnlessItIsNew() throws IOException {
    Path base = write("base", Samples.run(), List.of(cell("x", "8", 3), cell("y", "16", 3)));
    Path broken = write("broken", Samples.run(), List.of(cell("x", "8", 3), cell("y", "16", 1)));
    Path less = write("less", Samples.run(), List.of(cell("x", "8", 3)));

    assertThat(compare(base, broken)).isZero();
    assertThat(compare(base, broken, "--fail-if", "worse:5%")).isEqualTo(1);
    assertThat(out.toString()).containsPattern("FAILED: y in .* can't be judged: too few rounds");
    assertThat(compare(base, less, "--fail-if", "worse:5%")).isEqualTo(1);
    assertThat(compare(less, base, "--fail-if", "worse:5%")).isZero();
  }

  /** Only runs that took turns show a difference as small as this. */
  @Test
  void pairsRunsThatTookTurns() throws IOException {
    double[] a = {100, 140, 200, 120, 90, 130};
    double[] b = {92, 129, 184, 110, 83, 120};
    assertThat(compare(run("a", a), run("b", b))).isZero();
    assertThat(out.toString()).contains("1 no difference shown", "weir versus");

    assertThat(compare(turns("a", a), turns("b", b), "--fail-if", "worse:5%")).isEqualTo(1);
    assertThat(out.toString()).contains("took turns", "1 worse").doesNotContain("weir versus");
  }

  @Test
  void refusesWhatDiffersUnlessTold() throws IOException {
    Path base = run("base", 100, 101, 99);
    Path other =
        write("other", Samples.run(Samples.server("Other", true), "why?", VALID), 100, 101, 99);

    assertThat(compare(base, other)).isEqualTo(2);
    assertThat(err.toString())
        .contains("differ in product: MongoDB and Other", "--allow-different server");
    assertThat(compare(base, other, "--allow-different", "host,settings")).isEqualTo(2);
    assertThat(compare(base, other, "--allow-different", "server,host")).isZero();
    assertThat(out.toString()).contains("DIFFERENT server").contains("product: MongoDB and Other");
  }

  @Test
  void refusesBadInput() throws IOException {
    Path base = run("base", 100, 101, 99);
    Path invalid =
        write(
            "invalid",
            Samples.run(
                Samples.server("MongoDB", true),
                "why?",
                new RunRecord.Verdict(false, List.of("lost a count"), List.of())),
            100,
            101);

    assertThat(compare(base, invalid)).isEqualTo(2);
    assertThat(err.toString()).contains("is invalid", "lost a count");
    assertThat(compare(base, folder.resolve("nowhere"))).isEqualTo(2);
    assertThat(compare(base, base)).isEqualTo(2);
    assertThat(err.toString()).contains("named twice");
    Path again = base(1);
    assertThat(compare(base, again, "--fail-if", "slower:5%")).isEqualTo(2);
    assertThat(compare(base, again, "--run-spread", "5")).isEqualTo(2);
    assertThat(compare(base, again, "--confidence", "20%")).isEqualTo(2);
    assertThat(compare(base, again, "--run-spread", "1%", "--history", "x")).isEqualTo(2);
    assertThat(compare(base, again, "--history", folder.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("needs 6 runs");
    assertThat(compare(base, run("thin", 100))).isEqualTo(2);
    assertThat(err.toString()).contains("nothing to compare: x too few rounds");
  }

  @Test
  void takesTheSpreadFromEarlierRuns() throws IOException {
    for (int i = 0; i < 7; i++) {
      double level = 100 + i;
      run("earlier" + i, level, level + 1, level - 1);
    }
    assertThat(compare(base(3), base(4), "--history", folder.toString())).isZero();
    assertThat(out.toString()).contains("estimated from 7 runs");
  }

  @Test
  void writesMarkdown() throws IOException {
    assertThat(compare(base(1), base(2), "--format", "markdown")).isZero();
    assertThat(out.toString()).contains("| cell | base documents/s |");
  }

  private int compare(Path a, Path b, String... options) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    List<String> arguments = new ArrayList<>(List.of("compare", a.toString(), b.toString()));
    arguments.addAll(List.of(options));
    CommandLine weir = Weir.commandLine();
    weir.setOut(new PrintWriter(out, true));
    weir.setErr(new PrintWriter(err, true));
    return weir.execute(arguments.toArray(String[]::new));
  }

  private Path base(double offset) throws IOException {
    return write("base-" + offset, Samples.run(), 100 + offset / 10, 102, 98);
  }

  private Path run(String name, double... rates) throws IOException {
    return write(name, Samples.run(), rates);
  }

  private Path turns(String side, double... rates) throws IOException {
    Path path = run("turns-" + side, rates);
    RunFolder.open(path).write(RunFolder.TURNS, new TurnsRecord("7", side, "other", null, null));
    return path;
  }

  private static CellRecord cell(String id, String inFlight, int rounds) {
    List<TrialRecord> trials = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      trials.add(Samples.trial(id, round, 100 + round, List.of()));
    }
    return Samples.cell(id, inFlight, null, trials);
  }

  private Path write(String name, RunRecord record, double... rates) throws IOException {
    List<TrialRecord> trials = new ArrayList<>();
    for (int round = 1; round <= rates.length; round++) {
      trials.add(Samples.trial("x", round, rates[round - 1], List.of()));
    }
    return write(name, record, List.of(Samples.cell("x", "8", null, trials)));
  }

  private Path write(String name, RunRecord record, List<CellRecord> cells) throws IOException {
    RunFolder run = RunFolder.create(folder, Instant.parse("2026-01-02T03:04:05Z"), name);
    run.write(RunFolder.RUN, record);
    run.write(RunFolder.CELLS, cells);
    return run.path();
  }
}
