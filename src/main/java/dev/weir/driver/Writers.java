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
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.LongConsumer;
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
   * Makes what will close that writer. If it can't be made, the writer is closed at once.
   *
   * @param maker gets the writer
   */
  public static <T> T ownedBy(Writer writer, Function<Writer, T> maker) {
    boolean made = false;
    try {
      T owner = maker.apply(writer);
      made = true;
      return owner;
    } finally {
      if (!made) {
        writer.close();
      }
    }
  }

  /**
   * A writer with the synchronous driver, whose pool something else can use up.
   *
   * @param usedUpForMillis takes all connections of its pool, each for so long
   */
  public record OfOnePool(Writer writer, LongConsumer usedUpForMillis) {}

  /** Opens the cell's writer with the synchronous driver, for documents that the driver encodes. */
  public static OfOnePool openPool(String uri, MongoNamespace namespace, Cell cell) {
    PoolCounters pool = new PoolCounters();
    MongoClient client = MongoClients.create(ClientSettings.of(uri, cell, pool));
    MongoCollection<Document> collection =
        client
            .getDatabase(namespace.getDatabaseName())
            .getCollection(namespace.getCollectionName());
    return new OfOnePool(
        new SyncWriter<>(SyncWriter.call(cell.operation(), collection), pool, client::close),
        millis -> StuckConnections.takeFor(client, cell.pool(), millis));
  }

  /**
   * A writer on a collection of an open client, which closing the writer leaves open.
   *
   * @param pool the listener that the client was made with; if it is none, its counters stay at 0
   */
  public static <D> Writer on(
      MongoCollection<D> collection, Operation operation, PoolCounters pool) {
    return new SyncWriter<>(SyncWriter.call(operation, collection), pool, () -> {});
  }

  /** As {@link #on(MongoCollection, Operation, PoolCounters)}, for the reactive driver. */
  public static <D> Writer on(
      com.mongodb.reactivestreams.client.MongoCollection<D> collection,
      Operation operation,
      PoolCounters pool) {
    return new ReactiveWriter<>(ReactiveWriter.call(operation, collection), pool, () -> {});
  }

  /**
   * The collections of a cell: the one that is named, and as many beside it as it asks for.
   *
   * @param first the one that is named
   */
  public static MongoNamespace[] collections(MongoNamespace first, Cell cell) {
    MongoNamespace[] all = new MongoNamespace[cell.get(Factor.COLLECTIONS)];
    for (int i = 0; i < all.length; i++) {
      all[i] =
          i == 0
              ? first
              : new MongoNamespace(
                  first.getDatabaseName(), first.getCollectionName() + "_" + (i + 1));
    }
    return all;
  }

  private static <D> Writer open(
      MongoClientSettings settings,
      MongoNamespace namespace,
      Cell cell,
      PoolCounters pool,
      AwaitedHello hello,
      Class<D> documents) {
    Operation operation = cell.operation();
    MongoNamespace[] all = collections(namespace, cell);
    if (cell.driver() == DriverKind.REACTIVE) {
      var client = com.mongodb.reactivestreams.client.MongoClients.create(settings);
      var database = client.getDatabase(namespace.getDatabaseName());
      if (!operation.writes()) {
        var collection = database.getCollection(namespace.getCollectionName(), documents);
        return new ReactiveReader<>(database, collection, operation, hello, pool, client::close);
      }
      ReactiveWriter.Call<D> call =
          operation == Operation.CLIENT_BULK
              ? ReactiveWriter.clientBulk(client, all)
              : all.length == 1
                  ? ReactiveWriter.call(
                      operation, database.getCollection(namespace.getCollectionName(), documents))
                  : ReactiveWriter.oneByOne(
                      operation,
                      Arrays.stream(all)
                          .map(each -> database.getCollection(each.getCollectionName(), documents))
                          .toList());
      return new ReactiveWriter<>(call, pool, client::close);
    }
    MongoClient client = MongoClients.create(settings);
    if (cell.get(Factor.STUCK) > 0) {
      StuckConnections.take(client, cell.get(Factor.STUCK), pool);
    }
    MongoDatabase database = client.getDatabase(namespace.getDatabaseName());
    if (!operation.writes()) {
      MongoCollection<D> collection =
          database.getCollection(namespace.getCollectionName(), documents);
      return new SyncReader<>(database, collection, operation, hello, pool, client::close);
    }
    SyncWriter.Call<D> call =
        operation == Operation.CLIENT_BULK
            ? SyncWriter.clientBulk(client, all)
            : all.length == 1
                ? SyncWriter.call(
                    operation, database.getCollection(namespace.getCollectionName(), documents))
                : SyncWriter.oneByOne(
                    operation,
                    Arrays.stream(all)
                        .map(each -> database.getCollection(each.getCollectionName(), documents))
                        .toList());
    return new SyncWriter<>(call, pool, client::close);
  }
}
