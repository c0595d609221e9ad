package dev.weir.load.trial;

import dev.weir.load.engine.TurnSide;

/** The side of another JVM: one call is its whole turn, and waits until the turn comes back. */
interface OtherJvmsTurn extends TurnSide {
  @Override
  default int lanes() {
    return 1;
  }

  @Override
  default boolean blocking() {
    return true;
  }

  @Override
  default boolean elsewhere() {
    return true;
  }
}
