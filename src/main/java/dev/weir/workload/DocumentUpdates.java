package dev.weir.workload;

import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.WriteModel;
import java.util.function.Function;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Writes as most applications make them: fresh {@link Document}s, encoded by the driver. */
final class DocumentUpdates<D> implements UpdateStream<D> {
  private static final UpdateOptions UPSERT = new UpdateOptions().upsert(true);

  private final Class<D> type;
  private final Function<Document, D> encoding;
  private final DocumentModel model;
  private final WriteMix mix;
  private final WriteKeys[] keys;
  private final int batchSize;

  /** The last save of each collection that changed its document. */
  private final @Nullable WriteModel<D>[] lastSaves;

  private int bytesOfLast;

  /**
   * @param encoding of whole documents
   * @param keys those of each collection
   */
  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
  DocumentUpdates(
      Class<D> type,
      Function<Document, D> encoding,
      DocumentModel model,
      WriteMix mix,
      WriteKeys[] keys,
      int batchSize) {
    this.type = type;
    this.encoding = encoding;
    this.model = model;
    this.mix = mix;
    this.keys = keys;
    this.batchSize = batchSize;
    this.lastSaves = new WriteModel[keys.length];
  }

  /** Documents that the driver encodes. */
  static DocumentUpdates<Document> of(
      DocumentModel model, WriteMix mix, WriteKeys[] keys, int batchSize) {
    return new DocumentUpdates<>(Document.class, document -> document, model, mix, keys, batchSize);
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
    batch.begin();
    for (WriteKeys each : keys) {
      each.beginCall((batchSize + keys.length - 1) / keys.length);
    }
    for (int i = 0; i < batchSize; i++) {
      fill(batch, i, UpdateBatch.part(i, batchSize, keys.length));
    }
  }

  private void fill(UpdateBatch<D> batch, int index, int collection) {
    WriteKeys of = keys[collection];
    switch (mix.next()) {
      case UPDATE -> {
        WriteModel<D> same = mix.unchanged() ? lastSaves[collection] : null;
        batch.set(index, same == null ? saved(collection, update(of.present())) : same);
        countSave(batch, same != null);
      }
      case REPLACE -> {
        WriteModel<D> same = mix.unchanged() ? lastSaves[collection] : null;
        batch.set(index, same == null ? saved(collection, replacement(of.present())) : same);
        countSave(batch, same != null);
      }
      case INSERT -> {
        D document = encoding.apply(model.document(of.fresh()));
        batch.set(index, new InsertOneModel<>(document));
        batch.addInsert(model.bytes());
      }
      case UPSERT -> {
        boolean inserts = mix.upsertInserts();
        long key = inserts ? of.fresh() : of.present();
        Document update = model.update(key);
        batch.set(index, new UpdateOneModel<>(filter(key), update, UPSERT));
        batch.addUpsert(inserts, model.bytes());
      }
      case DELETE -> {
        batch.set(index, new DeleteOneModel<>(filter(of.doomed())));
        batch.addDelete();
      }
    }
  }

  private void countSave(UpdateBatch<D> batch, boolean unchanged) {
    if (unchanged) {
      batch.addUnchanged();
    } else {
      batch.addChange(bytesOfLast);
    }
  }

  private WriteModel<D> saved(int collection, WriteModel<D> save) {
    lastSaves[collection] = save;
    return save;
  }

  private WriteModel<D> update(long key) {
    Document update = model.update(key);
    bytesOfLast = model.bytes();
    return new UpdateOneModel<>(filter(key), update);
  }

  private WriteModel<D> replacement(long key) {
    D document = encoding.apply(model.document(key));
    bytesOfLast = model.bytes();
    return new ReplaceOneModel<>(filter(key), document);
  }

  private Document filter(long key) {
    return new Document("_id", model.id(key));
  }
}
