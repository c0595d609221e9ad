package dev.weir.driver;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoNamespace;
import dev.weir.study.Cell;
import dev.weir.study.DriverKind;
import dev.weir.study.Encoding;
import org.bson.Document;
import org.bson.RawBsonDocument;

/** Opens the writer that a cell asks for. */
public final class Writers {
  private Writers() {}

  /**
   * @param uri where to write; its options hold unless the cell sets them
   * @param namespace database and collection
   */
  public static Writer open(String uri, MongoNamespace namespace, Cell cell) {
    PoolCounters pool = new PoolCounters();
    MongoClientSettings settings = ClientSettings.of(uri, cell, pool);
    return cell.encoding() == Encoding.RAW
        ? open(settings, namespace, cell, pool, RawBsonDocument.class)
        : open(settings, namespace, cell, pool, Document.class);
  }

  private static <D> Writer open(
      MongoClientSettings settings,
      MongoNamespace namespace,
      Cell cell,
      PoolCounters pool,
      Class<D> documents) {
    return cell.driver() == DriverKind.REACTIVE
        ? new ReactiveWriter<>(settings, namespace, cell.operation(), pool, documents)
        : new SyncWriter<>(settings, namespace, cell.operation(), pool, documents);
  }
}
