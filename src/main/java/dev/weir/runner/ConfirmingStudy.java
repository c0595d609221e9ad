package dev.weir.runner;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.analysis.CellSummaries;
import dev.weir.analysis.Confirmation;
import dev.weir.analysis.Confirmation.Change;
import dev.weir.analysis.Confirmation.Prediction;
import dev.weir.analysis.Resource;
import dev.weir.analysis.RoundRatios;
import dev.weir.record.CellRecord;
import dev.weir.record.ConfirmRecord;
import dev.weir.record.RunFolder;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.Durability;
import dev.weir.study.Factor;
import dev.weir.study.KeyChoice;
import dev.weir.study.Plan;
import dev.weir.study.Study;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * Puts verdicts to the test: measures each cell beside itself with the named resource changed, in
 * the same rounds, and looks whether throughput went where the verdict says.
 */
public final class ConfirmingStudy {
  /** Pairs enough for an interval, few enough to wait for. */
  private static final int ROUNDS = 4;

  /** Changes smaller than this are called none. */
  private static final double TOLERANCE = 0.1;

  private static final String CHANGED = "__changed";

  private final Clock clock;
  private final RunListener listener;

  public ConfirmingStudy(Clock clock, RunListener listener) {
    this.clock = clock;
    this.listener = listener;
  }

  /** One cell and the change that tests its verdict; without a change there is a reason. */
  private record Test(
      CellRecord cell,
      String resource,
      @Nullable Prediction prediction,
      Cell original,
      Cell changed,
      String reason) {}

  /**
   * Tests the verdicts of a finished run and writes {@link RunFolder#CONFIRM} into its folder.
   *
   * @param only ids of the cells to test, empty for all
   * @param results where the folder of the testing run is created
   * @throws IllegalArgumentException if an id names no cell
   */
  public ConfirmRecord run(
      Plan plan,
      StudyRunner.Outcome outcome,
      List<String> only,
      ServerUnderTest server,
      Path results)
      throws ServerException, IOException, InterruptedException {
    only.forEach(plan::cell);
    List<Test> tests = new ArrayList<>();
    for (CellRecord cell : outcome.cells()) {
      if (only.isEmpty() || only.contains(cell.id())) {
        tests.add(test(cell, plan.cell(cell.id()), server));
      }
    }
    Map<String, Cell> cells = new LinkedHashMap<>();
    Map<String, Prediction> changes = new LinkedHashMap<>();
    for (Test test : tests) {
      Prediction prediction = test.prediction;
      if (prediction != null) {
        cells.put(test.cell.id(), test.original);
        cells.put(test.cell.id() + CHANGED, test.changed);
        changes.put(test.cell.id() + CHANGED, prediction);
      }
    }
    ConfirmRecord record;
    if (cells.isEmpty()) {
      record = new ConfirmRecord(null, tests.stream().map(ConfirmingStudy::untested).toList());
    } else {
      Plan paired = new Plan(study(plan.study()), cells, List.of(), null);
      StudyRunner.Outcome measured =
          new StudyRunner(clock, listener, surroundings(changes, server))
              .run(paired, server, results);
      List<ConfirmRecord.Test> judged = new ArrayList<>();
      for (Test test : tests) {
        judged.add(
            test.prediction == null
                ? untested(test)
                : judge(test, test.prediction, measured.cells(), plan.study().confidence()));
      }
      record = new ConfirmRecord(String.valueOf(measured.folder().getFileName()), judged);
    }
    RunFolder.open(outcome.folder()).write(RunFolder.CONFIRM, record);
    return record;
  }

  private static Study study(Study study) {
    return new Study(
        study.name() + "-confirm",
        "Do the verdicts of " + study.name() + " predict what changing the named resource does?",
        study.target(),
        study.topology(),
        study.mongodArguments(),
        study.seed(),
        study.documents(),
        new Study.Rounds(ROUNDS, ROUNDS),
        study.precision(),
        study.confidence(),
        study.budget(),
        study.trial(),
        study.warmUp(),
        null,
        Map.of(),
        List.of(),
        List.of());
  }

  private static Test test(CellRecord record, Cell cell, ServerUnderTest server)
      throws IOException {
    String title = record.bottleneck().resource();
    Resource resource = resource(title);
    List<String> reasons = new ArrayList<>();
    for (Prediction prediction : Confirmation.predicts(resource)) {
      Cell changed = changed(cell, prediction.change(), server);
      if (changed != null) {
        return new Test(record, title, prediction, cell, changed, "");
      }
      reasons.add(prediction.change().title());
    }
    return new Test(
        record,
        title,
        null,
        cell,
        cell,
        reasons.isEmpty()
            ? "predicts nothing"
            : "can't be changed here: " + String.join(", ", reasons));
  }

