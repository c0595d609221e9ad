package dev.weir.driver;

import dev.weir.workload.WriteBatch;
import java.util.function.Supplier;

/** Opens a client for each call and closes it after the answer, as scripts and lambdas do. */
final class ClientPerCall implements Writer {
  private final Supplier<Writer> opener;
  private final PoolCounters pool;

  /**
   * @param opener opens a blocking writer on a client of its own
   * @param pool the counters of all of them together
   */
  ClientPerCall(Supplier<Writer> opener, PoolCounters pool) {
    this.opener = opener;
    this.pool = pool;
  }

  @Override
  public boolean blocking() {
    return true;
  }

  @Override
  public void write(WriteBatch<?> batch, Completion completion) {
    try (Writer once = opener.get()) {
      once.write(batch, completion);
    }
  }

  @Override
  public PoolCounters pool() {
    return pool;
  }

  @Override
  public void close() {
    // Each call has closed its own client.
  }
}
