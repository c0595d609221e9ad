package dev.weir.workload;

import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.UpdateOneModel;
import dev.weir.study.UpdateShape;
import java.nio.ByteBuffer;
import java.util.IdentityHashMap;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Updates encoded beforehand: each place of a batch keeps its bytes, and filling it only patches
 * key, version and values, so the driver has nothing left to do but copy.
 */
final class RawUpdates implements UpdateStream<RawBsonDocument> {
  private final RoleSchema schema;
  private final UpdateShape shape;
  private final Keys keys;
  private final RoleValues values;
  private final Versions versions;
  private final int batchSize;
  private final FieldLists fields;
  private final @Nullable UpdateTemplate[] templates;
  private final StatementEncoder encoder = new StatementEncoder();
  private final IdentityHashMap<UpdateBatch<RawBsonDocument>, Place[]> places =
      new IdentityHashMap<>();

  RawUpdates(
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
    this.fields = new FieldLists(schema, shape);
    this.templates = new UpdateTemplate[schema.kind().maxBytes() + 1];
  }

  @Override
  public Class<RawBsonDocument> documentClass() {
    return RawBsonDocument.class;
  }

  @Override
  public UpdateBatch<RawBsonDocument> newBatch() {
    UpdateBatch<RawBsonDocument> batch = new UpdateBatch<>(batchSize);
    UpdateTemplate widest = widest();
    Place[] all = new Place[batchSize];
    for (int i = 0; i < batchSize; i++) {
      all[i] = new Place(widest);
    }
    places.put(batch, all);
    return batch;
  }

  @Override
  public void fill(UpdateBatch<RawBsonDocument> batch) {
    Place[] all = places.get(batch);
    if (all == null) {
      throw new IllegalArgumentException("the batch was made by another stream");
    }
    long bytes = 0;
    for (int i = 0; i < batchSize; i++) {
      Place place = all[i];
      if (place.use(template(values.nextInt(schema.kind().minBytes(), schema.kind().maxBytes())))
          || i == batch.size()) {
        batch.set(
            i,
            shape == UpdateShape.REPLACE
                ? new ReplaceOneModel<>(place.filter, place.update)
                : new UpdateOneModel<>(place.filter, new PatchedStatement(place.bytes, encoder)));
      }
      long key = keys.next();
      place.filterBytes.putLong(UpdateTemplate.FILTER_KEY_OFFSET, key);
      place.template.patch(place.updateBytes, key, versions.next(), values);
      bytes += place.template.length();
    }
    batch.bytes(bytes);
  }

  /**
   * Not always that of the most data: 43 bytes end in a string, which takes more BSON than one more
   * int.
   */
  private UpdateTemplate widest() {
    int most = schema.kind().maxBytes();
    UpdateTemplate widest = template(most);
    for (int n = Math.max(schema.kind().minBytes(), most - Integer.BYTES); n < most; n++) {
      if (template(n).length() > widest.length()) {
        widest = template(n);
      }
    }
    return widest;
  }

  private UpdateTemplate template(int dataBytes) {
    UpdateTemplate known = templates[dataBytes];
    if (known == null) {
      known = UpdateTemplate.of(schema, shape, fields.of(dataBytes));
      templates[dataBytes] = known;
    }
    return known;
  }

  /** The bytes of one update of a batch, wide enough for the largest. */
  private static final class Place {
    final RawBsonDocument filter;
    final ByteBuffer filterBytes;
    final byte[] bytes;
    final ByteBuffer updateBytes;
    UpdateTemplate template;
    RawBsonDocument update;

    Place(UpdateTemplate widest) {
      byte[] filterArray = UpdateTemplate.filter();
      filter = new RawBsonDocument(filterArray);
      filterBytes = UpdateTemplate.littleEndian(filterArray);
      bytes = new byte[widest.length()];
      updateBytes = UpdateTemplate.littleEndian(bytes);
      template = widest;
      widest.copyTo(bytes);
      update = new RawBsonDocument(bytes);
    }

    /** Lays out another size; false if it is the one already there. */
    boolean use(UpdateTemplate wanted) {
      if (wanted == template) {
        return false;
      }
      template = wanted;
      wanted.copyTo(bytes);
      update = new RawBsonDocument(bytes, 0, wanted.length());
      return true;
    }
  }
}
