package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A full disk stops a run with a line that says so, and the run goes on once there is room. Needs
 * root, for a small file system in memory.
 */
@EnabledOnOs(OS.LINUX)
@EnabledIfSystemProperty(named = "weir.faults.repeats", matches = "\\d+")
class FullDiskIT {
  private static final String STUDY =
      """
      name: full
      target: nullServer
      documents: 200
      rounds: {min: 3, max: 3}
      trial: {measure: 0.5s, window: 0.1s, settleAtMost: 20s}
      warmUp: {atMost: 1s}
      factors:
        inFlight: [1, 2]
      """;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  @Test
  void diskOfResultsFull() throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    assumeThat(run("mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", disk.toString()))
        .as("needs root")
        .isZero();
    try {
      Path study = Files.writeString(folder.resolve("full.yaml"), STUDY);
      Path results = disk.resolve("results");
      Path filler = disk.resolve("filler");
      try (StudyRun weir =
          StudyRun.start(Map.of(), study.toString(), "--plain", "--out", results.toString())) {
        weir.awaitLine("  inFlight\\d.*");
        fill(filler);
        assertThat(weir.awaitExit()).isEqualTo(1);
        assertThat(weir.output())
            .containsPattern("weir: .*(No space left on device|is the disk full).*weir resume ");
        weir.assertNothingIsLeft();
      }
      Path run = StudyRun.folder(results);
      String before = Files.readString(run.resolve("trials.jsonl"));
      Files.delete(filler);
      try (StudyRun weir =
          StudyRun.command(Map.of(), List.of("resume", run.toString(), "--plain"))) {
        weir.awaitExit();
        weir.assertNothingIsLeft();
      }
      String whole = before.substring(0, before.lastIndexOf('\n') + 1);
      assertThat(Files.readString(run.resolve("trials.jsonl"))).startsWith(whole);
      assertThat(Files.readAllLines(run.resolve("trials.jsonl"))).hasSize(6);
      assertThat(Files.readString(run.resolve("run.json"))).contains("\"endedAt\" : \"");
    } finally {
      run("umount", "-l", disk.toString());
    }
  }

  /** Down to the last byte. */
  private static void fill(Path filler) throws IOException {
    try (var out = Files.newOutputStream(filler)) {
      byte[] some = "x".repeat(512).getBytes(StandardCharsets.US_ASCII);
      while (true) {
        out.write(some);
      }
    } catch (IOException e) {
      // Full.
    }
  }

  private static int run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).start();
    return process.waitFor(10, TimeUnit.SECONDS) ? process.exitValue() : 1;
  }
}
