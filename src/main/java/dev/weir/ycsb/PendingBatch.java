package dev.weir.ycsb;

import com.mongodb.client.model.WriteModel;
import dev.weir.workload.WriteBatch;
import java.util.ArrayList;
import java.util.List;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/** Writes of one thread, of one kind and to one collection, that wait for their batch to fill. */
final class PendingBatch implements WriteBatch<RawBsonDocument> {
  private final BatchKind kind;
  private List<WriteModel<RawBsonDocument>> models = new ArrayList<>();
  private @Nullable String collection;

  PendingBatch(BatchKind kind) {
    this.kind = kind;
  }

  BatchKind kind() {
    return kind;
  }

  /** Whether writes to another collection wait here. */
  boolean isFor(String other) {
    return models.isEmpty() || other.equals(collection);
  }

  void add(String to, WriteModel<RawBsonDocument> model) {
    collection = to;
    models.add(model);
  }

  boolean isEmpty() {
    return models.isEmpty();
  }

  /** The collection of the waiting writes. */
  String collection() {
    if (collection == null) {
      throw new IllegalStateException("no write waits");
    }
    return collection;
  }

  @Override
  public List<? extends WriteModel<RawBsonDocument>> models() {
    return models;
  }

  /** Forgets all writes, whatever became of them; a late answer still finds its own list. */
  void clear() {
    models = new ArrayList<>(models.size());
  }
}
