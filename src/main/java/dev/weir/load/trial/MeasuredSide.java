package dev.weir.load.trial;

import dev.weir.load.engine.TurnShare;
import dev.weir.load.engine.TurnSide;
import dev.weir.load.engine.TurnTaking;
import org.jspecify.annotations.Nullable;

/** A side that takes turns, and what it did in a block of them. */
public interface MeasuredSide {
  /** Takes the turns. The caller closes it. */
  TurnSide taker();

  /**
   * A block of turns begins.
   *
   * @param nanos no group of turns begins after that
   */
  void begin(TurnTaking.Length length, long nanos);

  /** Why it can go on no more; null if it can. */
  @Nullable String failure();

  /**
   * What it did in the block that has ended.
   *
   * @param share as it was seen by this JVM
   */
  SideFigures end(TurnShare share);
}
