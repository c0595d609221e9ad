package dev.weir.runner.load;

import dev.weir.load.LoadEvent;

/** Told of each second of a load run, for whoever watches. Never called by two threads at once. */
@FunctionalInterface
public interface LoadListener {
  /** A second is over; shows it before returning, so that its lateness can be told. */
  void second(LoadEvent.Second second);
}
