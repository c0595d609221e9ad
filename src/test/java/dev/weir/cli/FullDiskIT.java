package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A full disk, of the results or of the server, stops a run with a line that says so, and the run
 * goes on once there is room. Needs root, for a small file system in memory.
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

  private static final long ROOM = 16_384;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  @ParameterizedTest
  @MethodSource("repeats")
  void diskOfResultsFull(int repeat) throws Exception {
    Path disk = mount("3m");
    try {
      Path study = Files.writeString(folder.resolve("full.yaml"), STUDY);
      Path results = disk.resolve("results");
      Path filler = disk.resolve("filler");
      try (StudyRun weir =
          StudyRun.start(Map.of(), study.toString(), "--plain", "--out", results.toString())) {
        weir.awaitLine("  .*( documents/s |INVALID: ).*");
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

  /** The disk is made as small as what it holds: mongod ends itself, and can't come up again. */
  @ParameterizedTest
  @MethodSource("repeats")
  void diskOfTheServerFull(int repeat) throws Exception {
    Path disk = mount("4g");
    try {
      Path study =
          Files.writeString(
              folder.resolve("full.yaml"),
              STUDY
                  .replace("target: nullServer", "topology: rs1")
                  .replace("{min: 3, max: 3}", "{min: 6, max: 6}"));
      Path results = folder.resolve("results");
      Map<String, String> environment = Map.of("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + disk);
      try (StudyRun weir =
          StudyRun.start(
              environment,
              study.toString(),
              "--plain",
              "--wait-for-server",
              "5s",
              "--out",
              results.toString())) {
        weir.awaitLine("  .*( documents/s |INVALID: ).*");
        shrink(disk);
        assertThat(weir.awaitExit()).as(weir.output()).isEqualTo(1);
        assertThat(weir.output()).containsPattern("weir: .*weir resume ");
        weir.assertNothingIsLeft();
      }
      assertThat(disk).isEmptyDirectory();
      assertThat(run("mount", "-o", "remount,size=4g", disk.toString())).isZero();
      Path run = StudyRun.folder(results);
      String before = Files.readString(run.resolve("trials.jsonl"));
      assertThat(before).endsWith("\n");
      try (StudyRun weir =
          StudyRun.command(environment, List.of("resume", run.toString(), "--plain"))) {
        weir.awaitExit();
        weir.assertNothingIsLeft();
      }
      assertThat(Files.readString(run.resolve("trials.jsonl"))).startsWith(before);
      assertThat(Files.readAllLines(run.resolve("trials.jsonl"))).hasSize(12);
    } finally {
      run("umount", "-l", disk.toString());
    }
  }

  static IntStream repeats() {
    return IntStream.rangeClosed(1, Integer.getInteger("weir.faults.repeats", 1));
  }

  private Path mount(String size) throws IOException, InterruptedException {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    assumeThat(run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", disk.toString()))
        .as("needs root")
        .isZero();
    return disk;
  }

  /** Leaves no room; tried again because what is there grows meanwhile. */
  private static void shrink(Path disk) throws IOException, InterruptedException {
    for (int i = 0; i < 50; i++) {
      FileStore store = Files.getFileStore(disk);
      long used = store.getTotalSpace() - store.getUnallocatedSpace();
      if (run("mount", "-o", "remount,size=" + (used + ROOM), disk.toString()) == 0) {
        return;
      }
    }
    throw new IOException(disk + " can't be made smaller");
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
