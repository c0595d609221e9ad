package dev.weir.load.trial;

import dev.weir.load.engine.CallLoop.Progress;
import dev.weir.load.engine.Timing;

/** Tells a client's trial when to start and, window by window, when to measure. */
public interface Conductor {
  /**
   * What follows a settling window.
   *
   * @param measure whether the measured span begins now
   * @param windowMillis length of the windows from here on
   */
  record Next(boolean measure, long windowMillis) {}

  /** The start, as {@link Timing#nanoTime} tells it, may be ahead: the origin of all windows. */
  long awaitStart() throws InterruptedException;

  /**
   * The first calls are on their way.
   *
   * @param at since when, as {@link Timing#nanoTime} tells it
   */
  void started(long at);

  /**
   * @param index from 0; that one opened connections, so it is neither a rate nor a measure of how
   *     slow calls are
   */
  Next windowEnded(int index, Progress step, double documentsPerSecond) throws InterruptedException;

  /** Whether other clients work by the same windows, which then keep to their grid. */
  default boolean sharesWindows() {
    return false;
  }

  /** Whether steady state is shown, by what is known to this client. */
  SteadyState.Decision verdict();
}
