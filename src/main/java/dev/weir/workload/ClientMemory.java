package dev.weir.workload;

import dev.weir.study.Cell;
import dev.weir.study.Encoding;
import dev.weir.study.Factor;
import dev.weir.study.UpdateShape;
import dev.weir.workload.sample.SampleDocuments;

/**
 * Estimates the heap that the batches in flight of a cell need, so that no cell starves its own
 * generator.
 */
public final class ClientMemory {
  /**
   * Heap of one field of a {@code Document}: a hash entry of 40 bytes with its share of the table,
   * a boxed value of 16 to 56 bytes, and the driver's own wrapping.
   */
  private static final long DOCUMENT_FIELD_BYTES = 120;

  private static final long MODEL_BYTES = 400;

  /** Heap for a byte of BSON of made-up values: the objects, and the encoded message. */
  private static final long SAMPLE_BYTES = 6;

  private ClientMemory() {}

  /** Bytes held while all of the cell's batches are in flight. */
  public static long bytesInFlight(Cell cell) {
    if (cell.document().sample() != null) {
      boolean whole = cell.write().sendsWhole();
      long statement = SampleDocuments.largest(cell.document().model(), whole);
      return (statement * SAMPLE_BYTES + MODEL_BYTES) * cell.batch() * cell.inFlight();
    }
    RoleSchema schema = RoleSchema.of(cell.document());
    int most = cell.document().maxBytes();
    UpdateShape shape = cell.write().sendsWhole() ? UpdateShape.REPLACE : cell.get(Factor.SHAPE);
    long encoded = new UpdateSizes(schema, shape).of(most);
    long objects =
        cell.get(Factor.ENCODING) == Encoding.RAW
            ? encoded
            : schema.fields(most).size() * DOCUMENT_FIELD_BYTES;
    // The encoded message lives in the driver's buffers while it is sent.
    return (objects + encoded + MODEL_BYTES) * cell.batch() * cell.inFlight();
  }
}
