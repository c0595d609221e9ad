package dev.weir.load.process;

import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.record.ClientShares;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One client process, wherever it runs: takes orders, tells events. */
public interface LoadClient {
  /**
   * Hands over an order; events report what comes of it.
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

  /**
   * Waits for an event of that kind; others on the way go to {@code others}.
   *
   * @throws LoadFailure as {@link #next}
   */
  default <E extends LoadEvent> E await(Class<E> kind, Duration timeout, Consumer<LoadEvent> others)
      throws LoadFailure, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (true) {
      LoadEvent event = next(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
      if (kind.isInstance(event)) {
        return kind.cast(event);
      }
      others.accept(event);
    }
  }

  /** Where it runs and how its clock goes; null for a plain process of this host. */
  default ClientShares.@Nullable Worker worker() {
    return null;
  }
}
