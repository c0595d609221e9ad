package dev.weir.ycsb;

import com.mongodb.client.model.WriteModel;
import dev.weir.driver.Completion;
import dev.weir.driver.PoolCounters;
import dev.weir.driver.Writer;
import dev.weir.driver.Written;
import dev.weir.study.Operation;
import dev.weir.workload.WriteBatch;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/** Keeps what it is sent, in order, and fails or misses on demand. */
final class FakeStore implements MongoStore {
  /** One call to the driver, or a find. */
  record Call(String collection, String what, int size) {}

  final List<Call> calls = new ArrayList<>();
  @Nullable RuntimeException failure;
  long missing;

  @Override
  public Writer writer(String collection, Operation operation) {
    return new Writer() {
      @Override
      public boolean blocking() {
        return true;
      }

      @Override
      public void write(WriteBatch<?> batch, Completion completion) {
        WriteModel<?> first = batch.models().get(0);
        String kind = first.getClass().getSimpleName().replace("OneModel", "");
        calls.add(
            new Call(
                collection, operation == Operation.SINGLE ? "one " + kind : kind, batch.size()));
        RuntimeException cause = failure;
        if (cause != null) {
          completion.failed(cause, Written.NOTHING);
        } else {
          completion.acknowledged(Written.modified(batch.size() - missing));
        }
      }

      @Override
      public PoolCounters pool() {
        return new PoolCounters();
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public List<RawBsonDocument> find(
      String collection,
      BsonDocument filter,
      @Nullable BsonDocument projection,
      @Nullable BsonDocument sort,
      int limit) {
    calls.add(new Call(collection, "find", limit));
    return List.of();
  }

  @Override
  public void close() {}
}
