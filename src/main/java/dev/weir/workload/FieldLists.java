package dev.weir.workload;

import dev.weir.study.UpdateShape;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The fields of each update size under the names that the update's shape gives them; made once per
 * size.
 */
final class FieldLists {
  private final RoleSchema schema;
  private final boolean paths;
  private final Map<Integer, List<RoleField>> bySize = new HashMap<>();

  FieldLists(RoleSchema schema, UpdateShape shape) {
    this.schema = schema;
    this.paths = shape == UpdateShape.SET_FIELDS;
  }

  List<RoleField> of(int dataBytes) {
    return bySize.computeIfAbsent(dataBytes, this::make);
  }

  private List<RoleField> make(int dataBytes) {
    List<RoleField> fields = schema.fields(dataBytes);
    if (!paths) {
      return fields;
    }
    return fields.stream()
        .map(f -> new RoleField(schema.parent() + "." + f.name(), f.characters()))
        .toList();
  }
}
