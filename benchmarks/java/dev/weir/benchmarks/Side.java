package dev.weir.benchmarks;

import dev.weir.record.Totals;

/** One of two ways to write the same cell; runs in slices and keeps its connections in between. */
interface Side extends AutoCloseable {
  /** Starts writing. */
  void start();

  /** Documents acknowledged since the last start; may be asked while writing. */
  long documents();

  /**
   * Stops and waits for what is in flight.
   *
   * @throws IllegalStateException if a write failed or was not answered in time
   */
  void stop() throws InterruptedException;

  /** Counts of every slice so far; exact while stopped. */
  Totals totals();

  @Override
  void close();
}
