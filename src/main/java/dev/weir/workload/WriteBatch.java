package dev.weir.workload;

import com.mongodb.client.model.WriteModel;
import java.util.List;

/**
 * The writes of one call to the driver: inserts, updates, replacements or deletes of one
 * collection.
 *
 * @param <D> the collection's document class
 */
public interface WriteBatch<D> {
  /** The writes, for {@code bulkWrite}; never empty. */
  List<? extends WriteModel<D>> models();

  /** Number of documents written. */
  default int size() {
    return models().size();
  }
}
