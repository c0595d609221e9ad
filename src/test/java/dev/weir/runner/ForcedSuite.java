package dev.weir.runner;

import dev.weir.analysis.bottleneck.CellVerdicts;
import dev.weir.record.CellRecord;
import dev.weir.record.RunFolder;
import dev.weir.record.TimelineRows;
import dev.weir.record.TrialRecord;
import dev.weir.runner.load.OfferedLoad;
import dev.weir.runner.load.OpenRequest;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.server.Toxiproxy;
import dev.weir.study.Cell;
import dev.weir.study.Plan;
import dev.weir.study.Study;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Runs forced cases through the runners as they are, and judges every trial by itself: a verdict
 * per repeat.
 */
final class ForcedSuite {
  private static final int FAR_MILLIS = 10;

  /** So narrow that a bulk of 50 takes some 30 ms for its way. */
  private static final int NARROW_KILOBYTES_PER_SECOND = 1_000;

  private final Path results;
  private final Pace pace;

  /**
   * How long it may take.
   *
   * @param repeats verdicts wanted of each case
   * @param attempts runs at most, as disturbed repeats are repeated
   * @param warmUp of each load process, at most
   * @param measure of each trial
   */
  record Pace(int repeats, int attempts, Duration warmUp, Duration measure) {}

  ForcedSuite(Path results, Pace pace) {
    this.results = results;
    this.pace = pace;
  }

  /** Cases of one deployment, side by side in the same rounds. */
  List<ForcedRow> run(ForcedCase.Deployment deployment, List<ForcedCase> cases) throws Exception {
    List<ForcedRow> rows = cases.stream().map(ForcedRow::new).toList();
    ServerRequest request =
        ServerRequest.defaults(System.getenv())
            .withTopology(deployment.topology)
            .withMongodArguments(deployment.mongod)
            .withTemporaryDirectory(results);
    try (ServerUnderTest server = ServerProvider.open(request, line -> {})) {
      if (!deployment.proxied()) {
        repeat(rows, server);
        return rows;
      }
      try (Toxiproxy proxy = proxy(deployment, server.members().get(0).port());
          ServerUnderTest far =
              ServerProvider.open(
                  request.withUri(proxy.uri()).withMongodArguments(List.of()), line -> {})) {
        repeat(rows, far);
        return rows;
      }
    }
  }

  private static Toxiproxy proxy(ForcedCase.Deployment deployment, int port) throws Exception {
    if (deployment == ForcedCase.Deployment.FAR) {
      return Toxiproxy.start(port, FAR_MILLIS);
    }
    Toxiproxy proxy = Toxiproxy.start(port, 0);
    proxy.add("bandwidth", "upstream", Map.of("rate", NARROW_KILOBYTES_PER_SECOND));
    return proxy;
  }

  private void repeat(List<ForcedRow> rows, ServerUnderTest server) throws Exception {
    for (int attempt = 0; attempt < pace.attempts(); attempt++) {
      List<ForcedRow> open = rows.stream().filter(row -> row.usable() < pace.repeats()).toList();
      int missing = open.stream().mapToInt(row -> pace.repeats() - row.usable()).max().orElse(0);
      if (missing == 0) {
        return;
      }
      if (open.get(0).forced().deployment() == ForcedCase.Deployment.OPEN) {
        for (ForcedRow row : open) {
          judge(Map.of(), row, offer(row.forced(), missing, server));
        }
      } else {
        measure(open, missing, server);
      }
    }
  }

  private void measure(List<ForcedRow> rows, int rounds, ServerUnderTest server) throws Exception {
    Map<String, ForcedRow> byId = new LinkedHashMap<>();
    Map<String, Cell> cells = new LinkedHashMap<>();
    for (ForcedRow row : rows) {
      byId.put(row.forced().id(), row);
      cells.put(row.forced().id(), row.forced().cell());
    }
    Plan plan = new Plan(study(rows.get(0).forced().deployment(), rounds), cells, List.of(), null);
    Run.Outcome outcome =
        Run.carryOut(
            new StudyMeasurement(
                plan, (cell, load) -> row(byId, cell).forced().condition().apply(server, load)),
            server,
            results,
            Run.Settings.of(Clock.systemUTC(), new SilentListener()));
    judge(byId, rows.get(0), outcome);
  }

  /** An open loop, whose rate is met with capacity left. */
  private Run.Outcome offer(ForcedCase forced, int repeats, ServerUnderTest server)
      throws Exception {
    OpenRequest request =
        new OpenRequest(
            forced.cell(),
            forced.deployment().documents,
            forced.rate(),
            false,
            100,
            1,
            (int) pace.measure().toSeconds(),
            repeats,
            false,
            1,
            null);
    return Run.carryOut(
        OfferedLoad.of(request, second -> {}),
        server,
        results,
        Run.Settings.of(Clock.systemUTC(), new SilentListener()));
  }

  private void judge(Map<String, ForcedRow> byId, ForcedRow only, Run.Outcome outcome)
      throws Exception {
    var timeline = outcome.folder().resolve(RunFolder.CAPTURE).resolve("timeline.csv");
    var figures = TimelineRows.read(timeline, CellVerdicts.spans(outcome.cells()));
    for (CellRecord cell : outcome.cells()) {
      for (TrialRecord trial : cell.trials()) {
        ForcedRow row = byId.isEmpty() ? only : row(byId, cell.id());
        if (row.usable() < pace.repeats()) {
          CellRecord alone = cell.withTrials(List.of(trial));
          row.take(
              trial, CellVerdicts.of(outcome.run(), List.of(alone), figures).get(0).bottleneck());
        }
      }
    }
  }

  private static ForcedRow row(Map<String, ForcedRow> rows, String id) {
    return Objects.requireNonNull(rows.get(id), id);
  }

  private Study study(ForcedCase.Deployment deployment, int rounds) {
    return Study.named("forced-" + deployment.name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .with(
            study ->
                study
                    .question("Is a forced limit named right?")
                    .topology(deployment.topology)
                    .mongodArguments(deployment.mongod)
                    .documents(deployment.documents)
                    .rounds(new Study.Rounds(rounds, rounds))
                    .precision(1)
                    .budget(Duration.ofHours(2))
                    .trial(
                        new Study.TrialTiming(
                            pace.measure(), Duration.ofMillis(250), Duration.ofSeconds(15)))
                    .warmUp(new Study.WarmUp(pace.warmUp())));
  }
}
