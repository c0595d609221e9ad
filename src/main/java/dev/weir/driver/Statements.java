package dev.weir.driver;

import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import dev.weir.study.Operation;
import java.util.AbstractList;
import java.util.List;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Reads write models for the drivers' calls. */
final class Statements {
  private Statements() {}

  static Bson of(UpdateOneModel<?> model) {
    @Nullable Bson update = model.getUpdate();
    if (update == null) {
      throw new IllegalArgumentException("an update here is always a document, never a pipeline");
    }
    return update;
  }

  /** The documents of inserts, for {@code insertMany}: a view, so that no call copies them. */
  static <D> List<D> documents(List<? extends WriteModel<D>> models) {
    return new AbstractList<>() {
      @Override
      public D get(int index) {
        if (models.get(index) instanceof InsertOneModel<D> insert) {
          return insert.getDocument();
        }
        throw new IllegalArgumentException("insertMany takes inserts only");
      }

      @Override
      public int size() {
        return models.size();
      }
    };
  }

  /** The writes that fall to one of several collections. */
  static <D> List<? extends WriteModel<D>> part(
      List<? extends WriteModel<D>> models, int part, int parts) {
    return models.subList(first(models.size(), part, parts), first(models.size(), part + 1, parts));
  }

  /** The first index that {@link dev.weir.workload.UpdateBatch#part} gives to that part. */
  private static int first(int size, int part, int parts) {
    return (int) (((long) part * size + parts - 1) / parts);
  }

  static IllegalArgumentException unsupported(WriteModel<?> model) {
    return new IllegalArgumentException(
        "no single call for a " + model.getClass().getSimpleName() + "; write it in bulk");
  }

  static IllegalArgumentException notOfOneCollection(Operation operation) {
    return new IllegalArgumentException(operation + " is no write of one collection");
  }
}
