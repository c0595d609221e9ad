package dev.weir.runner.versus;

import dev.weir.analysis.stats.CellSummaries;
import dev.weir.record.CellRecord;
import dev.weir.record.RunFolder;
import dev.weir.record.TurnsRecord;
import dev.weir.runner.Intervention;
import dev.weir.runner.Measurement;
import dev.weir.runner.Rounds;
import dev.weir.runner.Run;
import dev.weir.runner.RunClients;
import dev.weir.runner.StudyMeasurement;
import dev.weir.runner.StudyVerdict;
import dev.weir.runner.Trials;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Plan;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One of two sides that take turns: its run, its load process, its cells. */
final class VersusSide implements AutoCloseable {
  private final Plan plan;
  private final Run run;
  private final Rounds rounds;
  private @Nullable RunClients load;

  VersusSide(Plan plan, Run run, ServerUnderTest nullServer) {
    this.plan = plan;
    this.run = run;
    this.rounds =
        new Rounds(plan, run, run.server().connectionString(), nullServer, Intervention.UNCHANGED);
  }

  Run run() {
    return run;
  }

  /** A fresh JVM and fresh collections, every path warm; null, or the reason why it is not so. */
  @Nullable String newRound(int round) throws IOException, ServerException, InterruptedException {
    close();
    load = run.start(1);
    return rounds.prepare(load, round);
  }

  /** What this side does when it has its turn at that cell. */
  Turns.Side turn(String cell) {
    if (load == null) {
      throw new IllegalStateException("no round has begun");
    }
    return new Turns.Side(load.first(), Trials.work(cell, plan.cell(cell)));
  }

  /** Puts the cell's collection back to its first state. */
  void reset(String cell) throws ServerException, InterruptedException {
    rounds.ready(plan.cell(cell));
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

  @Override
  public void close() {
    if (load != null) {
      load.close();
      load = null;
    }
  }
}
