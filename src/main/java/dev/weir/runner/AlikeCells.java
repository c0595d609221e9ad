package dev.weir.runner;

import dev.weir.dataset.Datasets;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.process.LoadFailure;
import dev.weir.record.AlikeTurns;
import dev.weir.record.RunFolder;
import dev.weir.server.ServerCounters;
import dev.weir.server.ServerException;
import dev.weir.study.Cell;
import dev.weir.study.Plan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares cells whose calls are alike to the server, after the trials of a round and in its JVM:
 * by turns as short as a call. What disturbs the host for longer than that hits both, so seconds
 * show what minutes of trials can't.
 */
final class AlikeCells {
  private final Plan plan;
  private final Run run;
  private final Datasets datasets;

  AlikeCells(Plan plan, Run run, Datasets datasets) {
    this.plan = plan;
    this.run = run;
    this.datasets = datasets;
  }

  /** Compares each pair that has no comparison of this round yet; each is kept when it ends. */
  void measure(RunClients load, int round) throws IOException, InterruptedException {
    List<AlikeTurns> all = new ArrayList<>(run.folder().alike());
    for (Plan.Alike pair : plan.alike()) {
      boolean done = all.stream().anyMatch(turns -> turns.round() == round && is(turns, pair));
      if (!done && load.all().alive()) {
        all.add(measure(load, round, pair));
        run.folder().write(RunFolder.ALIKE, all);
      }
    }
  }

  private static boolean is(AlikeTurns turns, Plan.Alike pair) {
    return turns.cell().equals(pair.cell()) && turns.to().equals(pair.to());
  }

  private AlikeTurns measure(RunClients load, int round, Plan.Alike pair)
      throws IOException, InterruptedException {
    Cell cell = plan.cell(pair.cell());
    Cell to = plan.cell(pair.to());
    TurnLength length = TurnLength.of(to, cell);
    List<String> reasons = new ArrayList<>();
    List<AlikeTurns.Block> blocks = new ArrayList<>();
    int disturbed = 0;
    run.mark("round " + round + " " + pair.cell() + " by turns with " + pair.to());
    try {
      ServerCounters before = run.server().counters();
      Turns.Measured measured =
          new Turns(
                  load.first(),
                  List.of(side(pair.to(), to), side(pair.cell(), cell)),
                  length,
                  seed(round, pair),
                  run.hostWatch())
              .run(blocks(), Turns.BLOCK_MILLIS);
      length = measured.length();
      disturbed = measured.disturbed().size();
      measured.blocks().forEach(block -> blocks.add(block(block)));
      reasons.addAll(
          ServerCheck.counts(
              run.server(), List.of(to, cell), before, measured.a().plus(measured.b())));
      if (blocks.isEmpty()) {
        reasons.add("every block was left out: " + measured.disturbed().get(0));
      } else {
        run.listener().rate(pair.cell() + " by turns", rate(measured));
      }
    } catch (LoadFailure e) {
      reasons.add(e.reason());
    } catch (ServerException e) {
      reasons.add("the server was lost: " + e.getMessage());
    } finally {
      run.unmark();
    }
    return new AlikeTurns(
        pair.cell(), pair.to(), round, length.toString(), disturbed, blocks, reasons);
  }

  /** As many as the study's time holds, and two at least to tell how they scatter. */
  private int blocks() {
    return (int) Math.max(2, plan.study().trial().alike().toMillis() / Turns.BLOCK_MILLIS);
  }

  /** No trial and no other pair has it: the same seed would write what is there already. */
  private long seed(int round, Plan.Alike pair) {
    return plan.study().seed() * 1_000_033 + round * 2_003L + plan.alike().indexOf(pair);
  }

  private LoadOrder.Turns.Side side(String id, Cell cell) {
    return new LoadOrder.Turns.Side(null, null, Trials.work(id, cell, datasets));
  }

  private static AlikeTurns.Block block(LoadEvent.TurnsTaken block) {
    LoadEvent.TurnsTaken.Side to = block.sides().get(0);
    LoadEvent.TurnsTaken.Side cell = block.sides().get(1);
    return new AlikeTurns.Block(
        cell.typicalRatio(), cell.documentsPerSecond() / to.documentsPerSecond());
  }

  private static double rate(Turns.Measured measured) {
    return measured.blocks().get(measured.blocks().size() - 1).sides().get(1).documentsPerSecond();
  }
}
