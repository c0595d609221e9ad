package dev.weir.driver;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.weir.study.Cell;
import dev.weir.study.ConnectionUse;
import dev.weir.study.DriverKind;
import dev.weir.study.Encoding;
import dev.weir.study.Factor;
import dev.weir.study.Operation;
import org.bson.Document;
import org.bson.RawBsonDocument;

/** Opens the writer that a cell asks for, or one on a client that is open already. */
public final class Writers {
  private Writers() {}

  /**
   * @param uri where to write; its options hold unless the cell sets them
   * @param namespace database and collection
   */
  public static Writer open(String uri, MongoNamespace namespace, Cell cell) {
    PoolCounters pool = new PoolCounters();
    // Of all clients together: the first call of each would else be answered at once.
    AwaitedHello hello = new AwaitedHello(SyncReader.AWAIT_MILLIS);
    return cell.get(Factor.CONNECTIONS) == ConnectionUse.CLIENT_PER_CALL
        ? new ClientPerCall(() -> open(uri, namespace, cell, pool, hello), pool)
        : open(uri, namespace, cell, pool, hello);
  }

  private static Writer open(
      String uri, MongoNamespace namespace, Cell cell, PoolCounters pool, AwaitedHello hello) {
    MongoClientSettings settings = ClientSettings.of(uri, cell, pool);
    return cell.get(Factor.ENCODING) == Encoding.RAW
        ? open(settings, namespace, cell, pool, hello, RawBsonDocument.class)
        : open(settings, namespace, cell, pool, hello, Document.class);
  }

  /**
   * A writer on a collection of an open client, which closing the writer leaves open.
   *
   * @param pool the listener that the client was made with; if it is none, its counters stay at 0
   */
  public static <D> Writer on(
      MongoCollection<D> collection, Operation operation, PoolCounters pool) {
    return new SyncWriter<>(collection, operation, pool, () -> {});
  }

  /** As {@link #on(MongoCollection, Operation, PoolCounters)}, for the reactive driver. */
  public static <D> Writer on(
      com.mongodb.reactivestreams.client.MongoCollection<D> collection,
      Operation operation,
      PoolCounters pool) {
    return new ReactiveWriter<>(collection, operation, pool, () -> {});
  }

  private static <D> Writer open(
      MongoClientSettings settings,
      MongoNamespace namespace,
      Cell cell,
      PoolCounters pool,
      AwaitedHello hello,
      Class<D> documents) {
    Operation operation = cell.operation();
    if (cell.driver() == DriverKind.REACTIVE) {
      var client = com.mongodb.reactivestreams.client.MongoClients.create(settings);
      var database = client.getDatabase(namespace.getDatabaseName());
      var collection = database.getCollection(namespace.getCollectionName(), documents);
      return operation.writes()
          ? new ReactiveWriter<>(collection, operation, pool, client::close)
          : new ReactiveReader<>(database, collection, operation, hello, pool, client::close);
    }
    MongoClient client = MongoClients.create(settings);
    if (cell.get(Factor.STUCK) > 0) {
      StuckConnections.take(client, cell.get(Factor.STUCK), pool);
    }
    MongoDatabase database = client.getDatabase(namespace.getDatabaseName());
    MongoCollection<D> collection =
        database.getCollection(namespace.getCollectionName(), documents);
    return operation.writes()
        ? new SyncWriter<>(collection, operation, pool, client::close)
        : new SyncReader<>(database, collection, operation, hello, pool, client::close);
  }
}
