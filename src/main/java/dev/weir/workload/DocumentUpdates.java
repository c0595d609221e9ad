package dev.weir.workload;

import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import dev.weir.study.UpdateShape;
import java.util.List;
import org.bson.Document;

/** Updates as most applications make them: fresh {@link Document}s, encoded by the driver. */
final class DocumentUpdates implements UpdateStream<Document> {
  private final RoleSchema schema;
  private final UpdateShape shape;
  private final Keys keys;
  private final RoleValues values;
  private final Versions versions;
  private final int batchSize;
  private final UpdateSizes sizes;
  private final FieldLists fields;

  DocumentUpdates(
      RoleSchema schema,
      UpdateShape shape,
      Keys keys,
      RoleValues values,
      Versions versions,
      int batchSize) {
    this.schema = schema;
    this.shape = shape;
    this.keys = keys;
    this.values = values;
    this.versions = versions;
    this.batchSize = batchSize;
    this.sizes = new UpdateSizes(schema, shape);
    this.fields = new FieldLists(schema, shape);
  }

  @Override
  public Class<Document> documentClass() {
    return Document.class;
  }

  @Override
  public UpdateBatch<Document> newBatch() {
    return new UpdateBatch<>(batchSize);
  }

  @Override
  public void fill(UpdateBatch<Document> batch) {
    long bytes = 0;
    for (int i = 0; i < batchSize; i++) {
      int dataBytes = values.nextInt(schema.kind().minBytes(), schema.kind().maxBytes());
      batch.set(i, next(dataBytes));
      bytes += sizes.of(dataBytes);
    }
    batch.bytes(bytes);
  }

  private WriteModel<Document> next(int dataBytes) {
    long key = keys.next();
    Document filter = new Document("_id", key);
    List<RoleField> written = fields.of(dataBytes);
    Document data = new Document();
    for (int i = 0; i < written.size(); i++) {
      RoleField field = written.get(i);
      Object value =
          i == 0
              ? (Object) versions.next()
              : field.isInt() ? (Object) values.nextInt() : values.nextString(field.characters());
      data.put(field.name(), value);
    }
    return switch (shape) {
      case SET_FIELDS -> new UpdateOneModel<>(filter, new Document("$set", data));
      case SET_SUBDOCUMENT ->
          new UpdateOneModel<>(filter, new Document("$set", new Document(schema.parent(), data)));
      case REPLACE ->
          new ReplaceOneModel<>(filter, new Document("_id", key).append(schema.parent(), data));
    };
  }
}
