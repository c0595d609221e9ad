package dev.weir.load.trial;

import dev.weir.load.LoadEvent;
import dev.weir.load.engine.TurnShare;
import dev.weir.record.Totals;
import java.util.Arrays;

/**
 * What one side did in a block of turns.
 *
 * @param lanes calls in flight while it had its turn
 * @param share its cycles
 * @param documents acknowledged
 * @param batches calls acknowledged
 * @param bytes BSON of their update statements
 * @param totals its documents
 * @param times service times in ns, HdrHistogram's compressed encoding in Base64
 */
record SideFigures(
    int lanes,
    TurnShare share,
    long documents,
    long batches,
    long bytes,
    Totals totals,
    String times) {
  /** As the event has it, compared with the first side. */
  LoadEvent.TurnsTaken.Side over(SideFigures first) {
    return new LoadEvent.TurnsTaken.Side(
        share.turns(),
        share.inFlight(),
        documentsPerCycle() / meanCycle() * 1e9,
        share.typicalRateOver(first.share) * documentsPerCycle() / first.documentsPerCycle(),
        batches,
        bytes,
        share.nanos(),
        share.cpuNanos() / 1_000,
        totals,
        times);
  }

  /** Of all lanes in one cycle of each. */
  private double documentsPerCycle() {
    return (double) lanes * documents / Math.max(1, batches);
  }

  /** In ns. */
  private double meanCycle() {
    return Arrays.stream(share.cycles()).average().orElse(Double.NaN);
  }

  /** The mean cycle of the first calls in a turn, which were left out, over that of the others. */
  double firstCalls() {
    return share.leftOutNanos() / Math.max(1, (long) share.turns() * lanes) / meanCycle();
  }
}
