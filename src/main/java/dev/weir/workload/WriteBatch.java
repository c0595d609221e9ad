package dev.weir.workload;

import com.mongodb.MongoNamespace;
import com.mongodb.client.model.WriteModel;
import com.mongodb.client.model.bulk.ClientNamespacedWriteModel;
import java.util.ArrayList;
import java.util.List;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * The writes of one call to the driver: inserts, updates, replacements or deletes of one
 * collection.
 *
 * @param <D> the collection's document class
 */
public interface WriteBatch<D> {
  /** The writes, for {@code bulkWrite}; empty only for a call that reads. */
  List<? extends WriteModel<D>> models();

  /** Number of documents written; one for a call that reads. */
  default int size() {
    return models().size();
  }

  /** Those of them that change nothing. */
  default int unchanged() {
    return 0;
  }

  /**
   * The writes for a {@code bulkWrite} of the client, spread evenly over the collections.
   *
   * @param collections in order; the same at each call
   */
  default List<ClientNamespacedWriteModel> namespaced(MongoNamespace[] collections) {
    List<? extends WriteModel<D>> writes = models();
    List<ClientNamespacedWriteModel> all = new ArrayList<>(writes.size());
    for (int i = 0; i < writes.size(); i++) {
      int part = UpdateBatch.part(i, writes.size(), collections.length);
      all.add(NamespacedWrites.of(collections[part], writes.get(i)));
    }
    return all;
  }

  /** The filter of a call that reads, null for one that writes. */
  default @Nullable Bson query() {
    return null;
  }
}
