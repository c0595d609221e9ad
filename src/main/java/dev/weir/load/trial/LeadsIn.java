package dev.weir.load.trial;

import dev.weir.load.LoadOrder;
import dev.weir.load.engine.CallLoop.Progress;
import dev.weir.load.engine.Timing;
import java.util.Locale;

/**
 * One client alone, on a cell that has settled before: works for a fixed time, so that what the
 * cell before it left behind is over, and is measured then.
 */
public final class LeadsIn implements Conductor {
  private final Timing timing;
  private final LoadOrder.Visit order;

  public LeadsIn(Timing timing, LoadOrder.Visit order) {
    this.timing = timing;
    this.order = order;
  }

  @Override
  public long awaitStart() {
    return timing.nanoTime();
  }

  @Override
  public void started(long at) {
    // Nobody else waits for it.
  }

  @Override
  public Next windowEnded(int index, Progress step, double documentsPerSecond) {
    long window = order.trial().windowMillis();
    return new Next((index + 1) * window >= order.leadInMillis(), window);
  }

  @Override
  public SteadyState.Decision verdict() {
    String reason =
        String.format(Locale.ROOT, "had settled, led in for %.2f s", order.leadInMillis() / 1e3);
    return new SteadyState.Decision(SteadyState.State.STEADY, 0, reason);
  }
}
