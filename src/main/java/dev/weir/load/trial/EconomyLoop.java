package dev.weir.load.trial;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.connection.ServerMonitoringMode;
import dev.weir.driver.PoolCounters;
import dev.weir.driver.economy.EconomyStore;
import dev.weir.driver.economy.Faults;
import dev.weir.load.LoadOrder;
import dev.weir.load.engine.CallLoop;
import dev.weir.load.engine.CallTimes;
import dev.weir.load.engine.EconomyCounts;
import dev.weir.load.engine.EconomyTerminal;
import dev.weir.load.engine.LaneThreads;
import dev.weir.load.engine.Pacer;
import dev.weir.load.engine.Timing;
import dev.weir.study.DriverKind;
import dev.weir.workload.economy.EconomyOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * The loop that plays an economy.
 *
 * @param loop a lane for each worker; closes the clients
 * @param counts what became of the operations
 * @param pool of all clients together
 */
public record EconomyLoop(CallLoop loop, EconomyCounts counts, PoolCounters pool)
    implements AutoCloseable {

  /** Opens the clients and makes the workers. */
  public static EconomyLoop open(
      String uri, String database, LoadOrder.Economy order, Timing timing) {
    PoolCounters pool = new PoolCounters();
    List<MongoClient> clients = new ArrayList<>();
    boolean own = order.pool() == 0;
    for (int i = 0; i < (own ? order.workers() : 1); i++) {
      clients.add(MongoClients.create(settings(uri, own ? 1 : order.pool(), pool)));
    }
    EconomyCounts counts = new EconomyCounts(order.tolerateErrors());
    SplittableRandom seeds = new SplittableRandom(order.seed());
    double scale = order.workers() / EconomyOperation.meanCycleSeconds() / order.rate();
    List<EconomyTerminal> terminals = new ArrayList<>();
    for (int i = 0; i < order.workers(); i++) {
      EconomyStore store =
          new EconomyStore(
              clients.get(own ? i : 0),
              database,
              order.size(),
              new Faults(order.injectErrors(), seeds.split()),
              seeds.split());
      terminals.add(new EconomyTerminal(i, store::run, seeds.split(), scale, counts, timing));
    }
    CallLoop loop =
        new CallLoop(
            new CallLoop.Crew(order.workers(), LaneThreads.of(DriverKind.SYNC), Integer.MAX_VALUE),
            terminals::get,
            terminals::get,
            CallTimes.none(),
            Pacer.parking(timing),
            timing,
            () -> clients.forEach(MongoClient::close));
    counts.onFatal(loop::end);
    return new EconomyLoop(loop, counts, pool);
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

  @Override
  public void close() {
    loop.close();
  }
}
