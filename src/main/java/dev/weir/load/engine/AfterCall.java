package dev.weir.load.engine;

/** Decides what a lane does after its call was answered or failed. */
interface AfterCall {
  /** The lane has no call in flight. */
  void release(Lane lane);
}
