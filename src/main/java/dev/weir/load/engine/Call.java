package dev.weir.load.engine;

/** A lane's next call. Its feed fills it again for each call, so that no call makes an object. */
final class Call {
  /** Intended for the moment at which the lane is free: there is nothing to wait for. */
  static final long AT_ONCE = Long.MIN_VALUE;

  /** From 0, in order of intended time; unknown of calls at once. */
  long number;

  /** Intended start by {@link Timing#nanoTime}, or {@link #AT_ONCE}. */
  long intendedAt = AT_ONCE;

  /** Whether it was due before a lane was free, and so waited for the server. */
  boolean waited;

  /** Whether its times and its failure belong to the measured span. */
  boolean counts = true;

  /** Actual start by {@link Timing#nanoTime}; the lane sets it. */
  long sentAt;
}
