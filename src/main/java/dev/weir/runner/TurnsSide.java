package dev.weir.runner;

import com.mongodb.client.MongoClient;
import dev.weir.analysis.CellSummaries;
import dev.weir.dataset.Datasets;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadFailure;
import dev.weir.load.LoadJvm;
import dev.weir.load.LoadOrder;
import dev.weir.record.CellRecord;
import dev.weir.record.JmhJson;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.record.TrialRecord;
import dev.weir.record.TurnsRecord;
import dev.weir.server.ControlClient;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.DocumentKind;
import dev.weir.study.Plan;
import dev.weir.study.WarmPath;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One of two sides that take turns: its server, its database, its load process and its record. */
final class TurnsSide implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(60);

  private final Plan plan;
  private final ServerUnderTest server;
  private final RunRecord begun;
  private final MongoClient client;
  private final DatabaseGuard guard;
  private final Datasets datasets;
  private final RunFolder folder;
  private final RunListener listener;
  private final List<TrialRecord> trials = new ArrayList<>();
  private @Nullable LoadJvm jvm;

  private TurnsSide(
      Plan plan,
      ServerUnderTest server,
      Instant startedAt,
      RunFolder folder,
      MongoClient client,
      RunListener listener)
      throws ServerException {
    this.listener = listener;
    this.plan = plan;
    this.server = server;
    this.begun = RunRecords.begun(plan, server, startedAt, List.of());
    this.folder = folder;
    this.client = client;
    this.guard = DatabaseGuard.open(client, StudyRunner.database(plan.study()));
    this.datasets = new Datasets(client, guard, plan.study().documents(), plan.study().seed());
  }

  static TurnsSide open(
      Plan plan, ServerUnderTest server, Instant startedAt, Path results, RunListener listener)
      throws IOException, ServerException {
    RunFolder folder = RunFolder.create(results, startedAt, plan.study().name());
    MongoClient client = ControlClient.open(server);
    try {
      TurnsSide side = new TurnsSide(plan, server, startedAt, folder, client, listener);
      folder.write(RunFolder.RUN, side.begun);
      return side;
    } catch (ServerException | IOException | RuntimeException e) {
      client.close();
      throw e;
    }
  }

  ServerUnderTest server() {
    return server;
  }

  RunFolder folder() {
    return folder;
  }

  /** A fresh JVM and fresh collections, every path warm. */
  void newRound(String nullServer)
      throws IOException, ServerException, LoadFailure, InterruptedException {
    closeJvm();
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
    LoadJvm fresh = LoadJvm.start(LoadMain.class, folder.file("load.log"));
    jvm = fresh;
    fresh.send(
        new LoadOrder.Connect(
            server.connectionString(), guard.name(), plan.study().documents(), null));
    fresh.await(LoadEvent.Ready.class, START, event -> {});
    List<LoadOrder.Work> all = List.copyOf(paths.values());
    Duration atMost = plan.study().warmUp().atMost();
    warm(fresh, WarmUpOrders.onNullServer(nullServer, all, atMost, plan.study().seed()));
    warm(fresh, WarmUpOrders.onServer(all, true, atMost, plan.study().seed()));
  }

  private void warm(LoadJvm fresh, LoadOrder.WarmUp order)
      throws LoadFailure, InterruptedException {
    fresh.send(order);
    fresh.await(
        LoadEvent.Warmed.class,
        Duration.ofMillis(order.atMostMillis()).plus(Trials.Bounds.SLACK),
        event -> {
          if (event instanceof LoadEvent.Rate rate) {
            listener.rate("warm-up", rate.documentsPerSecond());
          }
        });
  }

  /** What this side does when it has its turn at that cell. */
  Turns.Side turn(String cell) {
    if (jvm == null) {
      throw new IllegalStateException("no round has begun");
    }
    return new Turns.Side(jvm, work(cell));
  }

  private LoadOrder.Work work(String id) {
    return new LoadOrder.Work(
        id, plan.cell(id).factors(), Datasets.collection(plan.cell(id).document()));
  }

  /** Puts the cell's collection back to its first state. */
  void reset(String cell) throws ServerException {
    datasets.reset(plan.cell(cell));
  }

  void add(TrialRecord trial) throws IOException {
    folder.journal(trial);
    trials.add(trial);
  }

  /** Writes the record. */
  StudyRunner.Outcome finish(int rounds, Instant endedAt, TurnsRecord turns)
      throws IOException, ServerException {
    guard.dropDatabase();
    Map<String, Map<String, String>> factors = new LinkedHashMap<>();
    plan.cells().forEach((id, cell) -> factors.put(id, cell.factors()));
    List<CellRecord> cells =
        CellSummaries.of(factors, trials, plan.baseline(), plan.study().confidence());
    RunRecord run = RunRecords.ended(begun, endedAt, rounds, Map.of(), RunVerdict.of(plan, cells));
    folder.write(RunFolder.TURNS, turns);
    folder.write(RunFolder.CELLS, cells);
    folder.write(RunFolder.JMH, JmhJson.of(run, cells));
    folder.write(RunFolder.RUN, run);
    return new StudyRunner.Outcome(run, cells, folder.path());
  }

  private void closeJvm() {
    if (jvm != null) {
      jvm.close();
      jvm = null;
    }
  }

  @Override
  public void close() {
    closeJvm();
    client.close();
  }
}
