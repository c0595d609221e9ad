package dev.weir.workload;

import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.WriteModel;
import dev.weir.study.UpdateShape;
import java.nio.ByteBuffer;
import java.util.IdentityHashMap;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Writes encoded beforehand: each place of a batch keeps its bytes, and filling it only patches
 * key, version and values, so the driver has nothing left to do but copy.
 */
final class RawUpdates implements UpdateStream<RawBsonDocument> {
  private static final UpdateOptions UPSERT = new UpdateOptions().upsert(true);

  private final RoleSchema schema;
  private final WriteMix mix;
  private final WriteKeys[] keys;
  private final RoleValues values;
  private final Versions versions;
  private final int batchSize;
  private final Templates updates;
  private final Templates wholes;
  private final StatementEncoder encoder = new StatementEncoder();
  private final IdentityHashMap<UpdateBatch<RawBsonDocument>, Place[]> places =
      new IdentityHashMap<>();

  /** Where the last save of each collection lies that changed its document. */
  private final @Nullable Place[] lastSaves;

  RawUpdates(
      RoleSchema schema,
      UpdateShape shape,
      WriteMix mix,
      WriteKeys[] keys,
      RoleValues values,
      Versions versions,
      int batchSize) {
    this.schema = schema;
    this.mix = mix;
    this.keys = keys;
    this.values = values;
    this.versions = versions;
    this.batchSize = batchSize;
    this.updates = new Templates(schema, shape);
    this.wholes = new Templates(schema, UpdateShape.REPLACE);
    this.lastSaves = new Place[keys.length];
  }

  @Override
  public Class<RawBsonDocument> documentClass() {
    return RawBsonDocument.class;
  }

