package dev.weir.ycsb;

import site.ycsb.Status;

/** Takes what became of batches and of the operations in them. */
interface Report {
  /**
   * One batch, answered or given up.
   *
   * @param status {@link Status#OK} if the server acknowledged it
   * @param startNanos when it was sent, by {@link System#nanoTime}
   * @param endNanos when the answer came
   */
  void batch(BatchKind kind, Status status, long startNanos, long endNanos);

  /** Operations of a batch that ended with that status. */
  void operations(BatchKind kind, Status status, long count);
}
