package dev.weir.load.trial;

import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.engine.CallLoop.Progress;
import dev.weir.load.engine.Timing;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** One client alone: starts at once and measures as soon as its own rates are steady. */
public final class SettlesAlone implements Conductor {
  private final Timing timing;
  private final LoadOrder.Trial order;
  private final Consumer<LoadEvent> events;
  private final SettlingRates rates;
  private long deadline;

  public SettlesAlone(Timing timing, LoadOrder.Trial order, Consumer<LoadEvent> events) {
    this.timing = timing;
    this.order = order;
    this.events = events;
    this.rates = new SettlingRates(order.windowMillis(), order.settleAtMostMillis());
  }

  @Override
  public long awaitStart() {
    long now = timing.nanoTime();
    deadline = now + TimeUnit.MILLISECONDS.toNanos(order.settleAtMostMillis());
    return now;
  }

  @Override
  public void started(long at) {
    // Nobody else waits for it.
  }

  @Override
  public Next windowEnded(int index, Progress step, double documentsPerSecond) {
    if (index > 0) {
      events.accept(new LoadEvent.Rate(order.work().id(), documentsPerSecond));
      long wider = SettlingRates.widerWindow(step.batches(), rates.windowMillis());
      if (wider > rates.windowMillis()) {
        rates.restart(wider); // rates of windows too short to hold calls say nothing
      } else {
        rates.add(documentsPerSecond);
      }
    }
    boolean over = rates.verdict().steady() || timing.nanoTime() >= deadline;
    return new Next(over, rates.windowMillis());
  }

  @Override
  public SteadyState.Decision verdict() {
    return rates.verdict();
  }
}
