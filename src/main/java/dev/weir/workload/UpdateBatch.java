package dev.weir.workload;

import com.mongodb.client.model.WriteModel;
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
  private @Nullable Bson query;

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

  /** BSON bytes of all update statements (or replacements), without filters and protocol. */
  public long bytes() {
    return bytes;
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
