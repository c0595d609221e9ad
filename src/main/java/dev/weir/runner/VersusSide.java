package dev.weir.runner;

import dev.weir.analysis.CellSummaries;
import dev.weir.dataset.Datasets;
import dev.weir.load.LoadFailure;
import dev.weir.load.LoadOrder;
import dev.weir.record.CellRecord;
import dev.weir.record.RunFolder;
import dev.weir.record.TurnsRecord;
import dev.weir.server.ServerException;
import dev.weir.study.DocumentKind;
import dev.weir.study.Plan;
import dev.weir.study.WarmPath;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One of two sides that take turns: its run, its load process, its cells. */
final class VersusSide implements AutoCloseable {
  private final Plan plan;
  private final Run run;
  private final Datasets datasets;
  private @Nullable RunClients load;

  VersusSide(Plan plan, Run run) {
    this.plan = plan;
    this.run = run;
    this.datasets = run.datasets(plan.study().documents());
  }

  Run run() {
    return run;
  }

  /** A fresh JVM and fresh collections, every path warm. */
  void newRound(String nullServer)
      throws IOException, ServerException, LoadFailure, InterruptedException {
    closeLoad();
    Map<WarmPath, LoadOrder.Work> paths = new LinkedHashMap<>();
    Set<DocumentKind> kinds = new LinkedHashSet<>();
    plan.cells()
        .forEach(
            (id, cell) -> {
              kinds.add(cell.document());
              paths.putIfAbsent(WarmPath.of(cell), work(id));
            });
    for (DocumentKind kind : kinds) {
      datasets.reset(kind);
    }
    RunClients fresh = run.start(1);
    load = fresh;
    fresh.connect(run.server().connectionString(), plan.study().documents());
    List<LoadOrder.Work> all = List.copyOf(paths.values());
    Duration atMost = plan.study().warmUp().atMost();
    fresh.warmUp(WarmUpOrders.onNullServer(nullServer, all, atMost, plan.study().seed()));
    fresh.warmUp(WarmUpOrders.onServer(all, true, atMost, plan.study().seed()));
  }

  /** What this side does when it has its turn at that cell. */
  Turns.Side turn(String cell) {
    if (load == null) {
      throw new IllegalStateException("no round has begun");
    }
    return new Turns.Side(load.first(), work(cell));
  }

  private LoadOrder.Work work(String id) {
    return Trials.work(id, plan.cell(id));
  }

  /** Puts the cell's collection back to its first state. */
  void reset(String cell) throws ServerException {
    datasets.reset(plan.cell(cell));
  }

  /** What was found, and what the side took turns with. */
  Measurement.Findings findings(int rounds, TurnsRecord turns) {
    List<CellRecord> cells =
        CellSummaries.of(
            StudyMeasurement.factors(plan),
            run.trials(),
            plan.baseline(),
            plan.study().confidence());
    return new Measurement.Findings(
        rounds, cells, StudyVerdict.of(plan, cells), Map.of(RunFolder.TURNS, turns));
  }

  private void closeLoad() {
    if (load != null) {
      load.close();
      load = null;
    }
  }

  @Override
  public void close() {
    closeLoad();
  }
}
