package dev.weir.runner.load;

import dev.weir.load.LoadEvent;

/** Hears of each second of a load run. Never called by two threads at once. */
@FunctionalInterface
public interface LoadListener {
  /** A second is over; shows it before returning, so that its lateness can be measured. */
  void second(LoadEvent.Second second);
}
