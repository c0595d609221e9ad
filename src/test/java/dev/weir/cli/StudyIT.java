package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.Eventually;
import dev.weir.record.AlikeTurns;
import dev.weir.record.RunFolder;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.ServerException;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Whole studies on a real server, from the command line to the record. */
class StudyIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TRIAL = "  inFlight\\d(: INVALID: .*| .* documents/s .*)";
  private static final String PASSWORD = "right-Pa55";

  private static final String TINY =
      """
      name: tiny
      question: does it run?
      documents: 200
      rounds: {min: %1$d, max: %1$d}
      trial: {measure: 0.5s, window: 0.1s, settleAtMost: 60s}
      warmUp: {atMost: 1s}
      baseline: {inFlight: 1}
      factors:
        driver: sync
        operation: bulkUnordered
        batch: 5
        inFlight: %2$s
      """;

  private static ServerUnderTest server;
  private static Path mongod;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  @BeforeAll
  static void start() throws ServerException {
    server = ServerProvider.open(ServerRequest.defaults(System.getenv()), line -> {});
    mongod =
        ProcessHandle.of(server.localPids().get(0))
            .flatMap(process -> process.info().command())
            .map(Path::of)
            .orElseThrow();
    try (MongoClient client = MongoClients.create(server.connectionString())) {
      client
          .getDatabase("admin")
          .runCommand(
              new Document("createUser", "alice")
                  .append("pwd", PASSWORD)
                  .append("roles", List.of("root")));
    }
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private Path study(int rounds, String inFlight) throws IOException {
    return Files.writeString(folder.resolve("tiny.yaml"), TINY.formatted(rounds, inFlight));
  }

  private Path results() {
    return folder.resolve("results");
  }

  /** A study on a server that Weir starts. */
  private StudyRun started(Path study) throws IOException {
    return StudyRun.start(
        Map.of(),
        study.toString(),
        "--plain",
        "--mongod",
        mongod.toString(),
        "--out",
        results().toString());
  }

  private static StudyRun attached(Map<String, String> environment, Path study, Path results)
      throws IOException {
    return StudyRun.start(environment, study.toString(), "--plain", "--out", results.toString());
  }

  private static String uriOf(String user) {
    return server.connectionString().replace("mongodb://", "mongodb://" + user + "@");
  }

  @Test
  void cellsWithAndWithoutTlsShareAServer() throws Exception {
    String text =
        TINY.formatted(1, "2").replace("baseline: {inFlight: 1}", "baseline: {tls: false}")
            + "  tls: [true, false]\n";
    Path study = Files.writeString(folder.resolve("tls.yaml"), text);
    try (StudyRun child = started(study)) {
      child.awaitExit();
      assertThat(child.output()).contains("2 cells");
      child.assertNothingIsLeft();
    }
    Path run = StudyRun.folder(results());
    assertThat(Files.readAllLines(run.resolve("trials.jsonl")))
        .hasSize(2)
        .allMatch(line -> line.matches(".*\"acknowledged\":[1-9].*"));
    assertThat(JSON.readTree(run.resolve("run.json").toFile()).at("/server/settings/net.tls.mode"))
        .hasToString("\"allowTLS\"");
    assertThat(JSON.readTree(run.resolve("cells.json").toFile()).findValuesAsText("tls"))
        .containsExactlyInAnyOrder("true", "false");
    try (StudyRun child =
        attached(
            Map.of("WEIR_URI", server.connectionString()), study, folder.resolve("attached"))) {
      child.awaitExit();
    }
    Path attached = StudyRun.folder(folder.resolve("attached"));
    assertThat(Files.readString(attached.resolve("run.json")))
        .contains("'tls' needs a server that Weir starts, or a URI with tls=true");
    assertThat(Files.readAllLines(attached.resolve("trials.jsonl"))).hasSize(1);
  }

  /** A trial in turns ends with its round; its first figure is there before. */
  @Test
  void firstTurnsAreShownOnceWithTheirCountsChecked() throws Exception {
    String text =
        TINY.formatted(2, "[1, 2]")
            .replace("measure: 0.5s", "measure: 1s, turn: 0.5s, leadIn: 0.1s");
    Path study = Files.writeString(folder.resolve("turns.yaml"), text);
    try (StudyRun child = started(study)) {
      child.awaitExit();
      assertThat(child.output().lines().filter(line -> line.contains(" in its first turn")))
          .hasSizeBetween(1, 2) // one that did not settle is made again
          .allMatch(
              line ->
                  line.matches(
                      "    inFlight[12]: [\\d,]+ documents/s in its first turn;"
                          + " the server counted the same writes"));
      assertThat(child.output()).containsSubsequence("in its first turn", "(measured after");
    }
  }

  @Test
  void cellsAlikeToTheServerAreComparedByTurnsOfCalls() throws Exception {
    String text =
        TINY.formatted(2, "1")
            .replace("measure: 0.5s", "measure: 1s, turn: 0.5s, leadIn: 0.1s, alike: 1s")
            .replace("driver: sync", "driver: [sync, reactive]")
            .replace("baseline: {inFlight: 1}", "baseline: {driver: sync}");
    Path study = Files.writeString(folder.resolve("alike.yaml"), text);
    try (StudyRun child = started(study)) {
      assertThat(child.awaitExit()).as(child.output()).isZero();
      assertThat(child.output()).contains("by turns of calls:");
    }
    Path run = StudyRun.folder(results());
    List<AlikeTurns> turns = RunFolder.open(run).alike();
    assertThat(turns).extracting(AlikeTurns::round).containsExactly(1, 2);
    assertThat(turns)
        .allSatisfy(
            jvm -> {
              assertThat(jvm.reasons()).as("the server's count among them").isEmpty();
              assertThat(jvm.turn()).matches("[2-9]\\d ms|1\\d\\d ms");
              assertThat(jvm.blocks())
                  .hasSize(2)
                  .allMatch(block -> block.typicalRatio() > 0 && block.meanRatio() > 0);
            });
    String title = "Compared by turns of calls";
    assertThat(Files.readString(run.resolve("summary.md"))).contains(title);
    assertThat(Files.readString(run.resolve("report.html"))).contains(title);
  }

  @Test
  void recordIsCompleteAndItsCountsAreEqual() throws Exception {
    Path run;
    try (StudyRun child = started(study(2, "[1, 2]"))) {
      assertThat(child.awaitExit()).as(child.output()).isZero();
      assertThat(child.output())
          .contains("2 cells, 2 rounds", "inFlight1 (baseline)", "round 2", "valid, 2 rounds");
      assertThat(child.children().values()).anyMatch(line -> line.contains("LoadMain"));
      child.assertNothingIsLeft();
      run = StudyRun.folder(results());
    }
    assertThat(run.getFileName().toString()).matches("\\d{8}T\\d{6}Z-tiny");
    runJson(JSON.readTree(run.resolve("run.json").toFile()));
    JsonNode cells = JSON.readTree(run.resolve("cells.json").toFile());
    assertThat(cells).hasSize(2);
    cells.forEach(StudyIT::cell);
    assertThat(cells.get(1).at("/ratioToBaseline/baseline").asText()).isEqualTo("inFlight1");
    JsonNode jmh = JSON.readTree(run.resolve("jmh-format.json").toFile());
    assertThat(jmh).hasSize(2);
    assertThat(jmh.get(0).at("/primaryMetric/scoreUnit").asText()).isEqualTo("documents/s");
    latency(run.resolve("latency/inFlight1.hlog"), cells.get(0));
    assertThat(Files.readAllLines(run.resolve("trials.jsonl"))).hasSize(4);
    assertThat(run.resolve("capture")).isNotEmptyDirectory();
    assertThat(StudyRun.files(run)).noneMatch(file -> file.toString().endsWith(".tmp"));
    regenerates(run);
  }

  private static void runJson(JsonNode run) {
    assertThat(run.path("schemaVersion").asInt()).isEqualTo(2);
    assertThat(run.at("/tool/version").asText()).isNotBlank();
    assertThat(run.at("/tool/commit").asText()).isNotBlank();
    assertThat(run.at("/tool/dirty").isBoolean()).isTrue();
    assertThat(run.path("seed").asLong()).isEqualTo(1);
    assertThat(names(run.path("study")))
        .contains("name", "question", "topology", "documents", "rounds", "precision", "confidence")
        .contains("budget", "trial", "warmUp", "factors", "baseline", "seed", "target");
    assertThat(run.at("/study/factors/writeConcern/0").asText()).as("a default").isEqualTo("w1");
    assertThat(run.at("/server/product").asText()).isEqualTo("MongoDB");
    assertThat(run.at("/server/realMongoDB").asBoolean()).isTrue();
    assertThat(run.at("/server/version").asText()).matches("\\d+\\.\\d+\\.\\d+.*");
    assertThat(run.at("/server/topology").asText()).isEqualTo("rs1");
    assertThat(run.at("/server/storageEngine").asText()).isEqualTo("wiredTiger");
    assertThat(run.at("/server/defaultWriteConcern").asText()).isNotBlank();
    assertThat(run.at("/server/sharesClientHost").asBoolean()).isTrue();
    assertThat(run.at("/server/host")).isNotEmpty();
    assertThat(run.at("/client/cpu").asText()).isNotBlank();
    assertThat(run.at("/client/logicalCores").asInt()).isPositive();
    assertThat(run.at("/client/memoryBytes").asLong()).isPositive();
    assertThat(run.at("/client/kernel").asText()).isNotBlank();
    assertThat(run.at("/client/jdk").asText()).isNotBlank();
    assertThat(run.at("/client/drivers")).isNotEmpty();
    assertThat(run.at("/client/jvmArguments").toString())
        .as("the heap of the load is bounded")
        .contains("-Xmx512m");
    assertThat(run.path("startedAt").asText()).isLessThan(run.path("endedAt").asText());
    assertThat(run.path("rounds").asInt()).isEqualTo(2);
    assertThat(run.at("/verdict/valid").asBoolean()).isTrue();
    assertThat(run.at("/verdict/reasons")).isEmpty();
  }

  private static void cell(JsonNode cell) {
    assertThat(cell.path("id").asText()).startsWith("inFlight");
    assertThat(cell.path("factors")).hasSizeGreaterThan(10);
    assertThat(names(cell.path("documentsPerSecond")))
        .contains("mean", "low", "high", "confidence", "n");
    assertThat(names(cell.path("serviceTimeMicros"))).contains("p50", "p95", "p99", "p999", "max");
    assertThat(names(cell.path("cpu")))
        .contains("clientMicrosPerDocument", "serverMicrosPerDocument");
    assertThat(cell.at("/cpu/serverMicrosPerDocument").asDouble()).isPositive();
    assertThat(cell.path("poolWait").isNumber()).isTrue();
    assertThat(names(cell.path("bottleneck"))).contains("resource", "evidence");
    assertThat(cell.path("trials")).hasSize(2);
    for (JsonNode trial : cell.path("trials")) {
      assertThat(trial.at("/identity/order").asInt()).isBetween(1, 2);
      assertThat(trial.at("/span/whole/toMillis").asLong())
          .isGreaterThan(trial.at("/span/whole/fromMillis").asLong());
      JsonNode operations = trial.path("counts");
      if (operations.path("offered").asLong() > 0) {
        long acknowledged = operations.path("acknowledged").asLong();
        assertThat(trial.at("/rates/windows")).hasSizeGreaterThanOrEqualTo(4);
        assertThat(operations.path("offered").asLong()).isEqualTo(acknowledged);
        assertThat(operations.path("modified").asLong()).isEqualTo(acknowledged);
        assertThat(operations.path("failed")).isEmpty();
        assertThat(trial.at("/server/updates").asLong()).isEqualTo(acknowledged);
      }
      assertThat(trial.has("valid")).isTrue();
      assertThat(trial.path("valid").asBoolean()).isEqualTo(trial.path("reasons").isEmpty());
    }
  }

  private static Set<String> names(JsonNode node) {
    return node.properties().stream().map(Map.Entry::getKey).collect(Collectors.toSet());
  }

  private static void latency(Path log, JsonNode cell) throws IOException {
    Map<String, Long> calls = new HashMap<>();
    try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
      while (reader.hasNext()) {
        var interval = (Histogram) reader.nextIntervalHistogram();
        calls.merge(interval.getTag(), interval.getTotalCount(), Long::sum);
      }
    }
    assertThat(calls).containsOnlyKeys("service-round1", "service-round2");
    for (JsonNode trial : cell.path("trials")) {
      assertThat(calls.get("service-round" + trial.at("/identity/round").asInt()))
          .isEqualTo(trial.at("/serviceTimes/micros/n").asLong());
    }
  }

  private void regenerates(Path run) throws IOException {
    Path summary = run.resolve("summary.md");
    String before = Files.readString(summary);
    Map<Path, String> raw = new HashMap<>();
    for (String name : List.of("run.json", "cells.json", "jmh-format.json", "trials.jsonl")) {
      raw.put(run.resolve(name), Files.readString(run.resolve(name)));
    }
    Files.delete(summary);
    Said said = weir("report", run.toString());
    assertThat(said.code).isZero();
    assertThat(said.out).contains("documents/s").contains(summary.toString());
    assertThat(summary).hasContent(before);
    raw.forEach((file, text) -> assertThat(file).hasContent(text));
  }

  /**
   * One run for two reasons, since each takes its time: a load process dies, a password is used.
   */
  @Test
  void killedLoadProcessCostsItsTrialOnlyAndThePasswordIsNowhere() throws Exception {
    try (StudyRun child =
        attached(
            Map.of("WEIR_URI", uriOf("alice:" + PASSWORD)), study(1, "[1, 2, 3]"), results())) {
      String first = child.awaitLine(TRIAL);
      assertThat(child.child("LoadMain").destroyForcibly()).isTrue();
      String second = child.awaitLine(TRIAL);
      assertThat(second).contains("INVALID: the load process ended with exit code 137");
      String third = child.awaitLine(TRIAL);
      assertThat(third).doesNotContain("exit code");
      assertThat(List.of(first, second, third))
          .extracting(line -> line.strip().substring(0, 9))
          .containsExactlyInAnyOrder("inFlight1", "inFlight2", "inFlight3");
      assertThat(child.awaitExit()).as("a cell without a valid trial").isEqualTo(1);
      child.assertNothingIsLeft();
      assertThat(child.output()).doesNotContain("Pa55");
      assertThat(child.children().values()).noneMatch(line -> line.contains("Pa55"));
    }
    Path run = StudyRun.folder(results());
    assertThat(JSON.readTree(run.resolve("run.json").toFile()).at("/verdict/valid").asBoolean())
        .isFalse();
    for (Path file : StudyRun.files(run)) {
      assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
          .as(file.toString())
          .doesNotContain("Pa55");
    }
  }

  @Test
  void nothingOutlivesAKilledWeir() throws Exception {
    try (StudyRun child = started(study(1, "[1]"))) {
      child.awaitLine("round 1 .*");
      boolean loading =
          Eventually.within(
              Duration.ofSeconds(20),
              () -> {
                child.lookAround();
                return child.children().values().stream()
                    .anyMatch(line -> line.contains("LoadMain"));
              });
      assertThat(loading).isTrue();
      child.kill();
      assertThat(child.children().values())
          .anyMatch(line -> line.contains("--dbpath"))
          .anyMatch(line -> line.contains("weir-capture"))
          .anyMatch(line -> line.contains("NullServer"));
      child.assertNothingIsLeft();
    }
  }

  private record Said(int code, String out, String err) {}

  /** In this JVM. */
  private static Said weir(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine commandLine =
        Weir.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    int code = commandLine.execute(arguments);
    return new Said(code, out.toString(), err.toString());
  }

  /** Bad input: exit 2, one clear line, no record begun, no process left. */
  private void refused(String message, String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of("study"));
    all.addAll(List.of(arguments));
    if (!all.contains("--out")) {
      all.addAll(List.of("--out", results().toString()));
    }
    long before = ProcessHandle.current().descendants().count();
    Said said = weir(all.toArray(String[]::new));
    // the warning of a password among the arguments comes first
    String error = said.err.replaceFirst("^weir: an argument holds a password.*\\R", "");
    assertThat(error).startsWith("weir: ").containsOnlyOnce("\n").contains(message);
    assertThat(said.err + said.out).doesNotContain("Pa55").doesNotContain("\tat ");
    assertThat(said.code).isEqualTo(2);
    if (Files.isDirectory(results())) {
      assertThat(results()).isEmptyDirectory();
    }
    assertThat(ProcessHandle.current().descendants().count()).isLessThanOrEqualTo(before);
  }

  @Test
  void badServersAreRefused() throws Exception {
    String study = study(1, "[1]").toString();
    refused("malformed URI", study, "--uri", "mongo://alice:wrong-Pa55@127.0.0.1");
    refused("malformed URI", study, "--uri", "mongodb://alice:wrong-Pa55@:x:1/");
    refused("authentication as user 'alice' failed", study, "--uri", uriOf("alice:wrong-Pa55"));
    refused(
        "no usable server at 127.0.0.1:1",
        study,
        "--uri",
        "mongodb://alice:wrong-Pa55@127.0.0.1:1/?serverSelectionTimeoutMS=500");
    refused("/no/such/mongod", study, "--mongod", "/no/such/mongod");
    refused(folder.toString(), study, "--mongod", folder.toString());
    try (ServerSocket holder = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      String port = String.valueOf(holder.getLocalPort());
      refused(
          "port " + port + " of 127.0.0.1 is taken",
          study,
          "--mongod",
          mongod.toString(),
          "--port",
          port);
    }
  }

  @Test
  void unwritableOutputIsRefused() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    refused(
        "can't write into " + file,
        study(1, "[1]").toString(),
        "--uri",
        server.connectionString(),
        "--out",
        file.toString());
  }

  @Test
  void databaseOfOurNameThatIsNotOursIsLeftAlone() throws Exception {
    Path study =
        Files.writeString(
            folder.resolve("tiny.yaml"), TINY.formatted(1, "[1]").replace("tiny", "foreign"));
    try (MongoClient client = MongoClients.create(server.connectionString())) {
      var database = client.getDatabase(DatabaseGuard.PREFIX + "foreign");
      Document precious = new Document("_id", 1).append("kept", true);
      database.getCollection("roles_role56").insertOne(precious);
      refused(
          "database weir_foreign exists and was not created by Weir",
          study.toString(),
          "--uri",
          server.connectionString());
      assertThat(database.listCollectionNames()).containsExactly("roles_role56");
      assertThat(database.getCollection("roles_role56").find()).containsExactly(precious);
    }
  }
}
