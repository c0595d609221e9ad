package dev.weir.workload;

import com.mongodb.client.model.Indexes;
import dev.weir.study.Cell;
import dev.weir.study.Factor;
import java.util.ArrayList;
import java.util.List;
import org.bson.conversions.Bson;

/** The secondary indexes that a cell asks for, on fields of roles. */
public final class RoleIndexes {
  private RoleIndexes() {}

  /**
   * The keys of each index. The version is not indexed: it only grows, which no field of use does.
   */
  public static List<Bson> of(Cell cell) {
    dev.weir.study.Indexes wanted = cell.get(Factor.INDEXES);
    List<Bson> keys = new ArrayList<>();
    for (int i = 0; i < wanted.number(); i++) {
      String field = field(cell, i);
      keys.add(
          switch (wanted.kind()) {
            case ASCENDING -> Indexes.ascending(field);
            case HASHED -> Indexes.hashed(field);
            case COMPOUND -> Indexes.ascending(field, field(cell, i + 1));
          });
    }
    return keys;
  }

  private static String field(Cell cell, int index) {
    if (cell.get(Factor.INDEXES).unchanged()) {
      return FixedFields.name(index);
    }
    RoleSchema schema = RoleSchema.of(cell.document());
    List<RoleField> fields = schema.fields(cell.document().maxBytes());
    return schema.parent() + "." + fields.get(index + 1).name();
  }
}
