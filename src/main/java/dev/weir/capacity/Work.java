package dev.weir.capacity;

import dev.weir.study.Durability;
import java.util.Locale;

/**
 * What is written, how, and how many calls at once: a point at which something was measured or is
 * to be predicted.
 *
 * @param bulk whether documents travel in a {@code bulkWrite}, of whatever size, or as single
 *     updates
 * @param batch documents per call, 1 for single updates; a mean need not be whole
 * @param inFlight calls in flight, at least 1
 * @param fields fields that one update carries
 * @param bytes BSON bytes of one update statement or replacement
 * @param replace whether the document is replaced as a whole; else each field is set by its path
 * @param durability what the server promises before it acknowledges
 */
public record Work(
    boolean bulk,
    double batch,
    double inFlight,
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
    if (!(batch >= 1 && inFlight >= 1 && fields >= 1 && bytes > 0) || (!bulk && batch != 1)) {
      throw new IllegalArgumentException(
          "impossible work: " + batch + " × " + bytes + " bytes, " + inFlight + " in flight");
    }
  }

  Work withInFlight(double other) {
    return new Work(bulk, batch, other, fields, bytes, replace, durability);
  }

  /** One document in each call: the plan sees no batches. */
  Work withBatch(boolean inBulk, double documents) {
    return new Work(inBulk, documents, inFlight, fields, bytes, replace, durability);
  }

  /** Bytes are a measured mean: two cells of the same documents may differ in the last digit. */
  Work withWholeBytes() {
    return new Work(bulk, batch, inFlight, fields, Math.rint(bytes), replace, durability);
  }

  /** The cell of a study that would measure this, as it stands in a study's {@code include}. */
  String asCell(String driver) {
    long least = Math.round(fields) + 3;
    long data = Math.max(least, Math.round(bytes - STATEMENT_BYTES - FIELD_BYTES * fields));
    String operation = bulk ? "bulkUnordered, batch: " + Math.round(batch) : "single";
    return String.format(
        Locale.ROOT,
        "{driver: %s, operation: %s, inFlight: %d, document: fields%dof%d, write: %s, writeConcern:"
            + " %s}",
        driver,
        operation,
        Math.round(inFlight),
        Math.max(2, Math.round(fields)),
        data,
        replace ? "replace" : "update",
        durability);
  }
}
