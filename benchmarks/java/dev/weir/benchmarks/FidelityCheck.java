package dev.weir.benchmarks;

import dev.weir.analysis.RoundRatios;
import dev.weir.driver.VirtualThreads;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadFailure;
import dev.weir.load.LoadJvm;
import dev.weir.load.LoadOrder;
import dev.weir.load.TrialValidity;
import dev.weir.record.TrialMeasurement;
import dev.weir.server.ServerCounters;
import dev.weir.server.ServerException;
import dev.weir.study.Cell;
import dev.weir.study.DriverKind;
import dev.weir.study.Plan;
import dev.weir.study.Study;
import dev.weir.study.StudyException;
import dev.weir.study.StudyReader;
import dev.weir.study.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Whether a short trial on a fresh JVM tells the truth: a cell of {@code quick} measured as the
 * study does, over a bare loop in another JVM that has been warm for long, by turns on one server.
 */
final class FidelityCheck {
  private static final double CONFIDENCE = 0.95;
  private static final double TOLERANCE = 0.05;
  private static final int IN_FLIGHT = 8;
  private static final Duration SLACK = Duration.ofSeconds(150);

  private final CheckSettings settings;
  private final Consumer<String> progress;
  private final Plan quick;

  FidelityCheck(CheckSettings settings, Consumer<String> progress) throws StudyException {
    this.settings = settings;
    this.progress = progress;
    this.quick =
        Plan.of(
            StudyReader.open("quick"),
            cell ->
                cell.driver() == DriverKind.VIRTUAL && !VirtualThreads.available()
                    ? Optional.of("virtual threads need JDK 21 or later")
                    : Optional.empty());
  }

  /**
   * @param cells ids of {@code quick}
   * @throws IllegalStateException if a count is wrong
   */
  List<Finding> run(List<String> cells)
      throws ServerException, IOException, LoadFailure, InterruptedException {
    double[][] trials = new double[cells.size()][settings.rounds];
    double[][] references = new double[cells.size()][settings.rounds];
    Path log = Files.createTempFile("weir-self-check", ".log");
    try (Testbed testbed = Testbed.open(Target.MONGODB);
        BareLoopProcess reference = BareLoopProcess.start(LoadJvm.arguments())) {
      for (String id : cells) {
        reference.run(order(testbed, id, settings.referenceWarmMillis));
      }
      for (int round = 0; round < settings.rounds; round++) {
        try (LoadJvm jvm = LoadJvm.start(log)) {
          prepare(jvm, testbed, round);
          for (int c = 0; c < cells.size(); c++) {
            String id = cells.get(c);
            testbed.reset();
            double before = reference.run(order(testbed, id, settings.referenceMillis));
            trials[c][round] = trial(jvm, testbed, id, round);
            double after = reference.run(order(testbed, id, settings.referenceMillis));
            references[c][round] = (before + after) / 2;
            progress.accept(
                String.format(
                    Locale.ROOT,
                    "round %d, %s: trial %,.0f, reference %,.0f and %,.0f documents/s",
                    round + 1,
                    id,
                    trials[c][round],
                    before,
                    after));
          }
        }
      }
    } finally {
      Files.delete(log);
    }
    List<Finding> findings = new ArrayList<>();
    for (int c = 0; c < cells.size(); c++) {
      findings.add(
          new Finding(
              "trial on a fresh JVM / warm bare loop, " + cells.get(c),
              RoundRatios.ratio(trials[c], references[c], CONFIDENCE).interval(),
              1 - TOLERANCE,
              1 + TOLERANCE));
    }
    return findings;
  }

  private BareLoopProcess.Order order(Testbed testbed, String id, long millis) {
    return new BareLoopProcess.Order(
        testbed.uri(),
        testbed.database(),
        testbed.collection(),
        Testbed.DOCUMENTS,
        quick.cell(id).factors(),
        millis);
  }

  /** Every path of the study is warmed, as in a round of it. */
  private void prepare(LoadJvm jvm, Testbed testbed, int round)
      throws ServerException, LoadFailure, InterruptedException {
    testbed.reset();
    jvm.send(new LoadOrder.Connect(testbed.uri(), testbed.database(), Testbed.DOCUMENTS));
    jvm.await(LoadEvent.Ready.class, SLACK, event -> {});
    List<LoadOrder.Work> paths = new ArrayList<>();
    for (Map.Entry<String, Cell> cell : quick.cells().entrySet()) {
      if (cell.getValue().inFlight() == IN_FLIGHT) {
        paths.add(work(testbed, cell.getKey()));
      }
    }
    jvm.send(new LoadOrder.WarmUp(paths, settings.studyWarmMillis, quick.study().seed() + round));
    LoadEvent.Warmed warmed =
        jvm.await(LoadEvent.Warmed.class, SLACK.plusMillis(settings.studyWarmMillis), event -> {});
    progress.accept("round " + (round + 1) + ": warm after " + warmed.millis() / 1000 + " s");
  }

  private LoadOrder.Work work(Testbed testbed, String id) {
    return new LoadOrder.Work(id, quick.cell(id).factors(), testbed.collection());
  }

  /** Documents/s, NaN if the trial is invalid for another reason than its counts. */
  private double trial(LoadJvm jvm, Testbed testbed, String id, int round)
      throws ServerException, LoadFailure, InterruptedException {
    testbed.reset();
    ServerCounters before = testbed.server().counters();
    Study.TrialTiming timing = quick.study().trial();
    jvm.send(
        new LoadOrder.Trial(
            work(testbed, id),
            quick.study().seed() * 31 + round,
            timing.measure().toMillis(),
            timing.window().toMillis(),
            timing.settleAtMost().toMillis()));
    TrialMeasurement measured = jvm.await(LoadEvent.Done.class, SLACK, event -> {}).measurement();
    String source = testbed.server().facts().source();
    Long updates =
        source.equals("in-jvm")
            ? null
            : Long.valueOf(testbed.server().counters().minus(before).update());
    List<String> reasons = TrialValidity.reasons(measured, updates, !source.equals("uri"));
    if (reasons.stream().anyMatch(TrialValidity::breaksInvariant)) {
      throw new IllegalStateException(String.join("; ", reasons));
    }
    if (!reasons.isEmpty()) {
      progress.accept("round " + (round + 1) + ", " + id + " invalid: " + reasons);
      return Double.NaN;
    }
    return measured.documents() * 1e9 / measured.measuredNanos();
  }
}
