package dev.weir.load.trial;

import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.engine.CallLoop;
import dev.weir.load.engine.TurnShare;
import dev.weir.load.engine.TurnTaking;
import dev.weir.record.TurnsRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Blocks of turns of the same sides, on connections that stay open between the blocks. */
public final class TurnsRunner implements AutoCloseable {
  private final Instruments instruments;
  private final List<MeasuredSide> sides;
  private final TurnTaking turns;

  /**
   * @param sides closed with this
   * @param seed of the order of turns
   */
  public TurnsRunner(Instruments instruments, List<? extends MeasuredSide> sides, long seed) {
    this.instruments = instruments;
    this.sides = List.copyOf(sides);
    this.turns =
        new TurnTaking(
            sides.stream().map(MeasuredSide::taker).toList(),
            instruments.timing(),
            instruments.processCpuNanos(),
            seed);
  }

  /**
   * Measures one block.
   *
   * @throws IllegalStateException if calls failed or got no answer
   */
  public LoadEvent.TurnsTaken block(LoadOrder.Turns order) throws InterruptedException {
    TurnTaking.Length length =
        new TurnTaking.Length(
            order.calls(),
            TimeUnit.MILLISECONDS.toNanos(order.turnMillis()),
            order.handedOver() ? 1 : 0);
    long nanos = TimeUnit.MILLISECONDS.toNanos(order.blockMillis());
    sides.forEach(side -> side.begin(length, nanos));
    long from = instruments.timing().epochMillis();
    List<TurnShare> shares = turns.block(length, nanos, CallLoop.DRAIN_MILLIS);
    long to = instruments.timing().epochMillis();
    for (int i = 0; i < sides.size(); i++) {
      String failure = sides.get(i).failure();
      if (failure != null) {
        throw new IllegalStateException(order.sides().get(i).work().id() + ": " + failure);
      }
    }
    List<SideFigures> figures = new ArrayList<>();
    for (int i = 0; i < sides.size(); i++) {
      figures.add(sides.get(i).end(shares.get(i)));
    }
    return new LoadEvent.TurnsTaken(
        figures.stream().map(side -> side.over(figures.get(0))).toList(),
        from,
        to,
        handOver(figures));
  }

  private TurnsRecord.@Nullable HandOver handOver(List<SideFigures> figures) {
    for (MeasuredSide side : sides) {
      if (side instanceof FarSide far) {
        return far.handOver(figures);
      }
    }
    return null;
  }

  @Override
  public void close() {
    turns.close();
  }
}
