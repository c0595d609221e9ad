package dev.weir.benchmarks;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.dataset.Datasets;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.DocumentKind;
import dev.weir.study.Target;

/** A server with the collection that the self-check writes to. */
final class Testbed implements AutoCloseable {
  static final int DOCUMENTS = 10_000;
  private static final long SEED = 1;

  private static final DocumentKind KIND = DocumentKind.parse("role56");

  private final ServerUnderTest server;
  private final MongoClient control;
  private final DatabaseGuard guard;
  private final Datasets datasets;
  private long lastSeed = SEED;

  private Testbed(ServerUnderTest server, MongoClient control) throws ServerException {
    this.server = server;
    this.control = control;
    this.guard = DatabaseGuard.open(control, DatabaseGuard.PREFIX + "self-check");
    this.datasets = new Datasets(control, guard, DOCUMENTS, SEED);
  }

  /** Opens the server and loads the collection. */
  static Testbed open(Target target) throws ServerException {
    return on(BenchmarkServers.open(target));
  }

  /** As {@link #open}, on a server that is closed with this. */
  static Testbed on(ServerUnderTest server) throws ServerException {
    MongoClient control = MongoClients.create(server.connectionString());
    try {
      Testbed testbed = new Testbed(server, control);
      testbed.reset();
      return testbed;
    } catch (ServerException | RuntimeException e) {
      control.close();
      server.close();
      throw e;
    }
  }

  /** A seed that was not used yet on this collection. */
  long nextSeed() {
    return ++lastSeed;
  }

  /** Puts the collection back to its first state. */
  void reset() throws ServerException {
    datasets.reset(KIND);
  }

  ServerUnderTest server() {
    return server;
  }

  String uri() {
    return server.connectionString();
  }

  String database() {
    return guard.name();
  }

  String collection() {
    return Datasets.collection(KIND);
  }

  MongoNamespace namespace() {
    return new MongoNamespace(database(), collection());
  }

  @Override
  public void close() throws ServerException {
    try (server;
        control) {
      guard.dropDatabase();
    }
  }
}
