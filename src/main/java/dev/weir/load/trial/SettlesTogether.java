package dev.weir.load.trial;

import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.engine.CallLoop.Progress;
import dev.weir.load.engine.Timing;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One client of several: starts at the common instant, tells every window, and measures on an
 * order, because only the sum of all clients can be steady.
 */
public final class SettlesTogether implements Conductor {
  /** The slowest of many clients may take this long to get ready. */
  private static final long START_WITHIN_MILLIS = 120_000;

  /** Beyond the settling's own limit, for the word to come. */
  private static final long SLACK_MILLIS = 30_000;

  private final Timing timing;
  private final LoadOrder.Trial order;
  private final Consumer<LoadEvent> events;
  private final Orders orders;
  private long origin;
  private LoadOrder.@Nullable Measure ordered;

  /** Where orders come from in the middle of a trial. */
  @FunctionalInterface
  public interface Orders {
    /** The next order, null if none came in that time. */
    @Nullable LoadOrder poll(long millis) throws InterruptedException;
  }

  public SettlesTogether(
      Timing timing, LoadOrder.Trial order, Consumer<LoadEvent> events, Orders orders) {
    this.timing = timing;
    this.order = order;
    this.events = events;
    this.orders = orders;
  }

  @Override
  public long awaitStart() throws InterruptedException {
    events.accept(new LoadEvent.Prepared(order.work().id(), timing.epochMicros()));
    if (!(orders.poll(START_WITHIN_MILLIS) instanceof LoadOrder.Start start)) {
      throw new IllegalStateException(
          "no start was ordered within " + START_WITHIN_MILLIS / 1000 + " s");
    }
    long waitMicros = start.atEpochMicros() - timing.epochMicros();
    origin = timing.nanoTime() + TimeUnit.MICROSECONDS.toNanos(waitMicros);
    return origin;
  }

  @Override
  public void started(long at) {
    events.accept(
        new LoadEvent.Started(order.work().id(), TimeUnit.NANOSECONDS.toMicros(at - origin)));
  }

  @Override
  public Next windowEnded(int index, Progress step, double documentsPerSecond)
      throws InterruptedException {
    events.accept(
        new LoadEvent.Window(order.work().id(), index, documentsPerSecond, step.batches()));
    if (ordered == null && orders.poll(0) instanceof LoadOrder.Measure measure) {
      ordered = measure;
    }
    if (ordered == null) {
      if ((index + 1) * order.windowMillis() > order.settleAtMostMillis() + SLACK_MILLIS) {
        throw new IllegalStateException("no measuring was ordered in time");
      }
      return new Next(false, order.windowMillis());
    }
    if (index > ordered.afterWindow()) {
      throw new IllegalStateException(
          "generator starved: window "
              + ordered.afterWindow()
              + " had ended before the order to measure after it was read");
    }
    boolean now = index == ordered.afterWindow();
    return new Next(now, now ? ordered.windowMillis() : order.windowMillis());
  }

  @Override
  public boolean sharesWindows() {
    return true;
  }

  @Override
  public SteadyState.Decision verdict() {
    return new SteadyState.Decision(
        SteadyState.State.STEADY, -1, "judged by the sum of all clients");
  }
}
