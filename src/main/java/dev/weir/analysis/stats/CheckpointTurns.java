package dev.weir.analysis.stats;

import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.TrialRecord;
import dev.weir.record.TrialTurn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The turns that were left out because the server made a checkpoint, and what that costs.
 *
 * @param leftOut turns on which a checkpoint fell, and which were made again
 * @param turns all that were made
 * @param ofOthers their rate as a ratio to that of their trial's other turns, mean of logarithms;
 *     its bounds are NaN for a single turn
 */
public record CheckpointTurns(int leftOut, int turns, Interval ofOthers) {
  private static final String METHOD = "student-t on logs over turns";
  private static final double CONFIDENCE = 0.95;

  /** None of a run in which no checkpoint fell on a turn. */
  public static Optional<CheckpointTurns> of(List<CellRecord> cells) {
    List<Double> logs = new ArrayList<>();
    int turns = 0;
    for (CellRecord cell : cells) {
      for (TrialRecord trial : cell.trials()) {
        List<TrialTurn> all = trial.turns() == null ? List.of() : trial.turns();
        turns += all.size();
        double others =
            all.stream()
                .filter(TrialTurn::enters)
                .mapToDouble(TrialTurn::documentsPerSecond)
                .average()
                .orElse(0);
        all.stream()
            .filter(TrialTurn::leftOutForCheckpoint)
            .filter(turn -> others > 0 && turn.documentsPerSecond() > 0)
            .forEach(turn -> logs.add(Math.log(turn.documentsPerSecond() / others)));
      }
    }
    if (logs.isEmpty()) {
      return Optional.empty();
    }
    double[] each = logs.stream().mapToDouble(Double::doubleValue).toArray();
    return Optional.of(
        new CheckpointTurns(each.length, turns, StudentT.of(each).ratio(CONFIDENCE, METHOD)));
  }

  /** The share by which cells carry less over minutes, with the checkpoints that fall on them. */
  public double shareOfRate() {
    return (1 - ofOthers.mean()) * leftOut / turns;
  }
}
