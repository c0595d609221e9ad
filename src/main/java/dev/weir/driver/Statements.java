package dev.weir.driver;

import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Reads a write model for the drivers' calls of one write. */
final class Statements {
  private Statements() {}

  static Bson of(UpdateOneModel<?> model) {
    @Nullable Bson update = model.getUpdate();
    if (update == null) {
      throw new IllegalArgumentException("an update here is always a document, never a pipeline");
    }
    return update;
  }

  static IllegalArgumentException unsupported(WriteModel<?> model) {
    return new IllegalArgumentException(
        "no single call for a " + model.getClass().getSimpleName() + "; write it in bulk");
  }
}
