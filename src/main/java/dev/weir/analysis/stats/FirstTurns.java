package dev.weir.analysis.stats;

import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The rate of the first turns of all cells against their later ones: a lead-in that is too short,
 * or a server that changes while it is measured, shows here and in no single trial. The JVM is the
 * unit: all first turns of one lie in the same minutes.
 */
public final class FirstTurns {
  private static final String METHOD = "student-t on logs over JVMs";

  /** With fewer cells in a JVM, noise of single turns is all that shows. */
  private static final int FEWEST_CELLS = 3;

  private static final double CONFIDENCE = 0.95;

  private FirstTurns() {}

  /**
   * First turns over later ones, as a ratio; its bounds are NaN for one JVM. None of a run without
   * enough cells in turns.
   */
  public static Optional<Interval> ofLater(List<CellRecord> cells) {
    NavigableMap<Integer, NavigableMap<String, Double>> logs = new TreeMap<>();
    for (CellRecord cell : cells) {
      TurnRates.of(cell.trials())
          .rounds()
          .forEach(
              (round, turns) -> {
                double first = turns.getOrDefault(1, 0.0);
                double later =
                    turns.tailMap(1, false).values().stream()
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElse(0);
                if (first > 0 && later > 0) {
                  logs.computeIfAbsent(round, r -> new TreeMap<>())
                      .put(cell.id(), Math.log(first / later));
                }
              });
    }
    double[] jvms =
        logs.values().stream()
            .filter(ofCells -> ofCells.size() >= FEWEST_CELLS)
            .mapToDouble(
                ofCells ->
                    ofCells.values().stream()
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElseThrow())
            .toArray();
    return jvms.length == 0
        ? Optional.empty()
        : Optional.of(StudentT.of(jvms).ratio(CONFIDENCE, METHOD));
  }
}
