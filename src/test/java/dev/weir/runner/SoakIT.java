package dev.weir.runner;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.load.process.LoadJvm;
import dev.weir.server.Toxiproxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * {@code weir load --mix economy} for long on a replica set to which random things happen: the
 * economy is whole at the end, and neither Weir nor its load process holds on to more and more.
 * {@code -Psoak}; needs {@code ops/get-toxiproxy.sh}.
 */
@EnabledOnOs(OS.LINUX)
@EnabledIfSystemProperty(named = "weir.soak", matches = "\\d+[ms]")
class SoakIT {
  private static final String LENGTH = System.getProperty("weir.soak", "30s");
  private static final long SEED = Long.getLong("weir.soak.seed", 20_261_121);
  private static final Path FOLDER = Path.of(System.getProperty("weir.soak.out", "target/soak"));

  /** Shorter ones show whether gold is whole, but no drift. */
  private static final int SHORTEST_WITH_DRIFT_SECONDS = 600;

  private static final int STILL_AT_THE_END_SECONDS = 60;
  private static final String RATE = System.getProperty("weir.soak.rate", "10");
  private static final int WORKERS = 20;

  @Test
  void economyStaysWholeAndNothingGrows() throws Exception {
    assertThat(Toxiproxy.binary()).as("needs ops/get-toxiproxy.sh first").isPresent();
    Path folder = Files.createDirectories(FOLDER).toAbsolutePath();
    Path results = Files.createTempDirectory(folder, "run-");
    int seconds = seconds();
    SoakWatch watch = new SoakWatch(results.resolve("samples.csv"));
    List<SoakFaults.Struck> struck;
    int exit;
    try (ProxiedReplicaSet set = ProxiedReplicaSet.start(results)) {
      Process weir = start(set, results, seconds);
      try {
        SoakFaults faults = faults(set, weir, seconds, results);
        Thread thread = new Thread(faults, "soak-faults");
        thread.setDaemon(true);
        thread.start();
        watch(weir, watch, seconds);
        exit = weir.waitFor();
        thread.join(TimeUnit.MINUTES.toMillis(2));
        struck = faults.struck();
      } finally {
        weir.descendants().forEach(ProcessHandle::destroyForcibly);
        weir.destroyForcibly();
      }
    }
    JsonNode trial = trial(results);
    List<SoakWatch.Line> lines = watch.lines();
    String table = table(seconds, trial, struck, lines);
    Files.writeString(folder.resolve("soak.md"), table);
    System.out.println(table);
    assertThat(trial.at("/audit/problems")).as("audit").isEmpty();
    assertThat(trial.at("/measurement/total/operations").asLong()).isPositive();
    assertThat(struck).isNotEmpty();
    // Whether gold is whole is the question; a machine that stood still says nothing about it.
    assertThat(reasons(results)).allMatch(reason -> reason.contains("generator starved"));
    assertThat(exit).isEqualTo(reasons(results).isEmpty() ? 0 : 1);
    if (seconds >= SHORTEST_WITH_DRIFT_SECONDS) {
      assertThat(lines).hasSize(10).allMatch(SoakWatch.Line::flat);
    }
  }

  private static int seconds() {
    int number = Integer.parseInt(LENGTH.substring(0, LENGTH.length() - 1));
    return LENGTH.endsWith("m") ? number * 60 : number;
  }

