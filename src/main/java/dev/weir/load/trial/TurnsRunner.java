package dev.weir.load.trial;

import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.engine.CallLoop;
import dev.weir.load.engine.CallLoop.Progress;
import dev.weir.load.engine.TurnTaking;
import dev.weir.load.engine.WriterSide;
import dev.weir.record.Times;
import dev.weir.record.Totals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Blocks of turns of the same sides, on connections that stay open between the blocks. */
public final class TurnsRunner implements AutoCloseable {
  private final Instruments instruments;
  private final List<WriterSide> sides;
  private final TurnTaking turns;

  /**
   * @param sides closed with this
   * @param seed of the order of turns
   */
  public TurnsRunner(Instruments instruments, List<WriterSide> sides, long seed) {
    this.instruments = instruments;
    this.sides = sides;
    this.turns = new TurnTaking(sides, instruments.timing(), instruments.processCpuNanos(), seed);
  }

  /**
   * Measures one block.
   *
   * @throws IllegalStateException if calls failed or got no answer
   */
  public LoadEvent.TurnsTaken block(LoadOrder.Turns order) throws InterruptedException {
    List<Progress> progress = sides.stream().map(WriterSide::progress).toList();
    List<Totals> totals = sides.stream().map(WriterSide::totals).toList();
    sides.forEach(WriterSide::takeTimes);
    long from = instruments.timing().epochMillis();
    List<TurnTaking.Share> shares =
        turns.block(
            new TurnTaking.Length(order.calls(), TimeUnit.MILLISECONDS.toNanos(order.turnMillis())),
            TimeUnit.MILLISECONDS.toNanos(order.blockMillis()),
            CallLoop.DRAIN_MILLIS);
    long to = instruments.timing().epochMillis();
    List<LoadEvent.TurnsTaken.Side> taken = new ArrayList<>();
    for (int i = 0; i < sides.size(); i++) {
      WriterSide side = sides.get(i);
      if (side.failing()) {
        throw new IllegalStateException(
            order.sides().get(i).work().id() + ": calls failed: " + side.totals().failed());
      }
      Progress done = side.progress().minus(progress.get(i));
      double seconds = Arrays.stream(shares.get(i).cycles()).average().orElse(Double.NaN) / 1e9;
      double perCycle = perCycle(side, progress.get(i));
      taken.add(
          new LoadEvent.TurnsTaken.Side(
              shares.get(i).turns(),
              shares.get(i).inFlight(),
              perCycle / seconds,
              shares.get(i).typicalRateOver(shares.get(0))
                  * perCycle
                  / perCycle(sides.get(0), progress.get(0)),
              done.batches(),
              done.bytes(),
              shares.get(i).nanos(),
              shares.get(i).cpuNanos() / 1_000,
              side.totals().minus(totals.get(i)),
              Times.encode(side.takeTimes())));
    }
    return new LoadEvent.TurnsTaken(taken, from, to);
  }

  /** Documents of all lanes in one cycle of each. */
  private static double perCycle(WriterSide side, Progress before) {
    Progress done = side.progress().minus(before);
    return (double) side.lanes() * done.documents() / Math.max(1, done.batches());
  }

  @Override
  public void close() {
    turns.close();
  }
}
