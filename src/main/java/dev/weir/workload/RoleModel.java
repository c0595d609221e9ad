package dev.weir.workload;

import dev.weir.study.UpdateShape;
import java.util.List;
import org.bson.Document;

/** Roles and their updates, with fresh values and a version that nothing else writes. */
final class RoleModel implements DocumentModel {
  private final RoleSchema schema;
  private final UpdateShape shape;
  private final RoleValues values;
  private final Versions versions;
  private final FixedFields fixed;
  private final UpdateSizes updateSizes;
  private final UpdateSizes wholeSizes;
  private final FieldLists updateFields;
  private final FieldLists wholeFields;
  private int bytes;

  RoleModel(
      RoleSchema schema,
      UpdateShape shape,
      RoleValues values,
      Versions versions,
      FixedFields fixed) {
    this.schema = schema;
    this.shape = shape;
    this.values = values;
    this.versions = versions;
    this.fixed = fixed;
    this.updateSizes = new UpdateSizes(schema, shape);
    this.wholeSizes = new UpdateSizes(schema, UpdateShape.REPLACE);
    this.updateFields = new FieldLists(schema, shape);
    this.wholeFields = new FieldLists(schema, UpdateShape.REPLACE);
  }

  @Override
  public Document document(long key) {
    int dataBytes = dataBytes();
    bytes = wholeSizes.of(dataBytes) + fixed.bytes();
    Document document =
        new Document("_id", key).append(schema.parent(), data(wholeFields.of(dataBytes)));
    fixed.appendTo(document, key);
    return document;
  }

  @Override
  public Document update(long key) {
    int dataBytes = dataBytes();
    bytes = updateSizes.of(dataBytes);
    Document data = data(updateFields.of(dataBytes));
    return new Document(
        "$set", shape == UpdateShape.SET_FIELDS ? data : new Document(schema.parent(), data));
  }

  @Override
  public int bytes() {
    return bytes;
  }

  private int dataBytes() {
    return values.nextInt(schema.kind().minBytes(), schema.kind().maxBytes());
  }

  private Document data(List<RoleField> written) {
    Document data = new Document();
    for (int i = 0; i < written.size(); i++) {
      RoleField field = written.get(i);
      Object value =
          i == 0
              ? (Object) versions.next()
              : field.isInt() ? (Object) values.nextInt() : values.nextString(field.characters());
      data.put(field.name(), value);
    }
    return data;
  }
}
