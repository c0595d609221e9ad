package dev.weir.record;

import dev.weir.study.Cell;
import dev.weir.study.DocumentKind;
import dev.weir.study.Factor;
import dev.weir.study.UpdateShape;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How many fields one update of a cell sets. */
public final class UpdateFields {
  private static final int INT_BYTES = 4;

  /** 12 ints and 4 strings. */
  private static final int ROLE_FIELDS = 16;

  private UpdateFields() {}

  /**
   * Fields named by one update's {@code $set}, the mean where sizes vary; null for shapes that name
   * no single fields and for factors that can't be read.
   */
  public static @Nullable Double of(Map<String, String> factors) {
    Cell cell;
    try {
      cell = Cell.parse(factors);
    } catch (IllegalArgumentException e) {
      return null; // a record of a later Weir
    }
    boolean sets =
        cell.get(Factor.SHAPE) == UpdateShape.SET_FIELDS
            && cell.operation().writes()
            && cell.write().setsFields()
            && !cell.document().sampled(); // a record names the sample, not its paths
    return sets ? Double.valueOf(carried(cell.document())) : null;
  }

  /** Fields that one update of this kind carries, whatever its shape; the mean where sizes vary. */
  public static double carried(DocumentKind kind) {
    if (kind.fieldRole()) {
      return ROLE_FIELDS;
    }
    if (kind.fields() > 0) {
      return kind.fields();
    }
    double sum = 0;
    for (int bytes = kind.minBytes(); bytes <= kind.maxBytes(); bytes++) {
      sum += bytes / INT_BYTES + (bytes % INT_BYTES == 0 ? 0 : 1);
    }
    return sum / (kind.maxBytes() - kind.minBytes() + 1);
  }
}
