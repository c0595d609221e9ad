package dev.weir.driver;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Connections of a pool that are checked out for good, as after a leak or behind a call that never
 * ends, or for a time.
 */
final class StuckConnections {
  /** Under the driver's own time-out for an answer; after it the connection is taken again. */
  private static final long HOLD_MILLIS = 50_000;

  private static final long TAKE_SECONDS = 20;

  private StuckConnections() {}

  /**
   * Takes connections for good and returns when all are out; closing the client gives them back.
   *
   * @param pool the client's counters
   * @throws IllegalStateException if they can't be had in time
   */
  static void take(MongoClient client, int connections, PoolCounters pool) {
    take(client, connections, HOLD_MILLIS, true);
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

  /** Takes connections as they come free, and gives each back after that time. */
  static void takeFor(MongoClient client, int connections, long millis) {
    take(client, connections, millis, false);
  }

  private static void take(MongoClient client, int connections, long millis, boolean forGood) {
    MongoDatabase database = client.getDatabase("admin");
    AwaitedHello hello = new AwaitedHello(millis);
    hello.learn(database.runCommand(hello.command()));
    for (int i = 0; i < connections; i++) {
      Thread thread = new Thread(() -> hold(database, hello, forGood), "stuck-" + i);
      thread.setDaemon(true);
      thread.start();
    }
  }

  private static void hold(MongoDatabase database, AwaitedHello hello, boolean forGood) {
    try {
      do {
        hello.learn(database.runCommand(hello.command()));
      } while (forGood);
    } catch (RuntimeException e) {
      // The client was closed, or its server went: the trial, or the hold, is over.
    }
  }
}
