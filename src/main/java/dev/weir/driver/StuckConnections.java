package dev.weir.driver;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Connections of a pool that are checked out for good, as after a leak or behind a call that never
 * ends. They are given back only by closing the client.
 */
final class StuckConnections {
  /** Under the driver's own time-out for an answer; after it the connection is taken again. */
  private static final long HOLD_MILLIS = 50_000;

  private static final long TAKE_SECONDS = 20;

  private StuckConnections() {}

  /**
   * Takes connections and returns when all are out.
   *
   * @param pool the client's counters
   * @throws IllegalStateException if they can't be had in time
   */
  static void take(MongoClient client, int connections, PoolCounters pool) {
    MongoDatabase database = client.getDatabase("admin");
    AwaitedHello hello = new AwaitedHello(HOLD_MILLIS);
    hello.learn(database.runCommand(hello.command()));
    for (int i = 0; i < connections; i++) {
      Thread thread = new Thread(() -> hold(database, hello), "stuck-" + i);
      thread.setDaemon(true);
      thread.start();
    }
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TAKE_SECONDS);
    while (pool.snapshot().inUse() < connections) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(
            "only "
                + pool.snapshot().inUse()
                + " of "
                + connections
                + " connections could be made to hang within "
                + TAKE_SECONDS
                + " s");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  private static void hold(MongoDatabase database, AwaitedHello hello) {
    try {
      while (true) {
        hello.learn(database.runCommand(hello.command()));
      }
    } catch (RuntimeException e) {
      // The client was closed: the trial is over.
    }
  }
}
