package dev.weir.benchmarks;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.connection.ClusterType;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.bson.BsonDocument;
import org.bson.Document;

/** A client whose calls the server answers after a chosen time, without work. */
final class SlowCalls implements AutoCloseable {
  private static final long FIND_SERVER_SECONDS = 10;

  private final MongoClient client;
  private int answered;
  private int waited;
  private final Map<String, Integer> failed = new TreeMap<>();

  private SlowCalls(MongoClient client) {
    this.client = client;
  }

  /**
   * @param failed calls by class of error
   * @param waited calls that took half an answer longer than the answer: for want of a connection
   */
  record Outcome(int answered, Map<String, Integer> failed, int waited) {}

  /**
   * Opens a client and waits until its monitors know the server; no pooled connection is open then.
   *
   * @param idle how long the pool keeps a connection that nobody uses, zero for ever
   */
  static SlowCalls open(String uri, int maxPoolSize, Duration idle) throws InterruptedException {
    MongoClient client =
        MongoClients.create(
            MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(uri))
                .applyToClusterSettings(
                    c -> c.serverSelectionTimeout(FIND_SERVER_SECONDS, TimeUnit.SECONDS))
                .applyToConnectionPoolSettings(
                    p ->
                        p.maxSize(maxPoolSize)
                            .maxConnectionIdleTime(idle.toMillis(), TimeUnit.MILLISECONDS))
                .build());
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(FIND_SERVER_SECONDS);
    while (client.getClusterDescription().getType() == ClusterType.UNKNOWN) {
      if (System.nanoTime() > deadline) {
        client.close();
        throw new IllegalStateException("no server found within " + FIND_SERVER_SECONDS + " s");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
    return new SlowCalls(client);
  }

  /**
   * Calls from that number of threads at once, and waits for all.
   *
   * @param pauseMillis between the calls of a thread
   */
  Outcome run(int threads, int each, Duration answer, long pauseMillis)
      throws InterruptedException {
    MongoDatabase database = client.getDatabase("admin");
    BsonDocument version = topologyVersion();
    Document call =
        new Document("hello", 1)
            .append("topologyVersion", version)
            .append("maxAwaitTimeMS", answer.toMillis());
    CountDownLatch start = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(threads);
    for (int i = 0; i < threads; i++) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  start.await();
                  for (int n = 0; n < each; n++) {
                    call(database, call, answer);
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pauseMillis));
                  }
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                } finally {
                  end.countDown();
                }
              },
              "slow-call-" + i);
      thread.setDaemon(true);
      thread.start();
    }
    start.countDown();
    long most = answer.toMillis() * each * 4 + TimeUnit.MINUTES.toMillis(1);
    if (!end.await(most, TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("calls got no answer within " + most + " ms");
    }
    synchronized (this) {
      return new Outcome(answered, Map.copyOf(failed), waited);
    }
  }

  private void call(MongoDatabase database, Document call, Duration answer) {
    String error = null;
    long from = System.nanoTime();
    try {
      database.runCommand(call);
    } catch (RuntimeException e) {
      error = e.getClass().getSimpleName();
    }
    boolean late = System.nanoTime() - from > answer.toNanos() * 3 / 2;
    synchronized (this) {
      if (error == null) {
        answered++;
        waited += late ? 1 : 0;
      } else {
        failed.merge(error, 1, Integer::sum);
      }
    }
  }

  /** The monitors know it; no connection of the pool is needed. */
  private BsonDocument topologyVersion() {
    var version =
        client.getClusterDescription().getServerDescriptions().get(0).getTopologyVersion();
    if (version == null) {
      throw new IllegalStateException("awaiting an answer needs MongoDB 4.4 or later");
    }
    return version.asDocument(); // its counter must stay an int64
  }

  @Override
  public void close() {
    client.close();
  }
}
