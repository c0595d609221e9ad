package dev.weir.load;

import java.time.Duration;

/** One client process, wherever it runs: takes orders, tells events. */
public interface LoadClient {
  /**
   * Hands over an order; what comes of it is told by events.
   *
   * @throws LoadFailure if the process has ended
   */
  void send(LoadOrder order) throws LoadFailure;

  /**
   * The next event.
   *
   * @throws LoadFailure if the process reports a failure, ends, or stays silent for so long and was
   *     therefore ended
   */
  LoadEvent next(Duration timeout) throws LoadFailure, InterruptedException;
}
