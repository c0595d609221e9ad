package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.record.RunFolder;
import dev.weir.record.RunLock;
import dev.weir.record.RunRecord;
import dev.weir.record.RunRecord.Verdict;
import dev.weir.record.Samples;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Which runs are found, and which are removed. */
class CleanCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path results;

  @SuppressWarnings("NullAway.Init")
  private Path good;

  @SuppressWarnings("NullAway.Init")
  private Path newer;

  @SuppressWarnings("NullAway.Init")
  private Path invalid;

  @SuppressWarnings("NullAway.Init")
  private Path unfinished;

  @BeforeEach
  void runs() throws IOException {
    good = run(1, new Verdict(true, List.of(), List.of()), true);
    invalid = run(2, new Verdict(false, List.of("counts differ"), List.of()), true);
    unfinished = run(3, new Verdict(false, List.of("has not finished"), List.of()), false);
    newer = run(4, new Verdict(true, List.of(), List.of()), true);
  }

  @SuppressWarnings("NullAway") // the generated copy takes null
  private Path run(int minute, Verdict verdict, boolean ended) throws IOException {
    String at = "2026-01-02T03:%02d:00Z".formatted(minute);
    RunFolder folder = RunFolder.create(results, Instant.parse(at), "sample");
    RunRecord run = Samples.run(Samples.server("MongoDB", true), "", verdict, at);
    folder.write(RunFolder.RUN, ended ? run : run.withEndedAt(null));
    if (ended) {
      folder.write(RunFolder.CELLS, List.of(Samples.cell("sync_inFlight8", "8", 100 * minute)));
    }
    return folder.path();
  }

  private int weir(String... arguments) {
    CommandLine weir = Weir.commandLine();
    weir.setOut(new PrintWriter(out, true));
    weir.setErr(new PrintWriter(err, true));
    return weir.execute(arguments);
  }

  @Test
  void saysWhatItWouldRemoveAndRemovesNothing() {
    assertThat(weir("clean", results.toString())).isZero();
    assertThat(out.toString())
        .contains("would remove 20260102T030200Z-sample", "invalid: counts differ")
        .contains("would remove 20260102T030300Z-sample", "unfinished")
        .contains("2 of 4 runs, ", "; --really removes them")
        .doesNotContain("030100Z", "030400Z");
    assertThat(invalid).exists();
    assertThat(unfinished).exists();
  }

  @Test
  void saysHowAnInterruptedRunCouldGoOn() throws IOException {
    Files.writeString(unfinished.resolve("plan.json"), "{}");
    assertThat(weir("clean", results.toString())).isZero();
    assertThat(out.toString()).contains("unfinished; weir resume could go on with it");
    Files.writeString(unfinished.resolve("played.json"), "{}");
    assertThat(weir("clean", results.toString())).isZero();
    assertThat(out.toString()).contains("unfinished; weir plan --resume could go on with it");
  }

  @Test
  void removesWithReallyAndKeepsTheNewest() {
    assertThat(weir("clean", results.toString(), "--keep", "1", "--really")).isZero();
    assertThat(out.toString()).contains("newer valid runs of sample: 1 are kept", "3 of 4 runs");
    assertThat(newer).exists();
    for (Path gone : List.of(good, invalid, unfinished)) {
      assertThat(gone).doesNotExist();
    }
  }

  @Test
  void neverTouchesWhatIsNoRunOfOurs() throws IOException {
    List<Path> foreign = new ArrayList<>();
    foreign.add(Files.createDirectories(results.resolve("plan-mobile")));
    Path named = Files.createDirectories(results.resolve("20260102T030500Z-notes"));
    Files.writeString(named.resolve("run.json"), "{\"mine\": true}");
    foreign.add(named);
    Path other = Files.createDirectories(results.resolve("my-run"));
    Files.copy(unfinished.resolve("run.json"), other.resolve("run.json"));
    foreign.add(other);
    Path elsewhere =
        Files.createDirectories(results.resolveSibling("elsewhere-" + results.getFileName()));
    Files.copy(unfinished.resolve("run.json"), elsewhere.resolve("run.json"));
    Path link = Files.createSymbolicLink(results.resolve("20260102T030600Z-link"), elsewhere);
    foreign.add(link);
    Path inside = Files.writeString(elsewhere.resolve("precious"), "x");
    Files.createSymbolicLink(unfinished.resolve("link"), elsewhere);

    assertThat(weir("clean", results.toString(), "--really")).isZero();
    assertThat(foreign).allSatisfy(path -> assertThat(path).exists());
    assertThat(inside).exists();
    assertThat(unfinished).doesNotExist();
    Files.delete(inside);
    Files.delete(elsewhere.resolve("run.json"));
    Files.delete(link);
    Files.delete(elsewhere);
  }

  @Test
  void leavesARunAloneThatIsBeingWritten() throws IOException {
    try (RunLock lock = RunLock.take(unfinished)) {
      assertThat(weir("clean", results.toString(), "--really")).isZero();
    }
    assertThat(unfinished).exists();
    assertThat(out.toString())
        .contains("left alone: 20260102T030300Z-sample: a Weir is writing it");
  }

  /** Exit 1: the input was good, the work failed. */
  @Test
  void aRunThatCantBeRemovedIsNamedAndTheOthersGo() {
    CommandLine clean =
        new CommandLine(
            new CleanCommand(
                run -> {
                  if (run.equals(invalid)) {
                    throw new AccessDeniedException(run.resolve("cells.json").toString());
                  }
                  CleanCommand.remove(run);
                }));
    clean.setOut(new PrintWriter(out, true));
    clean.setErr(new PrintWriter(err, true));
    assertThat(clean.execute(results.toString(), "--really")).isEqualTo(Weir.FAILED);
    assertThat(err.toString())
        .isEqualTo(
            "weir: can't remove %s: %s: this user has no right to it; mend that and repeat the command%n"
                .formatted(invalid.getFileName(), invalid.resolve("cells.json")));
    assertThat(out.toString())
        .contains("removed 20260102T030300Z-sample", "1 of 4 runs, ")
        .doesNotContain("20260102T030200Z");
    assertThat(invalid).exists();
    assertThat(unfinished).doesNotExist();
  }

  @Test
  void refusesBadInput() {
    assertThat(weir("clean", results.resolve("none").toString())).isEqualTo(Weir.BAD_INPUT);
    assertThat(weir("clean", results.toString(), "--keep", "0")).isEqualTo(Weir.BAD_INPUT);
    assertThat(err.toString())
        .contains("none: there is no such file or folder", "--keep must be at least 1");
  }

  @Test
  void runsAreFoundByCellAndHost() {
    assertThat(weir("runs", results.toString())).isZero();
    assertThat(out.toString())
        .contains("20260102T030300Z-sample", "unfinished", "INVALID", "4 of 4 runs in ");
    out.getBuffer().setLength(0);
    assertThat(weir("runs", results.toString(), "--cell", "inFlight=8,sync", "--host", "HOST"))
        .isZero();
    assertThat(out.toString())
        .contains("sync_inFlight8", "400 [380, 420]", "3 of 4 runs in ")
        .doesNotContain("030300Z");
    out.getBuffer().setLength(0);
    assertThat(weir("runs", results.toString(), "--cell", "inFlight=9")).isZero();
    assertThat(out.toString()).isEqualTo("0 of 4 runs in " + results + System.lineSeparator());
  }
}
