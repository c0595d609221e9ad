package dev.weir.runner.versus;

import dev.weir.analysis.stats.CellSummaries;
import dev.weir.analysis.stats.PercentileIntervals;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.record.CellRecord;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.record.Span;
import dev.weir.record.Throughput;
import dev.weir.record.Totals;
import dev.weir.record.TrialRecord;
import dev.weir.record.TrialRecord.CpuPerDocument;
import dev.weir.record.TrialRecord.Identity;
import dev.weir.record.TrialRecord.Server;
import dev.weir.record.TrialRecord.TrialSpan;
import dev.weir.record.TurnsRecord;
import dev.weir.runner.Intervention;
import dev.weir.runner.Measurement;
import dev.weir.runner.Rounds;
import dev.weir.runner.Run;
import dev.weir.runner.StudyMeasurement;
import dev.weir.runner.StudyVerdict;
import dev.weir.runner.Trials;
import dev.weir.runner.Turns;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.DocumentKind;
import dev.weir.study.Plan;
import dev.weir.study.WarmPath;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One of two sides that take turns: its run, its cells, its figures block by block. */
final class VersusSide {
  private final Plan plan;
  private final Run run;
  private final Rounds rounds;
  private final List<TurnsRecord.CellTurns> lengths = new ArrayList<>();
  private final List<TurnsRecord.Block> blocks = new ArrayList<>();

  VersusSide(Plan plan, Run run, ServerUnderTest nullServer) {
    this.plan = plan;
    this.run = run;
    this.rounds = new Rounds(plan, run, run.server().loadUri(), nullServer, Intervention.UNCHANGED);
  }

  Run run() {
    return run;
  }

  /** A cell for each path of code that this side takes. */
  List<LoadOrder.Work> paths(String prefix) {
    Map<WarmPath, LoadOrder.Work> paths = new LinkedHashMap<>();
    plan.cells()
        .forEach(
            (id, cell) -> paths.putIfAbsent(WarmPath.of(cell), Trials.work(prefix + id, cell)));
    return List.copyOf(paths.values());
  }

  /** Fills the collection of each kind of document. */
  void readyForWarmUp() throws ServerException, InterruptedException {
    Map<DocumentKind, Cell> kinds = new LinkedHashMap<>();
    plan.cells().values().forEach(cell -> kinds.putIfAbsent(cell.document(), cell));
    for (Cell cell : kinds.values()) {
      rounds.ready(cell);
    }
  }

  /**
   * What this side does when it has its turn at that cell.
   *
   * @param data the side whose database is written
   */
  LoadOrder.Turns.Side turn(String cell, VersusSide data) {
    return new LoadOrder.Turns.Side(
        data.run.server().loadUri(),
        data.run.database().name(),
        Trials.work(cell, plan.cell(cell)));
  }

  /** Puts the cell's collection back to its first state. */
  void reset(String cell) throws ServerException, InterruptedException {
    rounds.ready(plan.cell(cell));
  }

  /**
   * The record of the trial that the blocks are, which are kept.
   *
   * @param side this one's index
   * @param totals its documents, uncounted blocks included
   */
  TrialRecord trial(
      int side,
      Identity identity,
      Turns.Measured measured,
      Totals totals,
      Instant startedAt,
      Instant endedAt,
      List<String> reasons) {
    List<String> times = new ArrayList<>();
    long documents = 0;
    long cpuMicros = 0;
    for (LoadEvent.TurnsTaken block : measured.blocks()) {
      LoadEvent.TurnsTaken.Side own = block.sides().get(side);
      LoadEvent.TurnsTaken.Side first = block.sides().get(0);
      LoadEvent.TurnsTaken.Side last = block.sides().get(1);
      blocks.add(
          new TurnsRecord.Block(
              identity.cell(),
              identity.round(),
              own.documentsPerSecond(),
              side == 0 ? first.typicalRatio() / last.typicalRatio() : own.typicalRatio()));
      times.add(own.times());
      documents += own.totals().changing();
      cpuMicros += own.cpuMicros();
    }
    lengths.add(
        new TurnsRecord.CellTurns(
            identity.cell(),
            identity.round(),
            measured.length().toString(),
            measured.disturbed().size(),
            measured.handOver()));
    List<String> all = new ArrayList<>(reasons);
    if (measured.blocks().isEmpty()) {
      all.add("every block was disturbed: " + measured.disturbed().get(0));
    }
    return new TrialRecord(
        identity,
        TrialSpan.of(
            startedAt, endedAt, new Span(startedAt.toEpochMilli(), endedAt.toEpochMilli()), 0),
        carried(measured.blocks(), side),
        totals,
        new Server(null, null),
        PercentileIntervals.times(times),
        CpuPerDocument.of(cpuMicros, null, documents),
        null,
        null,
        all,
        null,
        null);
  }

  /**
   * What a side carried, by the mean of its lanes' cycles.
   *
   * @param side its index
   */
  static Throughput carried(List<LoadEvent.TurnsTaken> blocks, int side) {
    List<Double> rates = new ArrayList<>();
    double nanos = 0;
    long documents = 0;
    long batches = 0;
    long bytes = 0;
    long millis = 0;
    for (LoadEvent.TurnsTaken block : blocks) {
      LoadEvent.TurnsTaken.Side own = block.sides().get(side);
      rates.add(own.documentsPerSecond());
      nanos += own.totals().changing() * 1e9 / own.documentsPerSecond();
      documents += own.totals().changing();
      batches += own.batches();
      bytes += own.bytes();
      millis += block.toMillis() - block.fromMillis();
    }
    return Throughput.of(
        documents, batches, bytes, Math.round(nanos), millis / Math.max(1, rates.size()), rates);
  }

  /** What was found, and what the side took turns with. */
  Measurement.Findings findings(int rounds, String id, String side, VersusSide other) {
    List<CellRecord> cells =
        CellSummaries.of(
            StudyMeasurement.factors(plan),
            run.trials(),
            plan.baseline(),
            plan.study().confidence());
    TurnsRecord turns =
        new TurnsRecord(
            id,
            side,
            String.valueOf(other.run.folder().path().getFileName()),
            List.copyOf(lengths),
            List.copyOf(blocks));
    RunRecord.Verdict verdict = StudyVerdict.of(plan, cells);
    String handOver = turns.handOverLine();
    if (handOver != null) {
      List<String> notes = new ArrayList<>(verdict.notes());
      notes.add(handOver);
      verdict = new RunRecord.Verdict(verdict.valid(), verdict.reasons(), notes);
    }
    return new Measurement.Findings(rounds, cells, verdict, Map.of(RunFolder.TURNS, turns));
  }
}
