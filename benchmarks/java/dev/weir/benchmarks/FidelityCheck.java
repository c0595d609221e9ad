package dev.weir.benchmarks;

import dev.weir.analysis.stats.RoundRatios;
import dev.weir.driver.VirtualThreads;
import dev.weir.load.process.LoadJvm;
import dev.weir.record.Interval;
import dev.weir.record.TrialRecord;
import dev.weir.runner.Run;
import dev.weir.runner.StudyMeasurement;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.DriverKind;
import dev.weir.study.Factor;
import dev.weir.study.Plan;
import dev.weir.study.Study;
import dev.weir.study.StudyException;
import dev.weir.study.StudyReader;
import dev.weir.study.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Whether a short trial on a fresh JVM tells the truth: cells of {@code quick}, run by the study
 * runner itself, over a bare loop in another JVM that has been warm for long. Right after each
 * trial, on the same collection, the reference runs a slice.
 */
final class FidelityCheck {
  private static final double CONFIDENCE = 0.95;
  private static final double TOLERANCE = 0.05;
  private static final int IN_FLIGHT = 8;

  private final CheckSettings settings;
  private final Consumer<String> progress;
  private final Plan plan;

  FidelityCheck(CheckSettings settings, Consumer<String> progress) throws StudyException {
    this.settings = settings;
    this.progress = progress;
    this.plan =
        Plan.of(
            study(),
            cell ->
                cell.driver() == DriverKind.VIRTUAL && !VirtualThreads.available()
                    ? Optional.of("virtual threads need JDK 21 or later")
                    : Optional.empty());
  }

  /** {@code quick} at one concurrency, and with as many rounds as are wanted here. */
  private Study study() throws StudyException {
    Study quick = StudyReader.open("quick");
    Map<Factor<?>, List<Object>> factors = new LinkedHashMap<>(quick.factors());
    factors.put(Factor.IN_FLIGHT, List.of(IN_FLIGHT));
    return quick.with(
        study ->
            study
                .name("self-check")
                .rounds(new Study.Rounds(settings.rounds, settings.rounds))
                .budget(Duration.ofHours(1))
                .warmUp(new Study.WarmUp(Duration.ofMillis(settings.studyWarmMillis)))
                .factors(factors));
  }

  /**
   * @throws IllegalStateException if a count is wrong, or no trial was valid
   */
  List<CheckFinding> run() throws ServerException, IOException, InterruptedException {
    List<String> cells =
        plan.cells().entrySet().stream()
            .filter(cell -> cell.getValue().driver() == DriverKind.SYNC)
            .map(Map.Entry::getKey)
            .toList();
    Path results = Files.createTempDirectory("weir-self-check");
    try (ServerUnderTest server = BenchmarkServers.open(Target.MONGODB);
        BareLoopProcess bare = BareLoopProcess.start(LoadJvm.arguments())) {
      FidelityRounds rounds =
          new FidelityRounds(
              bare,
              server.connectionString(),
              plan.study(),
              cellsById(cells),
              settings.referenceMillis,
              settings.referenceWarmMillis,
              progress);
      Run.carryOut(
          new StudyMeasurement(plan), server, results, Run.Settings.of(Clock.systemUTC(), rounds));
      return findings(cells, rounds.measured());
    } finally {
      delete(results);
    }
  }

  private Map<String, Cell> cellsById(List<String> ids) {
    Map<String, Cell> cells = new LinkedHashMap<>();
    ids.forEach(id -> cells.put(id, plan.cell(id)));
    return cells;
  }

  private static List<CheckFinding> findings(
      List<String> cells, List<FidelityRounds.Pair> measured) {
    List<CheckFinding> findings = new ArrayList<>();
    for (String id : cells) {
      List<FidelityRounds.Pair> valid =
          measured.stream().filter(p -> p.trial().cell().equals(id) && p.trial().valid()).toList();
      if (valid.isEmpty()) {
        throw new IllegalStateException("no trial of " + id + " was valid");
      }
      Interval ratio =
          RoundRatios.ratio(
                  valid.stream()
                      .map(FidelityRounds.Pair::trial)
                      .mapToDouble(TrialRecord::documentsPerSecond)
                      .toArray(),
                  valid.stream().mapToDouble(FidelityRounds.Pair::reference).toArray(),
                  CONFIDENCE)
              .interval();
      findings.add(
          new CheckFinding(
              "trial on a fresh JVM / warm bare loop, " + id + " × " + IN_FLIGHT,
              ratio,
              1 - TOLERANCE,
              1 + TOLERANCE));
    }
    return findings;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
