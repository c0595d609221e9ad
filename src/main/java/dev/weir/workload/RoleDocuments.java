package dev.weir.workload;

import dev.weir.study.DocumentKind;
import dev.weir.study.Indexes;
import dev.weir.study.UpdateShape;
import java.util.SplittableRandom;
import org.bson.Document;

/**
 * The documents that a collection holds before the first update: every field at its largest,
 * version 0.
 */
public final class RoleDocuments {
  private final RoleSchema schema;
  private final RoleValues values;
  private final FixedFields fixed;

  public RoleDocuments(DocumentKind kind, long seed) {
    this(kind, Indexes.NONE, seed);
  }

  /**
   * @param indexes for which fields that no update writes are added
   */
  public RoleDocuments(DocumentKind kind, Indexes indexes, long seed) {
    this.schema = RoleSchema.of(kind);
    this.values = new RoleValues(new SplittableRandom(seed));
    this.fixed = FixedFields.of(indexes);
  }

  /** BSON bytes of each, every field at its largest. */
  public int bytes() {
    return new UpdateSizes(schema, UpdateShape.REPLACE).of(schema.kind().maxBytes())
        + fixed.bytes();
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
    Document document = new Document("_id", key).append(schema.parent(), data);
    fixed.appendTo(document, key);
    return document;
  }
}
