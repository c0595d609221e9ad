package dev.weir.runner;

import dev.weir.analysis.CellVerdicts;
import dev.weir.analysis.Resource;
import dev.weir.record.CellRecord;
import dev.weir.record.RunFolder;
import dev.weir.record.TimelineRows;
import dev.weir.record.TrialRecord;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.Plan;
import dev.weir.study.Study;
import dev.weir.study.Target;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Runs forced cases through the study runner as it is, and judges every trial by itself: a verdict
 * per repeat.
 */
final class ForcedSuite {
  private static final int FAR_MILLIS = 10;

  private final Path results;
  private final int repeats;
  private final Duration measure;

  private static final int ATTEMPTS = 4;

  /**
   * The verdicts of one case. A trial that was invalid, or disturbed by processes that are not of
   * the suite, forced nothing: it is counted and repeated.
   */
  static final class Row {
    private final ForcedCase forced;
    private final Map<String, Integer> verdicts = new TreeMap<>();
    private final Map<String, Integer> disturbed = new TreeMap<>();
    private final List<String> evidence = new ArrayList<>();

    Row(ForcedCase forced) {
      this.forced = forced;
    }

    ForcedCase forced() {
      return forced;
    }

    int right() {
      return verdicts.getOrDefault(forced.expected().title(), 0);
    }

    int usable() {
      return verdicts.values().stream().mapToInt(Integer::intValue).sum();
    }

    List<String> evidence() {
      return evidence;
    }

    void take(TrialRecord trial, CellRecord.Bottleneck verdict) {
      System.out.println(
          forced.name()
              + ": "
              + verdict.resource()
              + ": "
              + String.join(" | ", verdict.evidence())
              + (trial.valid() ? "" : " INVALID: " + trial.reasons()));
      if (!trial.valid()) {
        disturbed.merge(String.join("; ", trial.reasons()).split(":", 2)[0], 1, Integer::sum);
      } else if (verdict.resource().equals(Resource.GENERATOR.title())) {
        disturbed.merge(verdict.evidence().get(0), 1, Integer::sum);
      } else {
        verdicts.merge(verdict.resource(), 1, Integer::sum);
        evidence.add(verdict.resource() + ": " + String.join(" | ", verdict.evidence()));
      }
    }

    @Override
    public String toString() {
      return forced.name()
          + ": "
          + verdicts
          + (disturbed.isEmpty() ? "" : ", repeated because of " + disturbed)
          + evidence.stream().map(line -> "\n    " + line).collect(Collectors.joining());
    }
  }

  ForcedSuite(Path results, int repeats, Duration measure) {
    this.results = results;
    this.repeats = repeats;
    this.measure = measure;
  }

  /** Cases of one deployment, side by side in the same rounds. */
  List<Row> run(ForcedCase.Deployment deployment, List<ForcedCase> cases) throws Exception {
    List<Row> rows = cases.stream().map(Row::new).toList();
    ServerRequest request =
        ServerRequest.defaults(System.getenv())
            .withTopology(deployment.topology)
            .withMongodArguments(deployment.mongod)
            .withTemporaryDirectory(results);
    try (ServerUnderTest server = ServerProvider.open(request, line -> {})) {
      if (deployment != ForcedCase.Deployment.FAR) {
        repeat(rows, server);
        return rows;
      }
      try (Toxiproxy proxy = Toxiproxy.start(server.members().get(0).port(), FAR_MILLIS);
          ServerUnderTest far =
              ServerProvider.open(
                  request.withUri(proxy.uri()).withMongodArguments(List.of()), line -> {})) {
        repeat(rows, far);
        return rows;
      }
    }
  }

  private void repeat(List<Row> rows, ServerUnderTest server) throws Exception {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      List<Row> open = rows.stream().filter(row -> row.usable() < repeats).toList();
      int missing = open.stream().mapToInt(row -> repeats - row.usable()).max().orElse(0);
      if (missing == 0) {
        return;
      }
      measure(open, missing, server);
    }
  }

  private void measure(List<Row> rows, int rounds, ServerUnderTest server) throws Exception {
    Map<String, Row> byId = new LinkedHashMap<>();
    Map<String, Cell> cells = new LinkedHashMap<>();
    for (Row row : rows) {
      byId.put(row.forced().id(), row);
      cells.put(row.forced().id(), row.forced().cell());
    }
    Plan plan = new Plan(study(rows.get(0).forced().deployment(), rounds), cells, List.of(), null);
    StudyRunner.Outcome outcome =
        new StudyRunner(
                Clock.systemUTC(),
                new SilentListener(),
                (cell, load) -> row(byId, cell).forced().condition().apply(server, load))
            .run(plan, server, results);
    var timeline = outcome.folder().resolve(RunFolder.CAPTURE).resolve("timeline.csv");
    var figures = TimelineRows.read(timeline, CellVerdicts.spans(outcome.cells()));
    for (CellRecord cell : outcome.cells()) {
      for (TrialRecord trial : cell.trials()) {
        Row row = row(byId, cell.id());
        if (row.usable() < repeats) {
          CellRecord alone = cell.withTrials(List.of(trial));
          row.take(
              trial, CellVerdicts.of(outcome.run(), List.of(alone), figures).get(0).bottleneck());
        }
      }
    }
  }

  private static Row row(Map<String, Row> rows, String id) {
    return Objects.requireNonNull(rows.get(id), id);
  }

  private Study study(ForcedCase.Deployment deployment, int rounds) {
    return new Study(
        "forced-" + deployment.name().toLowerCase(Locale.ROOT).replace('_', '-'),
        "Is a forced limit named right?",
        Target.MONGODB,
        deployment.topology,
        deployment.mongod,
        1,
        deployment.documents,
        new Study.Rounds(rounds, rounds),
        1,
        0.95,
        Duration.ofHours(2),
        new Study.TrialTiming(measure, Duration.ofMillis(250), Duration.ofSeconds(15)),
        new Study.WarmUp(Duration.ofSeconds(4)),
        null,
        Map.of(),
        List.of(),
        List.of());
  }
}