  private static Process start(ProxiedReplicaSet set, Path results, int seconds)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-cp", LoadJvm.classPath(), "dev.weir.cli.Weir", "load"));
    command.addAll(List.of("--mix", "economy", "--workers", "" + WORKERS, "--rate", RATE));
    command.addAll(List.of("--ramp", "5s", "--duration", seconds + "s", "--tolerate-errors"));
    command.addAll(List.of("--seed", "" + SEED, "--plain", "--out", results.toString()));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(results.resolve("weir.log").toFile());
    builder.environment().put("WEIR_URI", set.uri());
    return builder.start();
  }

  private static SoakFaults faults(ProxiedReplicaSet set, Process weir, int seconds, Path results) {
    int still = Math.min(STILL_AT_THE_END_SECONDS, seconds / 3);
    return new SoakFaults(
        set,
        weir.toHandle(),
        SEED,
        Duration.ofSeconds(Math.max(5, Math.min(45, seconds / 4))),
        Duration.ofSeconds(seconds - still),
        results.resolve("faults.csv"));
  }

  /** Until it ends, or long after it should have. */
  private static void watch(Process weir, SoakWatch watch, int seconds)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    long step = TimeUnit.SECONDS.toNanos(Math.max(1, Math.min(10, seconds / 30)));
    long deadline = start + TimeUnit.SECONDS.toNanos(seconds * 2L + 1_800);
    for (long due = start + step;
        !weir.waitFor(due - System.nanoTime(), TimeUnit.NANOSECONDS);
        due = Math.max(due + step, System.nanoTime())) {
      long now = System.nanoTime();
      assertThat(now).as("weir load did not end").isLessThan(deadline);
      double at = (now - start) / 1e9;
      if (at > seconds) {
        continue; // it waits for its last answers and makes its report
      }
      boolean collect = (due - start) / step % 6 == 0;
      look(weir.toHandle(), "weir", at, collect, watch);
      for (ProcessHandle child : weir.descendants().toList()) {
        if (ProcessUse.commandLine(child.pid()).contains("LoadMain")) {
          look(child, "load process", at, collect, watch);
        }
      }
    }
  }

  private static void look(
      ProcessHandle process, String name, double at, boolean collect, SoakWatch watch)
      throws InterruptedException {
    try {
      ProcessUse use = ProcessUse.of(process.pid(), collect);
      if (!collect || use.heapMegabytes() > 0) {
        watch.add(at, name, use);
      }
    } catch (IOException e) {
      assertThat(process.isAlive()).as("%s can't be looked at: %s", name, e).isFalse();
    }
  }

  private static Path run(Path results) throws IOException {
    try (Stream<Path> runs = Files.list(results)) {
      return runs.filter(p -> p.toString().endsWith("-load")).findFirst().orElseThrow();
    }
  }

  private static JsonNode trial(Path results) throws IOException {
    return new ObjectMapper().readTree(run(results).resolve("load.json").toFile()).at("/trials/0");
  }

  private static List<String> reasons(Path results) throws IOException {
    List<String> reasons = new ArrayList<>();
    new ObjectMapper()
        .readTree(run(results).resolve("run.json").toFile())
        .at("/verdict/reasons")
        .forEach(reason -> reasons.add(reason.asText()));
    return reasons;
  }

  private static String table(
      int seconds, JsonNode trial, List<SoakFaults.Struck> struck, List<SoakWatch.Line> lines) {
    JsonNode measured = trial.at("/measurement");
    Map<SoakFault, Long> kinds =
        struck.stream()
            .collect(
                Collectors.groupingBy(
                    SoakFaults.Struck::fault, TreeMap::new, Collectors.counting()));
    double longest =
        struck.stream().mapToDouble(s -> s.healthyAfter().toMillis() / 1e3).max().orElse(0);
    List<String> all = new ArrayList<>();
    all.add("# Soak: " + seconds + " s of the economy on a replica set of three, seed " + SEED);
    all.add("");
    all.add(
        String.format(
            Locale.ROOT,
            "%d faults %s; healthy again after at most %.0f s.",
            struck.size(),
            kinds,
            longest));
    all.add(
        "Operations: "
            + measured.at("/total/operations")
            + " in the measured span, "
            + measured.at("/total/refused")
            + " of them refused by their own rules; "
            + measured.at("/total/errors")
            + " failed "
            + measured.at("/errorsByClass")
            + ", "
            + measured.at("/total/retries")
            + " retried, "
            + measured.at("/total/resolved")
            + " commits resolved by the ledger. Committed: "
            + measured.at("/committedByType")
            + "; unresolved: "
            + measured.at("/unresolvedByType")
            + ".");
    all.add(
        "Audit: "
            + (trial.at("/audit/problems").isEmpty()
                ? "gold, items and ledger whole"
                : trial.at("/audit/problems").toString())
            + "; entries "
            + trial.at("/audit/entries")
            + ".");
    all.add("");
    all.add(
        "| process | figure | samples | level | drift over the span [95 %] | allowed | verdict |");
    all.add("|---|---|---|---|---|---|---|");
    lines.forEach(line -> all.add(line.row()));
    return String.join("\n", all) + "\n";
  }
}
