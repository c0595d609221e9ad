package dev.weir.workload;

import com.mongodb.client.model.WriteModel;
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

  /** The filter of a call that reads, null for one that writes. */
  default @Nullable Bson query() {
    return null;
  }
}
