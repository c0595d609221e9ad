package dev.weir.workload;

import dev.weir.study.DocumentKind;
import java.util.SplittableRandom;
import org.bson.Document;

/**
 * The documents that a collection holds before the first update: every field at its largest,
 * version 0.
 */
public final class RoleDocuments {
  private final RoleSchema schema;
  private final RoleValues values;

  public RoleDocuments(DocumentKind kind, long seed) {
    this.schema = RoleSchema.of(kind);
    this.values = new RoleValues(new SplittableRandom(seed));
  }

  /** The document of that key. */
  public Document document(long key) {
    Document data = new Document();
    for (RoleField field : schema.fields(schema.kind().maxBytes())) {
      data.put(
          field.name(),
          field.isInt() ? (Object) values.nextInt() : values.nextString(field.characters()));
    }
    data.put(schema.fields(schema.kind().maxBytes()).get(0).name(), 0);
    return new Document("_id", key).append(schema.parent(), data);
  }
}
