package dev.weir.load.engine;

import dev.weir.study.DriverKind;

/** One of the sides that take turns: a number of lanes, each with one call in flight at most. */
public interface TurnSide extends AutoCloseable {
  /** Calls in flight while it has its turn. */
  int lanes();

  /** Whether {@link #call} returns only after the answer, and so takes a thread for each lane. */
  boolean blocking();

  /** Says what kind of threads its lanes run on where they block. */
  DriverKind driver();

  /**
   * Makes a lane's next call. Called for one lane by one thread at a time.
   *
   * @param lane from 0
   * @param answered run exactly once, on any thread, when the call was answered or failed; where
   *     calls block, not after this method has returned
   */
  void call(int lane, Runnable answered);

  /** Whether a single {@link #call} is its whole turn, because its calls are made elsewhere. */
  default boolean elsewhere() {
    return false;
  }

  /** Whether any call has failed. */
  boolean failing();

  @Override
  void close();
}
