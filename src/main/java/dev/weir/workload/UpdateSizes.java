package dev.weir.workload;

import dev.weir.study.UpdateShape;
import java.util.HashMap;
import java.util.Map;

/** BSON bytes of an update statement (or replacement) by bytes of data; measured once per size. */
public final class UpdateSizes {
  private final RoleSchema schema;
  private final UpdateShape shape;
  private final FieldLists fields;
  private final Map<Integer, Integer> bySize = new HashMap<>();

  public UpdateSizes(RoleSchema schema, UpdateShape shape) {
    this.schema = schema;
    this.shape = shape;
    this.fields = new FieldLists(schema, shape);
  }

  /** BSON bytes of an update with that number of bytes of data. */
  public int of(int dataBytes) {
    return bySize.computeIfAbsent(
        dataBytes, n -> UpdateTemplate.of(schema, shape, fields.of(n)).length());
  }
}
