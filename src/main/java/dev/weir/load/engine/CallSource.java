package dev.weir.load.engine;

import dev.weir.record.QueueSkew;
import org.jspecify.annotations.Nullable;

/** Where all lanes of a loop get their calls from. */
@FunctionalInterface
public interface CallSource {
  /** The feed of the lane of that index, from 0. Each lane has its own; only that lane asks it. */
  Feed feed(int lane);

  /** The first lane goes to work. */
  default void start() {}

  /** No further call is wanted. */
  default void stop() {}

  /**
   * Whether one thread may wait for the calls of all lanes, one after the other, because any lane
   * may take the next call.
   */
  default boolean inOneOrder() {
    return false;
  }

  /** How evenly jobs fell on queue workers since the last question; null if no job ended. */
  default @Nullable QueueSkew takeSkew() {
    return null;
  }
}
