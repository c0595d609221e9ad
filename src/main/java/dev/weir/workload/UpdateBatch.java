package dev.weir.workload;

import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import java.util.ArrayList;
import java.util.List;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * The updates of one call to the driver. Owned by one lane, which fills it again after the call was
 * acknowledged; until then nobody may touch it.
 *
 * @param <D> the collection's document class
 */
public final class UpdateBatch<D> {
  private final List<WriteModel<D>> models;
  private final List<WriteModel<D>> view;
  private final boolean replaces;
  private long bytes;

  UpdateBatch(int size, boolean replaces) {
    this.models = new ArrayList<>(size);
    this.view = java.util.Collections.unmodifiableList(models);
    this.replaces = replaces;
  }

  /** The updates, for {@code bulkWrite}. */
  public List<? extends WriteModel<D>> models() {
    return view;
  }

  /** Number of documents written. */
  public int size() {
    return models.size();
  }

  /** BSON bytes of all update statements (or replacements), without filters and protocol. */
  public long bytes() {
    return bytes;
  }

  /** Whether the updates are replacements. */
  public boolean replaces() {
    return replaces;
  }

  /** The filter of the only update of a batch of one. */
  public Bson filter() {
    WriteModel<D> only = models.get(0);
    return only instanceof ReplaceOneModel<D> replace
        ? replace.getFilter()
        : ((UpdateOneModel<D>) only).getFilter();
  }

  /** The update statement of the only update of a batch of one. */
  public Bson update() {
    @Nullable Bson update = ((UpdateOneModel<D>) models.get(0)).getUpdate();
    if (update == null) {
      throw new IllegalStateException("an update here is always a document, never a pipeline");
    }
    return update;
  }

  /** The replacement of the only update of a batch of one. */
  public D replacement() {
    return ((ReplaceOneModel<D>) models.get(0)).getReplacement();
  }

  void set(int index, WriteModel<D> model) {
    if (index == models.size()) {
      models.add(model);
    } else {
      models.set(index, model);
    }
  }

  void bytes(long total) {
    this.bytes = total;
  }
}
