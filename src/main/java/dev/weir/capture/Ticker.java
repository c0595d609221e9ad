package dev.weir.capture;

import java.time.Duration;
import java.time.Instant;

/** Calls back on every whole interval of the wall clock; tests drive it by hand. */
interface Ticker {
  /**
   * Starts calling {@code task} on a thread of its own, named {@code name}.
   *
   * @return ends the calls; waits a bounded time for one under way
   */
  AutoCloseable every(Duration interval, String name, Task task);

  /** What is called. */
  @FunctionalInterface
  interface Task {
    /**
     * Does one tick's work.
     *
     * @param at the whole interval this call is for
     * @param skipped how many intervals passed since the last call without one
     */
    void tick(Instant at, int skipped);
  }
}
