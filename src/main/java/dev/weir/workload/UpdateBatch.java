package dev.weir.workload;

import com.mongodb.MongoNamespace;
import com.mongodb.client.model.WriteModel;
import com.mongodb.client.model.bulk.ClientNamespacedWriteModel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * The updates of one call to the driver. Owned by one lane, which fills it again after the call was
 * acknowledged; until then nobody may touch it.
 *
 * @param <D> the collection's document class
 */
public final class UpdateBatch<D> implements WriteBatch<D> {
  private final List<WriteModel<D>> models;
  private final List<WriteModel<D>> view;
  private long bytes;
  private int inserts;
  private int upserts;
  private int deletes;
  private int unchanged;
  private @Nullable Bson query;
  private @Nullable List<ClientNamespacedWriteModel> namespaced;

  UpdateBatch(int size) {
    this.models = new ArrayList<>(size);
    this.view = Collections.unmodifiableList(models);
  }

  @Override
  public List<? extends WriteModel<D>> models() {
    return view;
  }

  @Override
  public int size() {
    return query == null ? models.size() : 1;
  }

  @Override
  public @Nullable Bson query() {
    return query;
  }

  void query(Bson filter) {
    this.query = filter;
  }

  /**
   * BSON bytes of all update statements and documents that change something, without filters and
   * protocol.
   */
  public long bytes() {
    return bytes;
  }

  /** Documents that are new by an insert. */
  public int inserts() {
    return inserts;
  }

  /** Documents that are new because an upsert finds none. */
  public int upserts() {
    return upserts;
  }

  /** Documents that are gone. */
  public int deletes() {
    return deletes;
  }

  /** Updates and replacements that change nothing. */
  @Override
  public int unchanged() {
    return unchanged;
  }

  @Override
  public List<ClientNamespacedWriteModel> namespaced(MongoNamespace[] collections) {
    List<ClientNamespacedWriteModel> made = namespaced;
    if (made == null) {
      made = WriteBatch.super.namespaced(collections);
      namespaced = made;
    }
    return made;
  }

  /** The collection, from 0, of a write of a batch that is spread over several. */
  public static int part(int index, int size, int collections) {
    return collections == 1 ? 0 : (int) ((long) index * collections / size);
  }

  /** Forgets what was counted; the writes are replaced one by one. */
  void begin() {
    bytes = 0;
    inserts = 0;
    upserts = 0;
    deletes = 0;
    unchanged = 0;
    namespaced = null;
  }

  void addChange(int statementBytes) {
    bytes += statementBytes;
  }

  void addInsert(int documentBytes) {
    inserts++;
    bytes += documentBytes;
  }

  void addUpsert(boolean inserted, int statementBytes) {
    upserts += inserted ? 1 : 0;
    bytes += statementBytes;
  }

  void addDelete() {
    deletes++;
  }

  void addUnchanged() {
    unchanged++;
  }

  void set(int index, WriteModel<D> model) {
    if (index == models.size()) {
      models.add(model);
    } else {
      models.set(index, model);
    }
  }
}
