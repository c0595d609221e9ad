package dev.weir.analysis.compare;

import dev.weir.record.CellRecord;
import dev.weir.record.RunRecord;
import dev.weir.record.TurnsRecord;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A run as one side of a comparison.
 *
 * @param name what the reader knows it by
 * @param cells its cells; factors are complete, so that records of different age agree on them
 * @param turns what it took turns with, null for a run of its own
 */
public record ComparedRun(
    String name, RunRecord run, List<CellRecord> cells, @Nullable TurnsRecord turns) {

  /** Whether rounds of the same number were measured side by side. */
  public boolean tookTurnsWith(ComparedRun other) {
    return turns != null
        && other.turns != null
        && turns.id().equals(other.turns.id())
        && !turns.side().equals(other.turns.side());
  }

  /** Whether it took turns in blocks, whose figures are on record. */
  boolean hasBlocks() {
    return turns != null && turns.blocks() != null;
  }

  /** The blocks of a cell in one JVM, in order of time. */
  List<TurnsRecord.Block> blocks(String cell, int round) {
    List<TurnsRecord.Block> all = turns == null ? null : turns.blocks();
    return all == null
        ? List.of()
        : all.stream()
            .filter(block -> block.cell().equals(cell) && block.round() == round)
            .toList();
  }

  /** Documents/s of each round with a valid trial. */
  static Map<Integer, Double> rates(CellRecord cell) {
    Map<Integer, Double> rates = new TreeMap<>();
    cell.trials().stream()
        .filter(trial -> trial.valid() && trial.documentsPerSecond() > 0)
        .forEach(trial -> rates.put(trial.round(), trial.documentsPerSecond()));
    return rates;
  }
}
