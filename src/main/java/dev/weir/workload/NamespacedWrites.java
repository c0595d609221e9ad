package dev.weir.workload;

import com.mongodb.MongoNamespace;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import com.mongodb.client.model.bulk.ClientNamespacedWriteModel;
import com.mongodb.client.model.bulk.ClientReplaceOneOptions;
import com.mongodb.client.model.bulk.ClientUpdateOneOptions;
import java.util.Objects;

/** The same write as {@code MongoClient.bulkWrite} wants it: with its collection. */
final class NamespacedWrites {
  private static final ClientUpdateOneOptions UPSERT =
      ClientUpdateOneOptions.clientUpdateOneOptions().upsert(true);
  private static final ClientReplaceOneOptions UPSERT_REPLACEMENT =
      ClientReplaceOneOptions.clientReplaceOneOptions().upsert(true);

  private NamespacedWrites() {}

  static ClientNamespacedWriteModel of(MongoNamespace collection, WriteModel<?> write) {
    if (write instanceof UpdateOneModel<?> update) {
      var statement = Objects.requireNonNull(update.getUpdate(), "an update is a document here");
      return update.getOptions().isUpsert()
          ? ClientNamespacedWriteModel.updateOne(collection, update.getFilter(), statement, UPSERT)
          : ClientNamespacedWriteModel.updateOne(collection, update.getFilter(), statement);
    }
    if (write instanceof InsertOneModel<?> insert) {
      return ClientNamespacedWriteModel.insertOne(collection, insert.getDocument());
    }
    if (write instanceof ReplaceOneModel<?> replace) {
      return replace.getReplaceOptions().isUpsert()
          ? ClientNamespacedWriteModel.replaceOne(
              collection, replace.getFilter(), replace.getReplacement(), UPSERT_REPLACEMENT)
          : ClientNamespacedWriteModel.replaceOne(
              collection, replace.getFilter(), replace.getReplacement());
    }
    if (write instanceof DeleteOneModel<?> delete) {
      return ClientNamespacedWriteModel.deleteOne(collection, delete.getFilter());
    }
    throw new IllegalArgumentException(
        "no write of several collections for a " + write.getClass().getSimpleName());
  }
}
