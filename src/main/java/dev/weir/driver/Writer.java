package dev.weir.driver;

import dev.weir.workload.WriteBatch;

/**
 * Writes batches to one collection, or reads from it where the cell's operation does. Safe for use
 * by many threads; each batch has one call in flight at most.
 */
public interface Writer extends AutoCloseable {
  /**
   * Whether {@link #write} returns only after the acknowledgement, so that every operation in
   * flight takes a thread of the caller's.
   */
  boolean blocking();

  /**
   * Makes ready what {@link #write} needs of the batch, outside of the timed span. A writer that is
   * not asked to does it within.
   */
  default void prepare(WriteBatch<?> batch) {}

  /**
   * Sends the batch. The batch must not be touched until {@code completion} knows the answer.
   *
   * @param batch of the document class this writer was opened for; only its first write is sent if
   *     the writer was opened for single writes
   */
  void write(WriteBatch<?> batch, Completion completion);

  /** The connection pool's counters since the writer was opened. */
  PoolCounters pool();

  /** Closes the client and its connections. */
  @Override
  void close();
}
