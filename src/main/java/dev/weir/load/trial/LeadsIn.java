package dev.weir.load.trial;

import dev.weir.load.LoadOrder;
import dev.weir.load.engine.CallLoop.Progress;
import dev.weir.load.engine.Timing;
import dev.weir.study.Study.TrialTiming;
import java.util.Locale;

/**
 * One client alone, on a cell that takes turns with others: works for a fixed time, and until each
 * lane's calls were answered, and is measured then. Neither depends on the rates, so none is
 * selected.
 */
public final class LeadsIn implements Conductor {
  private final Timing timing;
  private final LoadOrder.Visit order;
  private final int lanes;
  private long answered;
  private long windowMillis;

  /**
   * @param lanes calls that the cell keeps in flight
   */
  public LeadsIn(Timing timing, LoadOrder.Visit order, int lanes) {
    this.timing = timing;
    this.order = order;
    this.lanes = lanes;
    this.windowMillis = order.trial().windowMillis();
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
    long worked = (index + 1) * window;
    answered += step.batches();
    boolean ledIn = worked >= order.leadInMillis() && isAnswered();
    if (ledIn) {
      windowMillis = wideEnough(worked);
    }
    return new Next(ledIn || worked >= order.trial().settleAtMostMillis(), windowMillis);
  }

  private boolean isAnswered() {
    return answered >= (long) TrialTiming.CALLS_TO_LEAD_IN * lanes;
  }

  /** The trial's windows, or longer ones where calls are slow. */
  private long wideEnough(long workedMillis) {
    double forTurn = (double) TrialTiming.CALLS_PER_TURN * workedMillis / answered;
    long wide = (long) Math.ceil(forTurn / TrialTiming.FEWEST_WINDOWS);
    return Math.max(
        order.trial().windowMillis(), Math.min(SettlingRates.LONGEST_WINDOW_MILLIS, wide));
  }

  @Override
  public SteadyState.Decision verdict() {
    if (isAnswered()) {
      String reason = String.format(Locale.ROOT, "led in for %.2f s", order.leadInMillis() / 1e3);
      return new SteadyState.Decision(SteadyState.State.STEADY, 0, reason);
    }
    String reason =
        String.format(
            Locale.ROOT,
            "%d of %d calls were answered in %.0f s of leading in: give settleAtMost more time",
            answered,
            TrialTiming.CALLS_TO_LEAD_IN * lanes,
            order.trial().settleAtMostMillis() / 1e3);
    return new SteadyState.Decision(SteadyState.State.NEVER_SETTLED, -1, reason);
  }
}