  @Override
  public UpdateBatch<RawBsonDocument> newBatch() {
    UpdateBatch<RawBsonDocument> batch = new UpdateBatch<>(batchSize);
    Place[] all = new Place[batchSize];
    for (int i = 0; i < batchSize; i++) {
      all[i] = new Place();
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
    batch.begin();
    for (WriteKeys each : keys) {
      each.beginCall((batchSize + keys.length - 1) / keys.length);
    }
    for (int i = 0; i < batchSize; i++) {
      int collection = UpdateBatch.part(i, batchSize, keys.length);
      Place place = all[i];
      fill(batch, place, collection);
      WriteModel<RawBsonDocument> model = place.model;
      if (model != null && (place.changed || i == batch.size())) {
        batch.set(i, model);
        place.changed = false;
      }
    }
  }

  private void fill(UpdateBatch<RawBsonDocument> batch, Place place, int collection) {
    WriteKeys of = keys[collection];
    WriteMix.One one = mix.next();
    switch (one) {
      case UPDATE, REPLACE -> {
        Statement statement = one == WriteMix.One.UPDATE ? place.update() : place.whole();
        Place last = mix.unchanged() ? lastSaves[collection] : null;
        if (last == null) {
          save(place, statement, of.present());
          lastSaves[collection] = place;
          batch.addChange(statement.template.length());
        } else {
          repeat(last, place, statement, one);
          batch.addUnchanged();
        }
      }
      case INSERT -> {
        patch(place.whole(), of.fresh());
        batch.addInsert(place.whole().template.length());
      }
      case UPSERT -> {
        boolean inserts = mix.upsertInserts();
        save(place, place.update(), inserts ? of.fresh() : of.present());
        batch.addUpsert(inserts, place.update().template.length());
      }
      case DELETE -> {
        place.key(of.doomed());
        batch.addDelete();
      }
    }
    place.use(one);
  }

  private void save(Place place, Statement statement, long key) {
    place.key(key);
    patch(statement, key);
  }

  private void patch(Statement statement, long key) {
    int dataBytes = values.nextInt(schema.kind().minBytes(), schema.kind().maxBytes());
    statement.layOut(dataBytes);
    statement.template.patch(statement.buffer, key, versions.next(), values);
  }

  /** Writes once more what the last save of this collection wrote. */
  private static void repeat(Place last, Place place, Statement statement, WriteMix.One one) {
    if (last == place) {
      return; // its bytes are there
    }
    Statement same = one == WriteMix.One.UPDATE ? last.update() : last.whole();
    statement.copy(same);
    place.key(last.filterBytes.getLong(UpdateTemplate.FILTER_KEY_OFFSET));
  }

  /** Each size of statement of one shape, made when it is first needed. */
  private static final class Templates {
    private final RoleSchema schema;
    private final UpdateShape shape;
    private final FieldLists fields;
    private final @Nullable UpdateTemplate[] bySize;

    Templates(RoleSchema schema, UpdateShape shape) {
      this.schema = schema;
      this.shape = shape;
      this.fields = new FieldLists(schema, shape);
      this.bySize = new UpdateTemplate[schema.kind().maxBytes() + 1];
    }

    UpdateTemplate of(int dataBytes) {
      UpdateTemplate known = bySize[dataBytes];
      if (known == null) {
        known = UpdateTemplate.of(schema, shape, fields.of(dataBytes));
        bySize[dataBytes] = known;
      }
      return known;
    }

    /**
     * Not always that of the most data: 43 bytes end in a string, which takes more BSON than one
     * more int.
     */
    UpdateTemplate widest() {
      int most = schema.kind().maxBytes();
      UpdateTemplate widest = of(most);
      for (int n = Math.max(schema.kind().minBytes(), most - Integer.BYTES); n < most; n++) {
        if (of(n).length() > widest.length()) {
          widest = of(n);
        }
      }
      return widest;
    }
  }

  /** The bytes of a statement or document, wide enough for the largest. */
  private static final class Statement {
    private final Templates templates;
    final byte[] bytes;
    final ByteBuffer buffer;
    UpdateTemplate template;

    /** Laid out anew since a model was made of it. */
    boolean moved = true;

    Statement(Templates templates) {
      this.templates = templates;
      this.template = templates.widest();
      this.bytes = new byte[template.length()];
      this.buffer = UpdateTemplate.littleEndian(bytes);
      template.copyTo(bytes);
    }

    void layOut(int dataBytes) {
      layOut(templates.of(dataBytes));
    }

    private void layOut(UpdateTemplate wanted) {
      if (wanted != template) {
        template = wanted;
        wanted.copyTo(bytes);
        moved = true;
      }
    }

    void copy(Statement other) {
      layOut(other.template);
      System.arraycopy(other.bytes, 0, bytes, 0, template.length());
    }

    RawBsonDocument document() {
      return new RawBsonDocument(bytes, 0, template.length());
    }
  }

  /** One write of a batch. */
  private final class Place {
    private final RawBsonDocument filter;
    final ByteBuffer filterBytes;
    private @Nullable Statement update;
    private @Nullable Statement whole;
    private WriteMix.@Nullable One kind;

    /** The write as the driver takes it. */
    @Nullable WriteModel<RawBsonDocument> model;

    /** Whether it is another object than the batch holds. */
    boolean changed;

    Place() {
      byte[] filterArray = UpdateTemplate.filter();
      filter = new RawBsonDocument(filterArray);
      filterBytes = UpdateTemplate.littleEndian(filterArray);
    }

    void key(long key) {
      filterBytes.putLong(UpdateTemplate.FILTER_KEY_OFFSET, key);
    }

    Statement update() {
      Statement there = update;
      if (there == null) {
        there = new Statement(updates);
        update = there;
      }
      return there;
    }

    Statement whole() {
      Statement there = whole;
      if (there == null) {
        there = new Statement(wholes);
        whole = there;
      }
      return there;
    }

    /** Makes the model anew where the kind or the layout is another. */
    void use(WriteMix.One wanted) {
      Statement of =
          switch (wanted) {
            case UPDATE, UPSERT -> update();
            case INSERT, REPLACE -> whole();
            case DELETE -> null;
          };
      if (wanted == kind && (of == null || !of.moved)) {
        return;
      }
      kind = wanted;
      changed = true;
      if (of == null) {
        model = new DeleteOneModel<>(filter);
        return;
      }
      of.moved = false;
      model =
          switch (wanted) {
            case UPDATE -> new UpdateOneModel<>(filter, new PatchedStatement(of.bytes, encoder));
            case UPSERT ->
                new UpdateOneModel<>(filter, new PatchedStatement(of.bytes, encoder), UPSERT);
            case INSERT -> new InsertOneModel<>(of.document());
            case REPLACE -> new ReplaceOneModel<>(filter, of.document());
            case DELETE -> throw new IllegalStateException("made above");
          };
    }
  }
}
