package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Runs that are killed at random moments and resumed until they are complete. {@code -Pfaults}
 * kills fifty times, on a real mongod; every build once, on the null server, which starts faster.
 */
class ResumeIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int KILLS = Integer.getInteger("weir.faults.kills", 1);
  private static final boolean REAL = KILLS > 2;
  private static final long SEED = Long.getLong("weir.faults.seed", 20_260_101);

  /** A run is killed this often before it may end; the next one starts from the beginning. */
  private static final int KILLS_PER_RUN = 10;

  private static final String STUDY =
      """
      name: resumed
      target: %s
      topology: standalone
      documents: 200
      rounds: {min: %d, max: %2$d}
      trial: {measure: 0.5s, window: 0.1s, settleAtMost: 20s}
      warmUp: {atMost: %s}
      factors:
        inFlight: [1, 2%s]
      """;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  private final Random random = new Random(SEED);

  @Test
  void killedAtAnyMomentARunIsCompletedByResuming() throws Exception {
    int cells = REAL ? 3 : 2;
    int rounds = REAL ? 3 : 1;
    String text =
        STUDY.formatted(
            REAL ? "mongodb" : "nullServer", rounds, REAL ? "3s" : "1s", REAL ? ", 4" : "");
    Path study = Files.writeString(folder.resolve("resumed.yaml"), text);
    int left = KILLS;
    for (int run = 0; left > 0; run++) {
      int kills = Math.min(left, KILLS_PER_RUN);
      resumed(study, folder.resolve("results" + run), kills, cells, rounds);
      left -= kills;
    }
  }

  private void resumed(Path study, Path results, int kills, int cells, int rounds)
      throws Exception {
    List<String> command = List.of("study", study.toString(), "--plain", "--out", "" + results);
    String journal = "";
    for (int kill = 0; kill <= kills; kill++) {
      try (StudyRun weir = StudyRun.command(Map.of(), command)) {
        weir.awaitLine("record: .*|weir: .* is complete.*");
        command = List.of("resume", StudyRun.folder(results).toString(), "--plain");
        if (kill < kills) {
          // Uniform over warm-up, trials and what lies between.
          TimeUnit.MILLISECONDS.sleep(random.nextInt(REAL ? 12_000 : 6_000));
          weir.kill();
          weir.assertNothingIsLeft();
        } else {
          weir.awaitExit();
        }
      }
      String now = text(StudyRun.folder(results).resolve("trials.jsonl"));
      assertThat(now).as("no finished trial is lost or changed").startsWith(whole(journal));
      journal = now;
    }
    complete(StudyRun.folder(results), cells, rounds);
  }

  private static String text(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file) : "";
  }

  private static String whole(String journal) {
    return journal.substring(0, journal.lastIndexOf('\n') + 1);
  }

  private static void complete(Path run, int cells, int rounds) throws IOException {
    JsonNode record = JSON.readTree(run.resolve("run.json").toFile());
    assertThat(record.hasNonNull("endedAt")).isTrue();
    assertThat(record.at("/rounds").asInt()).isEqualTo(rounds);
    List<String> journalled = new ArrayList<>();
    Map<String, Long> calls = new HashMap<>();
    for (String line : Files.readAllLines(run.resolve("trials.jsonl"))) {
      JsonNode trial = JSON.readTree(line);
      String key = trial.at("/identity/cell").asText() + " " + trial.at("/identity/round").asText();
      journalled.add(key);
      calls.put(key, trial.at("/serviceTimes/micros/n").asLong());
    }
    assertThat(journalled).doesNotHaveDuplicates().hasSize(cells * rounds);
    List<String> inCells = new ArrayList<>();
    for (JsonNode cell : JSON.readTree(run.resolve("cells.json").toFile())) {
      cell.path("trials")
          .forEach(
              t ->
                  inCells.add(
                      t.at("/identity/cell").asText() + " " + t.at("/identity/round").asText()));
      assertThat(logged(run, cell.path("id").asText())).isSubsetOf(calls.entrySet());
    }
    assertThat(inCells).containsExactlyInAnyOrderElementsOf(journalled);
  }

  /** Calls in a cell's latency log by cell and round. */
  private static List<Map.Entry<String, Long>> logged(Path run, String cell) throws IOException {
    Map<String, Long> calls = new HashMap<>();
    Path log = run.resolve("latency").resolve(cell + ".hlog");
    if (Files.exists(log)) {
      try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
        while (reader.hasNext()) {
          Histogram interval = (Histogram) reader.nextIntervalHistogram();
          String key = cell + " " + interval.getTag().replace("service-round", "");
          calls.merge(key, interval.getTotalCount(), Long::sum);
        }
      }
    }
    return List.copyOf(calls.entrySet());
  }

  /** The same record with something else in it, resumed in this JVM. */
  @Test
  void whatCannotBeResumedIsRefused() throws Exception {
    refused("is no run", "resume", folder.toString());
    Path run = Files.createDirectory(folder.resolve("run"));
    Files.writeString(
        run.resolve("run.json"), record("uri").replace("null,\"rounds", "\"x\",\"rounds"));
    refused("is complete", "resume", run.toString());
    Files.writeString(run.resolve("run.json"), record("uri"));
    refused("keeps no plan.json", "resume", run.toString());
    Files.writeString(run.resolve("plan.json"), "{\"cells\": {\"a\": {\"inFlight\": \"many\"}}}");
    refused("was planned by another Weir", "resume", run.toString());
    Files.writeString(run.resolve("plan.json"), "{\"cells\": {\"a\": {\"inFlight\": \"1\"}}}");
    refused("give it again in WEIR_URI or by --uri", "resume", run.toString());
    Files.writeString(run.resolve("run.json"), record("null-server"));
    refused("client JDK was 1, is ", "resume", run.toString());
    refused("give whole seconds", "resume", run.toString(), "--wait-for-server", "soon");
    assertThat(run.resolve("trials.jsonl")).doesNotExist();
  }

  private static String record(String source) {
    return """
    {"schemaVersion":2,"tool":{"version":"0.0.1","commit":"none","dirty":false},
    "study":{"name":"resumed","target":"nullServer","factors":{"inFlight":["1"]}},
    "seed":1,"baseline":null,"excluded":{},
    "server":{"product":"null server (not MongoDB)","realMongoDB":false,"version":"1",
    "gitVersion":"","source":"%s","skipped":[],"topology":"standalone","hosts":["h:1"],
    "storageEngine":"none","cacheBytes":null,"defaultWriteConcern":null,
    "sharesClientHost":true,"host":{},"settings":{}},
    "client":{"cpu":"c","physicalCores":1,"logicalCores":1,"memoryBytes":1,"kernel":"k",
    "jdk":"1","jvmArguments":[],"drivers":{},"host":"h"},
    "startedAt":"2026-01-01T00:00:00Z","endedAt":null,"rounds":0,"capture":{},
    "verdict":{"valid":false,"reasons":[],"notes":[]}}\
    """
        .formatted(source);
  }

  private static void refused(String message, String... arguments) {
    StringWriter err = new StringWriter();
    CommandLine weir = Weir.commandLine().setErr(new PrintWriter(err));
    assertThat(weir.execute(arguments)).isEqualTo(2);
    assertThat(err.toString()).startsWith("weir: ").containsOnlyOnce("\n").contains(message);
  }
}