  private static Resource resource(String title) {
    for (Resource resource : Resource.values()) {
      if (resource.title().equals(title)) {
        return resource;
      }
    }
    return Resource.UNDECIDED;
  }

  /**
   * The cell with the change in its factors, itself if the change is around it; null if neither.
   */
  private static @Nullable Cell changed(Cell cell, Change change, ServerUnderTest server)
      throws IOException {
    return switch (change) {
      case DOUBLE_CONCURRENCY -> cell.withInFlight(2 * cell.inFlight());
      case DOUBLE_POOL -> cell.with(Factor.POOL, 2 * cell.pool());
      case JOURNAL_OFF ->
          cell.writeConcern() == Durability.W1
              ? null
              : cell.with(Factor.WRITE_CONCERN, Durability.W1);
      case WRITE_CONCERN_ONE ->
          switch (cell.writeConcern()) {
            case MAJORITY -> cell.with(Factor.WRITE_CONCERN, Durability.W1);
            case MAJORITY_JOURNALED -> cell.with(Factor.WRITE_CONCERN, Durability.W1_JOURNALED);
            default -> null;
          };
      case SPREAD_KEYS ->
          cell.keys() == KeyChoice.UNIFORM ? null : cell.with(Factor.KEYS, KeyChoice.UNIFORM);
      case HALVE_SERVER_CPU -> severalCores(server.localPids()) ? cell : null;
      case HALVE_CLIENT_CPU -> severalCores(List.of(ProcessHandle.current().pid())) ? cell : null;
      // Only of a server that is ours; another's settings are left alone.
      case ENLARGE_CACHE ->
          server.localPids().isEmpty() || server.facts().source().equals("uri") ? null : cell;
      case REMOVE_FOREIGN_LOAD, DOUBLE_RATE -> null;
    };
  }

  private static boolean severalCores(List<Long> pids) throws IOException {
    if (pids.isEmpty() || !System.getProperty("os.name", "").startsWith("Linux")) {
      return false;
    }
    for (long pid : pids) {
      if (CpuAffinity.of(pid).size() < 2) {
        return false;
      }
    }
    return true;
  }

  private static Surroundings surroundings(
      Map<String, Prediction> changes, ServerUnderTest server) {
    return (cell, loadPid) -> {
      Prediction prediction = changes.get(cell);
      if (prediction == null) {
        return () -> {};
      }
      return switch (prediction.change()) {
        case HALVE_SERVER_CPU -> CpuAffinity.halve(server.localPids());
        case HALVE_CLIENT_CPU -> CpuAffinity.halve(List.of(loadPid));
        case ENLARGE_CACHE -> enlargeCache(server);
        default -> () -> {};
      };
    };
  }

  private static Surroundings.Restore enlargeCache(ServerUnderTest server) {
    long before = Objects.requireNonNullElse(server.facts().cacheBytes(), 1L << 30);
    cache(server, Math.max(4 * before, 1L << 30));
    return () -> cache(server, before);
  }

  private static void cache(ServerUnderTest server, long bytes) {
    try (MongoClient client = MongoClients.create(server.connectionString())) {
      client
          .getDatabase("admin")
          .runCommand(
              new Document("setParameter", 1)
                  .append("wiredTigerEngineRuntimeConfig", "cache_size=" + (bytes >> 20) + "M"));
    }
  }

  private static ConfirmRecord.Test judge(
      Test test, Prediction prediction, List<CellRecord> measured, double confidence) {
    String predicted = prediction.movement().name().toLowerCase(Locale.ROOT);
    RoundRatios.Ratio ratio =
        CellSummaries.ratio(
            find(measured, test.cell.id() + CHANGED), find(measured, test.cell.id()), confidence);
    if (ratio == null || !ratio.interval().isKnown()) {
      return new ConfirmRecord.Test(
          test.cell.id(),
          test.resource,
          prediction.change().title(),
          predicted,
          ratio == null ? null : ratio.interval(),
          null,
          "too few rounds in which both were valid");
    }
    return new ConfirmRecord.Test(
        test.cell.id(),
        test.resource,
        prediction.change().title(),
        predicted,
        ratio.interval(),
        prediction.movement().agrees(ratio, TOLERANCE),
        String.format(
            Locale.ROOT,
            "throughput × %.2f [%.2f, %.2f]",
            ratio.interval().mean(),
            ratio.interval().low(),
            ratio.interval().high()));
  }

  private static CellRecord find(List<CellRecord> cells, String id) {
    return cells.stream().filter(cell -> cell.id().equals(id)).findFirst().orElseThrow();
  }

  private static ConfirmRecord.Test untested(Test test) {
    return new ConfirmRecord.Test(
        test.cell.id(), test.resource, null, null, null, null, test.reason);
  }
}
