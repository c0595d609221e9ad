package dev.weir.ycsb;

import dev.weir.driver.Writer;
import dev.weir.study.Operation;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/** One open client of either driver, shared by YCSB's threads. */
interface MongoStore extends AutoCloseable {
  /** A writer on that collection; closing it leaves the store open. */
  Writer writer(String collection, Operation operation);

  /**
   * Reads documents; waits for them, within a bound.
   *
   * @param sort null for any order
   * @param limit most documents to read
   * @throws com.mongodb.MongoException if the server or the driver fails
   */
  List<RawBsonDocument> find(
      String collection,
      BsonDocument filter,
      @Nullable BsonDocument projection,
      @Nullable BsonDocument sort,
      int limit);

  @Override
  void close();
}
