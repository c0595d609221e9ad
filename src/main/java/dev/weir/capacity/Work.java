package dev.weir.capacity;

import dev.weir.study.Durability;
import java.util.Locale;

/**
 * What is written, and how: a point at which something was measured or is to be predicted.
 *
 * @param bulk whether documents travel in a {@code bulkWrite}, of whatever size, or as single
 *     updates
 * @param batch documents per call, 1 for single updates; a mean need not be whole
 * @param fields fields that one update carries
 * @param bytes BSON bytes of one update statement or replacement
 * @param replace whether the document is replaced as a whole; else each field is set by its path
 * @param durability what the server promises before it acknowledges
 */
public record Work(
    boolean bulk,
    double batch,
    double fields,
    double bytes,
    boolean replace,
    Durability durability) {
  /** BSON around an update's fields, and around one field: its path, type and length. */
  private static final int STATEMENT_BYTES = 20;

  private static final int FIELD_BYTES = 18;

  /**
   * @throws IllegalArgumentException if nothing could be written so
   */
  public Work {
    if (!(batch >= 1 && fields >= 1 && bytes > 0) || (!bulk && batch != 1)) {
      throw new IllegalArgumentException("impossible work: " + batch + " × " + bytes + " bytes");
    }
  }

  /** The cell of a study that would measure this, as it stands in a study's {@code include}. */
  String asCell(String driver) {
    long least = Math.round(fields) + 3;
    long data = Math.max(least, Math.round(bytes - STATEMENT_BYTES - FIELD_BYTES * fields));
    String operation = bulk ? "bulkUnordered, batch: " + Math.round(batch) : "single";
    return String.format(
        Locale.ROOT,
        "{driver: %s, operation: %s, inFlight: 8, document: fields%dof%d, write: %s, writeConcern:"
            + " %s}",
        driver,
        operation,
        Math.max(2, Math.round(fields)),
        data,
        replace ? "replace" : "update",
        durability);
  }
}
