package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.record.Samples;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class PlanCommandTest {
  private static final String PLAN = "benchmarks/plans/mmo-shard.yaml";

  private final StringWriter err = new StringWriter();

  private int execute(String... args) {
    CommandLine weir = Weir.commandLine();
    weir.setErr(new PrintWriter(err, true));
    weir.setOut(new PrintWriter(new StringWriter(), true));
    return weir.execute(args);
  }

  private static Path run(Path folder, RunRecord run) throws Exception {
    RunFolder made = RunFolder.create(folder, Instant.EPOCH, "x");
    made.write(RunFolder.RUN, run);
    made.write(RunFolder.CELLS, List.of(Samples.cell("a", "1", 1_000)));
    return made.path();
  }

  @Test
  void tooFewCellsAreBadInputWithWhatToDo(@TempDir Path folder) throws Exception {
    Path path = run(folder, Samples.run());
    assertThat(execute("plan", PLAN, "--from", path.toString())).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("weir: too few cells: a model needs at least 12, 1 can be used")
        .contains("run 'weir study capacity'");
  }

  @Test
  void whatIsNotMongoDbIsRefused(@TempDir Path folder) throws Exception {
    RunRecord.Verdict good = new RunRecord.Verdict(true, List.of(), List.of());
    Path path = run(folder, Samples.run(Samples.server("mongo-java-server", false), "", good));
    assertThat(execute("plan", "--validate", "--from", path.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("no plan is made from what is not MongoDB");
  }

  @Test
  void aPlanFileThatIsMissingIsBadInput(@TempDir Path folder) throws Exception {
    Path path = run(folder, Samples.run());
    assertThat(execute("plan", "no-such-plan.yaml", "--from", path.toString())).isEqualTo(2);
    assertThat(err.toString()).startsWith("weir: no-such-plan.yaml: can't be read");
  }

  @Test
  void nothingToDoIsBadInput(@TempDir Path folder) throws Exception {
    Path path = run(folder, Samples.run());
    assertThat(execute("plan", "--from", path.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("name a plan file, or --validate");
  }

  @Test
  void whatPlaysAndWhatEstimatesAreToldApart(@TempDir Path folder) throws Exception {
    String path = run(folder, Samples.run()).toString();
    assertThat(execute("plan", PLAN, "--validate")).isEqualTo(2);
    assertThat(execute("plan", PLAN, "--quick", "--from", path)).isEqualTo(2);
    assertThat(execute("plan", PLAN, "--resume", path)).isEqualTo(2);
    assertThat(execute("plan", "--resume", path)).isEqualTo(2);
    assertThat(err.toString())
        .contains("--validate needs the cells of a run: --from RUN")
        .contains("--from estimates and plays nothing; leave --quick and --resume out")
        .contains("--resume goes on with the plan of its run; name no other")
        .contains(path + " holds no load of a played plan; play it again");
  }
}
