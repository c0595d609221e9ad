package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A study over TLS with a password, all by the URI's own options; {@code -Pfaults}. */
@EnabledIfSystemProperty(named = "weir.faults.repeats", matches = "\\d+")
class TlsIT {
  private static final String PASSWORD = "right-Pa55";
  private static final String STUDY =
      """
      name: tls
      documents: 200
      rounds: {min: 1, max: 1}
      trial: {measure: 0.5s, window: 0.1s, settleAtMost: 20s}
      warmUp: {atMost: 1s}
      factors:
        driver: [sync, reactive]
      """;

  @Test
  void studyRunsOverTlsAndItsPasswordIsNowhere(@TempDir Path folder) throws Exception {
    Path study = Files.writeString(folder.resolve("tls.yaml"), STUDY);
    Path results = folder.resolve("results");
    Path home = Files.createDirectory(folder.resolve("server"));
    try (TlsMongod server = TlsMongod.start(mongod(), home, PASSWORD)) {
      try (StudyRun weir =
          StudyRun.start(
              Map.of("WEIR_URI", server.uri(PASSWORD)), study.toString(), "--out", "" + results)) {
        assertThat(weir.awaitExit()).as("not trusted").isEqualTo(2);
        assertThat(weir.output()).contains("TLS with localhost").doesNotContain("Pa55");
      }
      try (StudyRun weir =
          StudyRun.start(
              Map.of("WEIR_URI", server.uri(PASSWORD), "JDK_JAVA_OPTIONS", server.trust()),
              study.toString(),
              "--plain",
              "--out",
              results.toString())) {
        weir.awaitExit();
        assertThat(weir.output()).contains("2 cells").doesNotContain("Pa55");
        assertThat(weir.children().values()).noneMatch(line -> line.contains("Pa55"));
      }
    }
    Path run = StudyRun.folder(results);
    assertThat(Files.readAllLines(run.resolve("trials.jsonl")))
        .hasSize(2)
        .allMatch(line -> line.matches(".*\"acknowledged\":[1-9].*"));
    for (Path file : StudyRun.files(run)) {
      assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
          .as(file.toString())
          .doesNotContain("Pa55");
    }
  }

  static IntStream repeats() {
    return IntStream.rangeClosed(1, Integer.getInteger("weir.faults.repeats", 1));
  }

  @ParameterizedTest
  @MethodSource("repeats")
  void rightsThatAreRevokedStopTheRunUntilTheyAreBack(int repeat, @TempDir Path folder)
      throws Exception {
    Path study =
        Files.writeString(
            folder.resolve("tls.yaml"), STUDY.replace("{min: 1, max: 1}", "{min: 3, max: 3}"));
    Path results = folder.resolve("results");
    Path home = Files.createDirectory(folder.resolve("server"));
    try (TlsMongod server = TlsMongod.start(mongod(), home, PASSWORD)) {
      Map<String, String> environment =
          Map.of("WEIR_URI", server.uri(PASSWORD), "JDK_JAVA_OPTIONS", server.trust());
      try (StudyRun weir =
          StudyRun.start(
              environment,
              study.toString(),
              "--plain",
              "--wait-for-server",
              "3s",
              "--out",
              results.toString())) {
        weir.awaitLine("  .*( documents/s |INVALID: ).*");
        server.revoke(PASSWORD);
        assertThat(weir.awaitExit()).isEqualTo(1);
        assertThat(weir.output()).containsPattern("weir: .*weir resume ").doesNotContain("Pa55");
        weir.assertNothingIsLeft();
      }
      server.grant(PASSWORD);
      String run = StudyRun.folder(results).toString();
      try (StudyRun weir = StudyRun.command(environment, List.of("resume", run, "--plain"))) {
        weir.awaitExit();
        weir.assertNothingIsLeft();
      }
      assertThat(Files.readAllLines(Path.of(run, "trials.jsonl"))).hasSize(6);
    }
  }

  private static Path mongod() throws Exception {
    try (ServerUnderTest server =
        ServerProvider.open(ServerRequest.defaults(System.getenv()), line -> {})) {
      return ProcessHandle.of(server.localPids().get(0))
          .flatMap(process -> process.info().command())
          .map(Path::of)
          .orElseThrow();
    }
  }
}
