package dev.weir.workload;

import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import dev.weir.workload.sample.SampleDocuments;
import java.util.function.Function;
import org.bson.Document;

/** Updates of a user's own documents. */
final class SampleUpdates<D> implements UpdateStream<D> {
  private final Class<D> type;
  private final Function<Document, D> encoding;
  private final SampleDocuments model;
  private final Keys keys;
  private final boolean replaces;
  private final int batchSize;

  /**
   * @param encoding of documents that are replaced
   * @param replaces whole documents, else sets the sample's fields
   */
  SampleUpdates(
      Class<D> type,
      Function<Document, D> encoding,
      SampleDocuments model,
      Keys keys,
      boolean replaces,
      int batchSize) {
    this.type = type;
    this.encoding = encoding;
    this.model = model;
    this.keys = keys;
    this.replaces = replaces;
    this.batchSize = batchSize;
  }

  @Override
  public Class<D> documentClass() {
    return type;
  }

  @Override
  public UpdateBatch<D> newBatch() {
    return new UpdateBatch<>(batchSize);
  }

  @Override
  public void fill(UpdateBatch<D> batch) {
    long bytes = 0;
    for (int i = 0; i < batchSize; i++) {
      batch.set(i, next());
      bytes += model.bytes();
    }
    batch.bytes(bytes);
  }

  private WriteModel<D> next() {
    long key = keys.next();
    Document filter = new Document("_id", model.id(key));
    return replaces
        ? new ReplaceOneModel<>(filter, encoding.apply(model.document(key)))
        : new UpdateOneModel<>(filter, model.update(key));
  }
}
