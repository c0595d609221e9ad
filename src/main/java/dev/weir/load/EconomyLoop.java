package dev.weir.load;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.connection.ServerMonitoringMode;
import dev.weir.driver.PoolCounters;
import dev.weir.driver.economy.EconomyStore;
import dev.weir.driver.economy.Faults;
import dev.weir.workload.economy.EconomyOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The workers of an economy and their clients. */
final class EconomyLoop implements AutoCloseable {
  private final List<MongoClient> clients;
  private final PoolCounters pool;
  private final EconomyCounts counts = new EconomyCounts();
  private final List<Thread> threads = new ArrayList<>();
  private final CountDownLatch finished;
  private volatile boolean stopping;

  private EconomyLoop(List<MongoClient> clients, PoolCounters pool, int workers) {
    this.clients = clients;
    this.pool = pool;
    this.finished = new CountDownLatch(workers);
  }

  /** Opens the clients and makes the workers; {@link #start} lets them begin. */
  static EconomyLoop open(String uri, String database, LoadOrder.Economy order, Timing timing) {
    PoolCounters pool = new PoolCounters();
    List<MongoClient> clients = new ArrayList<>();
    boolean own = order.pool() == 0;
    for (int i = 0; i < (own ? order.workers() : 1); i++) {
      clients.add(MongoClients.create(settings(uri, own ? 1 : order.pool(), pool)));
    }
    EconomyLoop loop = new EconomyLoop(clients, pool, order.workers());
    SplittableRandom seeds = new SplittableRandom(order.seed());
    double fullRate = order.workers() / EconomyOperation.meanCycleSeconds();
    for (int i = 0; i < order.workers(); i++) {
      EconomyStore store =
          new EconomyStore(
              clients.get(own ? i : 0),
              database,
              order.size(),
              new Faults(order.injectErrors(), seeds.split()),
              seeds.split());
      EconomyWorker worker =
          new EconomyWorker(
              i,
              store::run,
              seeds.split(),
              fullRate / order.rate(),
              loop.counts,
              timing,
              () -> loop.stopping || (!order.tolerateErrors() && loop.counts.firstError() != null),
              loop.finished);
      Thread thread = new Thread(worker, "worker-" + i);
      thread.setDaemon(true);
      loop.threads.add(thread);
    }
    return loop;
  }

  private static MongoClientSettings settings(String uri, int size, PoolCounters pool) {
    return MongoClientSettings.builder()
        .applyConnectionString(new ConnectionString(uri))
        .applicationName("weir")
        .retryWrites(true)
        .applyToClusterSettings(c -> c.serverSelectionTimeout(10, TimeUnit.SECONDS))
        // Many clients: one monitoring connection each is enough.
        .applyToServerSettings(s -> s.serverMonitoringMode(ServerMonitoringMode.POLL))
        .applyToSocketSettings(
            s -> s.connectTimeout(10, TimeUnit.SECONDS).readTimeout(60, TimeUnit.SECONDS))
        .applyToConnectionPoolSettings(
            p ->
                p.maxSize(size)
                    .minSize(0)
                    .maxWaitTime(30, TimeUnit.SECONDS)
                    .addConnectionPoolListener(pool))
        .build();
  }

  void start() {
    threads.forEach(Thread::start);
  }

  EconomyCounts counts() {
    return counts;
  }

  PoolCounters pool() {
    return pool;
  }

  /** Whether an error ended it. */
  boolean ended() {
    return finished.getCount() == 0;
  }

  /**
   * Lets each worker end the operation it is in.
   *
   * @return whether all did in time
   */
  boolean stop(long timeoutMillis) throws InterruptedException {
    stopping = true;
    return finished.await(timeoutMillis, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    stopping = true;
    clients.forEach(MongoClient::close);
  }
}
