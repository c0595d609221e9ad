package dev.weir.benchmarks;

import dev.weir.analysis.stats.StudentT;
import dev.weir.load.engine.CallLoop;
import dev.weir.load.engine.CpuClocks;
import dev.weir.load.engine.Timing;
import dev.weir.load.engine.TurnShare;
import dev.weir.load.engine.TurnSide;
import dev.weir.load.engine.TurnTaking;
import dev.weir.record.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** Two sides whose calls are alike, by turns in this JVM, and their ratios block by block. */
final class TurnPairs {
  private static final double CONFIDENCE = 0.95;
  private static final String METHOD = "student-t on logs over blocks";

  private final List<List<TurnShare>> blocks;

  private TurnPairs(List<List<TurnShare>> blocks) {
    this.blocks = blocks;
  }

  /**
   * Measures, after a warm-up of both by turns.
   *
   * @param length of a turn
   * @throws IllegalStateException if a call got no answer
   */
  static TurnPairs measure(
      TurnSide first, TurnSide second, TurnTaking.Length length, CheckSettings settings)
      throws InterruptedException {
    List<List<TurnShare>> blocks = new ArrayList<>();
    // Closed by the method that opened the sides.
    TurnTaking turns =
        new TurnTaking(List.of(first, second), Timing.system(), CpuClocks.process(), 1);
    turns.block(length, TimeUnit.MILLISECONDS.toNanos(settings.warmMillis), CallLoop.DRAIN_MILLIS);
    for (int block = 0; block < settings.blocks; block++) {
      blocks.add(
          turns.block(
              length, TimeUnit.MILLISECONDS.toNanos(settings.blockMillis), CallLoop.DRAIN_MILLIS));
    }
    turns.end();
    return new TurnPairs(blocks);
  }

  /** The turn that suits a number of calls in flight. */
  static TurnTaking.Length length(int inFlight) {
    return inFlight == 1 ? TurnTaking.Length.ONE_CALL : TurnTaking.Length.millis(20);
  }

  /** Calls/s of the first over the second, of the typical call. */
  Interval typical() {
    return interval(block -> block.get(0).typicalRateOver(block.get(1)));
  }

  /** Calls of the first over those of the second, per CPU time of this process. */
  Interval perCpu() {
    return interval(block -> perCpuSecond(block.get(0)) / perCpuSecond(block.get(1)));
  }

  /** The interval of a figure that each block has. */
  Interval interval(ToDoubleFunction<List<TurnShare>> figure) {
    return StudentT.of(blocks.stream().mapToDouble(figure).map(Math::log).toArray())
        .ratio(CONFIDENCE, METHOD);
  }

  /** Calls/s of all lanes of a side, mean over blocks. */
  double rate(int side, int lanes) {
    return mean(block -> block.get(side).rate() * lanes);
  }

  /** Mean over blocks. */
  double mean(ToDoubleFunction<List<TurnShare>> figure) {
    return blocks.stream().mapToDouble(figure).average().orElse(Double.NaN);
  }

  /** Calls per second of CPU of this process while the side had its turn. */
  static double perCpuSecond(TurnShare share) {
    return share.cycles().length * 1e9 / share.cpuNanos();
  }
}
